#!/usr/bin/env python3
# Searches the folders of its arguments for a writable file, a folder made by an earlier case, and a
# socket that answers. On the root file system, one plain file in each folder is tried: if it is
# read-only, so are the others.
import os, socket, stat, sys
made = 'made-by-a-case'
root = os.stat('/').st_dev
def found(path, info):
    if stat.S_ISDIR(info.st_mode):
        if os.path.lexists(path + '/' + made): sys.exit(path + ': a case before was here')
        try: os.mkdir(path + '/' + made)
        except OSError: pass
    elif stat.S_ISSOCK(info.st_mode):
        for kind in [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET]:
            try: socket.socket(socket.AF_UNIX, kind).connect(path)
            except OSError: continue
            sys.exit(path + ': it answers')
    elif stat.S_ISREG(info.st_mode) or not path.startswith('/dev/'):
        if stat.S_ISFIFO(info.st_mode) or stat.S_ISLNK(info.st_mode): return
        try: os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY))
        except OSError: return
        sys.exit(path + ': it can be written')
folders = sys.argv[1:]
while folders:
    folder = folders.pop()
    try:
        found(folder, os.lstat(folder))
        names = os.listdir(folder)
    except OSError: continue
    plain = False
    for name in names:
        path = folder.rstrip('/') + '/' + name
        try: info = os.lstat(path)
        except OSError: continue
        if stat.S_ISDIR(info.st_mode):
            if name != made: folders.append(path)
            continue
        skipped = plain and info.st_dev == root and stat.S_ISREG(info.st_mode)
        plain |= stat.S_ISREG(info.st_mode)
        if not skipped: found(path, info)
sys.exit(7)
