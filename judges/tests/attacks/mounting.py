#!/usr/bin/env python3
# Tries to uncover another `/proc` and to mount control groups, also in a new user namespace.
import ctypes, os, sys
libc = ctypes.CDLL(None)
if libc.umount2(b'/proc', 2) == 0: sys.exit('no more /proc')
for system, options in [(b'tmpfs', None), (b'cgroup', b'freezer'), (b'cgroup2', None)]:
    if libc.mount(b'none', b'/mnt', system, 0, options) == 0: sys.exit(system)
for namespace in [0x20000, 0x20000000]:
    if libc.unshare(namespace | 0x10000000) == 0: sys.exit(namespace)
sys.exit(7)
