#!/usr/bin/env python3
# Checks that the system is read-only, /tmp is empty in every case, and the network is
# unreachable.
import os, socket, sys
def fails(act):
    try: act()
    except OSError: return True
def write(path): open(path, 'w').close()
home = os.path.dirname(os.path.realpath(sys.argv[0]))
walls = [fails(lambda: write('/etc/made-by-a-case')), fails(lambda: write(home + '/made-by-a-case')),
         fails(lambda: socket.create_connection(('127.0.0.1', 80), 1)),
         not os.path.exists('/tmp/made-by-a-case'), open('/proc/net/dev').read().count(':') == 1,
         sum(name.isdigit() for name in os.listdir('/proc')) < 100]
write('/tmp/made-by-a-case')
sys.exit(0 if not all(walls) else 7)
