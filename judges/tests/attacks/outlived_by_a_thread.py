#!/usr/bin/env python3
# Ends the first thread of a process; the process keeps its memory.
import ctypes, platform, threading, time
def hold():
    block = bytearray(300 << 20)
    time.sleep(600)
threading.Thread(target=hold).start()
exit = {'x86_64': 60}.get(platform.machine(), 93)
ctypes.CDLL(None).syscall(exit, 0)
