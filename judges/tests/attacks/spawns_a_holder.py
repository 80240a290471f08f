#!/usr/bin/env python3
# Spawns a process with memory of its own.
import subprocess
block = bytearray(b'x') * (40 << 20)
subprocess.run(['hostile', 'keeps=40'])
