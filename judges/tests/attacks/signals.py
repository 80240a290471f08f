#!/usr/bin/env python3
# Kills and stops every process it finds, its supervisor first.
import os, signal, sys
others = [int(name) for name in os.listdir('/proc') if name.isdigit()]
for pid in [os.getppid()] + others:
    for number in [signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM]:
        if pid not in (os.getpid(), 0):
            try: os.kill(pid, number)
            except OSError: pass
sys.exit(7)
