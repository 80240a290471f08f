#!/usr/bin/env python3
"""Waits in the kernel, or makes its supervisor wait there. The argument selects the way. Python is used
because `clone` is unsafe in Rust."""

import ctypes
import glob
import os
import platform
import signal
import sys
import time

# Longer than a judge may wait, s.
LONG = 60

CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SIGHAND = 0x100, 0x200, 0x400, 0x800
CLONE_VFORK, CLONE_PARENT, CLONE_THREAD = 0x4000, 0x8000, 0x10000
SYS_CLONE = {"x86_64": 56, "aarch64": 220}

libc = ctypes.CDLL(None)


def wait_for_child():
    """Waits for a child, as a process does between `vfork` and `exec`."""
    wait_for_clone(CLONE_VFORK | signal.SIGCHLD)


def wait_for_sibling():
    """Waits in the same way for a new process that is a child of the supervisor."""
    wait_for_clone(CLONE_VFORK | CLONE_PARENT | signal.SIGCHLD)


def wait_for_clone(flags):
    if libc.syscall(SYS_CLONE[platform.machine()], flags, 0, 0, 0, 0) == 0:
        time.sleep(LONG)
        os._exit(0)


def wait_for_thread():
    """Waits in the same way for a new thread instead of a process."""
    stack = ctypes.create_string_buffer(1 << 16)
    top = ctypes.c_void_p((ctypes.addressof(stack) + len(stack)) & ~15)
    sharing = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD
    signal.alarm(LONG)
    libc.clone(libc.pause, top, CLONE_VFORK | sharing, None)


def freeze_supervisor():
    """Moves the supervisor and itself into a control group of the test, and freezes the group."""
    groups = [("/sys/fs/cgroup/freezer", "freezer.state", "FROZEN"),
              ("/sys/fs/cgroup", "cgroup.freeze", "1")]
    for mount, control, frozen in groups:
        for group in glob.glob(f"{mount}/hostile-*"):
            try:
                for pid in os.getpid(), os.getppid():
                    with open(f"{group}/cgroup.procs", "w") as members:
                        members.write(str(pid))
                with open(f"{group}/{control}", "w") as state:
                    state.write(frozen)
            except OSError:
                pass
    time.sleep(LONG)


def trace_supervisor():
    """Hides the end of the supervisor, which it kills, from the judge."""
    libc.ptrace(0x4206, os.getppid(), 0, 0)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(LONG)


{
    "vforks": wait_for_child,
    "vforks-a-sibling": wait_for_sibling,
    "vforks-a-thread": wait_for_thread,
    "freezes-its-supervisor": freeze_supervisor,
    "traces-its-supervisor": trace_supervisor,
}[sys.argv[1]]()
