#!/usr/bin/env python3
# Starts processes that share an address space as long as they run; their parent stays or exits.
import ctypes, os, sys, time
block = bytearray(b'x') * (40 << 20)
libc = ctypes.CDLL(None)
shares_memory, signals_its_end = 0x100, 17
for _ in range(2):
    stack = (ctypes.c_char * 65536)()
    top = ctypes.c_void_p(ctypes.addressof(stack) + 65536)
    libc.clone(libc.pause, top, shares_memory | signals_its_end, None)
if sys.argv[1:] == ['waits']: time.sleep(600)
os._exit(0)
