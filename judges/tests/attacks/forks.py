#!/usr/bin/env python3
# Forks children that exit together. Pages that they share pass to the remaining children while
# the judge is sampling. Each child has 1 or 2 MiB of its own: written pages and page tables.
import os, time
block = bytearray(b'x') * (32 << 20)
for _ in range(20):
    awaited, end = os.pipe()
    for _ in range(20):
        if os.fork() == 0:
            os.close(end)
            os.read(awaited, 1)
            os._exit(0)
    time.sleep(0.003)
    os.close(awaited)
    os.close(end)
    for _ in range(20): os.wait()
