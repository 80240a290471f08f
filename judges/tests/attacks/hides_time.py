#!/usr/bin/env python3
# Uses 2 s of CPU time in children that are shorter than a sample, that nothing waits for, and whose
# program cannot be read, so that the kernel removes their counter.
import os, shutil, signal, time
fd = os.memfd_create('program')
with open(shutil.which('hostile'), 'rb') as program: os.write(fd, program.read())
os.fchmod(fd, 0o111)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(400):
    child = os.posix_spawn('/proc/self/fd/%d' % fd, ['hostile', 'burns=5'], {})
    try:
        while True: os.kill(child, 0)
    except ProcessLookupError: pass
