#!/usr/bin/env python3
# Starts a supervisor with a wall limit of 1 s and waits for its report.
import json, os, socket, subprocess, sys
ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
ours.settimeout(60)
time = lambda ms: {'secs': 0, 'nanos': ms * 1000000}
settings = {'isolation': 'none', 'cpu': {'secs': 60, 'nanos': 0}, 'wall': time(1000),
    'memory_kib': 1 << 20, 'open_files': 256, 'user': None, 'groups': [], 'is_counted': False}
args = [sys.argv[1], '__supervise', json.dumps(settings)] + sys.argv[2:]
supervisor = subprocess.Popen(args, stderr=theirs)
theirs.close()
assert json.loads(ours.recv(4096)) == {'Ready': {'has_random_ids': False}}
(stdin, _), (_, stdout) = pipes = os.pipe(), os.pipe()
socket.send_fds(ours, [b'start'], [stdin, stdout, os.memfd_create('stderr')])
assert json.loads(ours.recv(4096)) == 'Started'
print(json.loads(ours.recv(4096))['Ended']['end'])
ours.close()
sys.exit(supervisor.wait())
