#!/usr/bin/env python3
# Makes every kind of socket that could reach a service, which must fail; only a socket pair is
# allowed.
import socket, sys
one, other = socket.socketpair()
one.send(b'a')
if other.recv(1) != b'a': sys.exit('pair')
kinds = [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET]
pairs = [socket.SOCK_DGRAM, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC, socket.SOCK_RAW]
for make, kinds in [(socket.socket, kinds), (socket.socketpair, pairs)]:
    for kind in kinds:
        try: make(socket.AF_UNIX, kind)
        except PermissionError: continue
        sys.exit('%s %d' % (make, kind))
sys.exit(7)
