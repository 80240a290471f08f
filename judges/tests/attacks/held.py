#!/usr/bin/env python3
# Holds at least 60 MiB in the way that its arguments name, mostly outside any mapping. Pipes of an
# ordinary user are limited to 64 MiB in total.
import ctypes, fcntl, mmap, os, socket, sys, time
libc = ctypes.CDLL(None, use_errno=True)
block, kept = b'x' * (1 << 20), []
def fill(client, data=block):
    client.setblocking(False)
    try:
        while True: client.send(data)
    except BlockingIOError: pass
way = ' '.join(sys.argv[1:])
if way == 'mapped':
    kept = bytearray(b'x') * (200 << 20)
elif way == 'memfd':
    fd = os.memfd_create('a')
    for _ in range(200): os.write(fd, block)
elif way == '/dev/shm':
    fd = os.open('/dev/shm/judged', os.O_CREAT | os.O_WRONLY)
    os.unlink('/dev/shm/judged')
    for _ in range(200): os.write(fd, block)
elif way == 'names in /dev/shm':
    for number in range(200000): os.mkdir('/dev/shm/%d' % number)
elif way == 'segments':
    libc.shmat.restype = ctypes.c_void_p
    segment = libc.shmget(0, 200 << 20, 0o1600)
    place = libc.shmat(segment, None, 0)
    ctypes.memset(place, 1, 200 << 20)
    libc.shmdt(ctypes.c_void_p(place))
elif way == 'messages':
    message = bytes([1]) + bytes(7) + block[:8000]
    for _ in range(20000):
        queue = libc.msgget(0, 0o1600)
        while queue >= 0 and libc.msgsnd(queue, message, 8000, 0o4000) == 0: pass
elif way == 'semaphores':
    for _ in range(200): libc.semget(0, 32000, 0o1600)
elif way == 'pipes':
    for _ in range(50):
        pipe = os.pipe()
        fcntl.fcntl(pipe[1], 1031, 1 << 20)
        os.write(pipe[1], block)
elif way == 'pages in pipes':
    for _ in range(60):
        kept.append(os.pipe())
        fcntl.fcntl(kept[-1][1], 1031, 1 << 20)
        memory = mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        memory.write(block)
        address = ctypes.c_char.from_buffer(memory)
        part = (ctypes.c_size_t * 2)(ctypes.addressof(address), 1 << 20)
        libc.vmsplice(kept[-1][1], part, 1, 0)
        del address
        memory.close()
elif way == 'TCP':
    server = socket.create_server(('127.0.0.1', 0))
    for _ in range(100):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 << 20)
        client.connect(server.getsockname())
        kept += [client, server.accept()]
        fill(client)
elif way == 'TCP that is not accepted':
    server = socket.create_server(('127.0.0.1', 0), backlog=400)
    for _ in range(400):
        client = socket.socket()
        client.connect(server.getsockname())
        kept.append(client)
        fill(client)
elif way == 'UDP':
    for _ in range(450):
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        server.bind(('127.0.0.1', 0))
        kept.append(server)
        client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for _ in range(8): client.sendto(block[:60000], server.getsockname())
elif way == 'local sockets':
    for kind in [socket.SOCK_STREAM, socket.SOCK_DGRAM]:
        for _ in range(200):
            try: pair = socket.socketpair(socket.AF_UNIX, kind)
            except PermissionError: break
            kept.append(pair)
            fill(pair[0], block[:100000])
elif way == 'page tables':
    libc.mmap.restype = ctypes.c_void_p
    huge, count = 2 << 20, 30000
    place = libc.mmap(None, ctypes.c_size_t(huge * count), 3, 0x4022, -1, ctypes.c_long(0))
    libc.madvise(ctypes.c_void_p(place), ctypes.c_size_t(huge * count), 15)
    for page in range(count): ctypes.c_char.from_address(place + huge * page).value
else: sys.exit(way)
time.sleep(600)
