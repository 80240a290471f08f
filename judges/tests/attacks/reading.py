#!/usr/bin/env python3
# Reads the environment of the first process and of the supervisor.
import os, sys
for pid in [1, os.getppid()]:
    try: sys.exit(open('/proc/%d/environ' % pid).read() or 'open')
    except PermissionError: pass
sys.exit(7)
