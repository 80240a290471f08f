#!/usr/bin/env python3
# Opens memory, environment and descriptors of the supervisor and of the judge, and traces them.
# This must fail, because they are not dumpable and have capabilities that contestants lack.
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def parent(pid):
    return int(open('/proc/%d/stat' % pid).read().rsplit(')', 1)[1].split()[1])
supervisor = os.getppid()
pids = [supervisor]
# A /proc with hidepid shows neither of them.
try: pids.append(parent(supervisor))
except FileNotFoundError: pass
opened = []
for pid in pids:
    for name in ['mem', 'environ', 'fd', 'maps']:
        try:
            path = '/proc/%d/%s' % (pid, name)
            os.readlink(path + '/2') if name == 'fd' else open(path, 'rb').read(1)
            opened.append(path)
        except (PermissionError, FileNotFoundError): pass
    if libc.syscall(438, os.pidfd_open(pid), 1, 0) >= 0: opened.append('descriptor')
    if libc.ptrace(16, pid, 0, 0) == 0: opened.append('traced')
if opened: sys.exit(' '.join(opened))
sys.exit(7)
