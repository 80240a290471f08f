#!/usr/bin/env python3
# Lowers limits, CPUs and priority of every thread of the supervisor, which must fail. The same
# must succeed for the contestant's own child.
import ctypes, os, platform, resource, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
supervisor = os.getppid()
def call(x86_64, others, *args):
    if libc.syscall(x86_64 if platform.machine() == 'x86_64' else others, *args) == -1:
        raise OSError(ctypes.get_errno(), 'call')
def refused(act, name):
    try: act()
    except PermissionError: return
    sys.exit(name)
def change(pid):
    param = os.sched_param(0)
    yield lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (1, 1))
    yield lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))
    yield lambda: os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})
    yield lambda: os.sched_setscheduler(pid, os.SCHED_BATCH, param)
    yield lambda: os.sched_setparam(pid, param)
    yield lambda: os.setpriority(os.PRIO_PROCESS, pid, 10)
    yield lambda: call(251, 30, 1, pid, 3 << 13)
# The supervisor is not shown; its threads are among the first of the namespace.
def exists(pid):
    try: os.kill(pid, 0)
    except ProcessLookupError: return False
    except PermissionError: pass
    return True
for thread in filter(exists, range(1, 100)):
    for number, act in enumerate(change(thread)): refused(act, '%d: %d' % (thread, number))
refused(lambda: os.setpriority(os.PRIO_USER, os.getuid(), 10), 'user')
refused(lambda: call(251, 30, 3, os.getuid(), 3 << 13), 'user of the disk')
child = subprocess.Popen(['sleep', '9'])
for act in change(child.pid): act()
child.kill()
sys.exit(7)
