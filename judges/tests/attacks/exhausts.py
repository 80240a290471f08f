#!/usr/bin/env python3
# Uses up memory, processes or threads, and plays if it can: exhausts.py WAY LINE SOLVER.
import mmap, os, subprocess, sys, threading, time
os.environ['SOLVER_WORK'] = '50'
way, solver = sys.argv[1], sys.argv[3]
if way == 'touches-2-gb':
    # In small pieces, so that memory grows gradually.
    kept = [bytearray(b'x') * (1 << 18) for _ in range(1 << 13)]
elif way == 'reserves-2-gb':
    kept = mmap.mmap(-1, 2 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
elif way == 'forks-without-end':
    # Ends by itself with 512 processes after 20 s.
    for _ in range(9): os.fork()
    time.sleep(20)
    os._exit(0)
elif way.startswith('threads-'):
    # 2000 threads last until they are found, which takes longer on a busy host.
    count = int(way[8:])
    try:
        for _ in range(count): threading.Thread(target=time.sleep, args=(600,)).start()
    except RuntimeError: pass
    if count > 256: time.sleep(600)
subprocess.run([solver])
os._exit(0)
