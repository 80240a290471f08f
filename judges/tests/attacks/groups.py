#!/usr/bin/env python3
# Looks for control groups that it may write to: in one, an ordinary user's contestant could
# leave, or stop and kill its supervisor.
import os, sys
for folder, _, names in os.walk('/sys/fs/cgroup'):
    groups = [name for name in names if name.startswith('cgroup.')]
    for path in [folder + '/' + name for name in groups] + [folder] * bool(groups):
        if os.access(path, os.W_OK): sys.exit(path)
sys.exit(7)
