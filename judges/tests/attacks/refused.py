#!/usr/bin/env python3
# Makes system calls that could hold uncounted memory or pass something on. Each must fail with
# `EPERM`. Calls whose arguments cannot be inspected must fail with `ENOSYS`.
import ctypes, errno, os, platform, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == 'x86_64'
def call(x86_64, others, *args):
    long = [ctypes.c_long(arg) if type(arg) is int else arg for arg in args]
    if libc.syscall(x86_64 if x86 else others, *long) == -1: raise OSError(ctypes.get_errno(), 'call')
def option(family, kind, *args): socket.socket(family, kind).setsockopt(*args)
def collected():
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.connect(('127.0.0.1', 9))
    return client
user, network, huge, local, udp = 0x10000000, 0x40000000, 0x40000, socket.AF_UNIX, socket.SOCK_DGRAM
tried = {
    'queue of netlink': lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0),
    'ring of packets': lambda: socket.socket(17, socket.SOCK_RAW, 0),
    'queue of a cipher': lambda: socket.socket(38, socket.SOCK_SEQPACKET, 0),
    'pair of another family': lambda: socket.socketpair(30, socket.SOCK_STREAM, 0),
    'queue of ping': lambda: socket.socket(socket.AF_INET, udp, 1),
    'queue of SCTP': lambda: socket.socket(socket.AF_INET6, socket.SOCK_STREAM, 132),
    'network namespace': lambda: call(272, 97, user | network),
    'user namespace': lambda: call(272, 97, user),
    'user namespace of a child': lambda: call(56, 220, user | 17, 0, 0, 0, 0),
    'collected datagrams': lambda: collected().send(b'a', socket.MSG_MORE),
    'collected messages': lambda: collected().sendmsg([b'a'], [], socket.MSG_MORE),
    'cork': lambda: option(socket.AF_INET, udp, socket.IPPROTO_UDP, 1, 1),
    'filter of a socket': lambda: option(local, udp, socket.SOL_SOCKET, 26, bytes(16)),
    'filter of a port': lambda: option(socket.AF_INET, udp, socket.SOL_SOCKET, 51, bytes(16)),
    'rings of requests': lambda: call(425, 425, 8, bytes(120)),
    'secret memory': lambda: call(447, 447, 0),
    'mapping of huge pages': lambda: call(9, 222, 0, 2 << 20, 3, 0x22 | huge, -1, 0),
    'file of huge pages': lambda: call(319, 279, b'a', 4),
    'segment of huge pages': lambda: call(29, 194, 0, 2 << 20, 0o1600 | 0o4000),
    'pages moved to swap space': lambda: call(28, 233, 0, 0, 21),
    'pages of another process': lambda: call(440, 440, 0, 0, 0, 21, 0),
    'keys': lambda: call(248, 217, b'user', b'a', b'b', 1, -3),
    'requested keys': lambda: call(249, 218, b'user', b'a', 0, -3),
    'keyrings': lambda: call(250, 219, 0, -3, 0),
    'program in the kernel': lambda: call(321, 280, 0, bytes(128), 128),
    'ring of a counter': lambda: call(298, 241, bytes(128), 0, -1, -1, 0),
    'faults': lambda: call(323, 282, 1),
    'filter': lambda: call(317, 277, 1, 0, bytes(16)),
    'filter with a listener': lambda: call(317, 277, 1, 8, bytes(16)),
    'filter of old': lambda: call(157, 167, 22, 2, bytes(16), 0, 0),
    'mount': lambda: call(165, 40, 0, 0, 0, 0, 0),
}
for name, act in tried.items():
    try: act()
    except PermissionError: continue
    except OSError as error: sys.exit(name + ': ' + str(error))
    sys.exit(name)
missing = {
    'clone3': lambda: call(435, 435, bytes(88), 88),
    'keyrings for other pointers': lambda: call(250 | 1 << 30, 219 | 1 << 30, 0, -3, 0),
}
for name, act in missing.items():
    try: act()
    except OSError as error:
        if error.errno == errno.ENOSYS: continue
    sys.exit(name)
sys.exit(7)
