#!/usr/bin/env python3
# Traces the supervisor and writes to its memory.
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
sup = os.getppid()
if libc.ptrace(16, sup, 0, 0) == 0:
    os.waitpid(sup, 0x40000000)
    libc.ptrace(4, sup, 0, 0)
    libc.ptrace(17, sup, 0, 0)
try: open('/proc/%d/mem' % sup, 'r+b').write(b'0')
except OSError: pass
sys.exit(7)
