#!/usr/bin/env python3
# Spawns children one after another. Between `vfork` and `exec`, a child shares its parent's
# address space.
import subprocess
block = bytearray(b'x') * (40 << 20)
for _ in range(300): subprocess.run(['true'])
