#!/usr/bin/env python3
# Checks that no counters of the network or of a control group pass from case to case, and that
# bubblewrap leaves no open descriptor.
import os, socket, sys
if len(os.listdir('/proc/self/fd')) != 4: sys.exit('descriptors')
lines = [line.split() for line in open('/proc/net/dev') if 'lo:' in line]
if lines[0][1] != '0': sys.exit('network')
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'passes', ('127.0.0.1', 9))
for folder, _, names in os.walk('/sys/fs/cgroup'):
    if any(name.startswith('memory.') for name in names): sys.exit(folder)
sys.exit(7)
