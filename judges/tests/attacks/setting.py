#!/usr/bin/env python3
# Writes the present value of a kernel setting back to it, which must fail.
import sys
for name in ['/proc/sys/kernel/core_pattern', '/proc/sys/kernel/domainname', '/proc/sys/vm/overcommit_ratio',
             '/sys/kernel/mm/transparent_hugepage/enabled', '/sys/kernel/uevent_helper']:
    try:
        present = open(name).read()
        open(name, 'w').write(present)
    except OSError: continue
    sys.exit(name)
sys.exit(7)
