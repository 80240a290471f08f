#!/usr/bin/env python3
# Sends signals to its supervisor and to the judge, and writes to their files in /proc, as another
# user than theirs.
import os, signal, sys
def parent(pid):
    try: return int(open('/proc/%d/stat' % pid).read().rsplit(')', 1)[1].split()[1])
    except OSError: return 1
for pid in [os.getppid(), parent(os.getppid())]:
    for number in [signal.SIGSTOP, signal.SIGTERM]:
        try: os.kill(pid, number)
        except OSError: continue
        sys.exit('a signal reached %d' % pid)
    try: open('/proc/%d/oom_score_adj' % pid, 'w').write('1000')
    except OSError: continue
    sys.exit('a file of %d' % pid)
sys.exit(7)
