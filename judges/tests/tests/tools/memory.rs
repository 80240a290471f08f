//! Memory of a contestant, in all its forms: it is counted, or the call that allocates it is
//! refused. The rows match the table in `judges/kit/SANDBOX.md`.

use std::sync::{Mutex, PoisonError};

use game::{MemorySource, Verdict};
use harness::hostile::{Arena, PATIENT, SandboxLevel, User};
use records::Record;

/// Python programs that hold at least 60 MiB in different ways, mostly outside any mapping. Pipes
/// of an ordinary user are limited to 64 MiB in total.
const HELD: [(&str, &str); 14] = [
    ("mapped", "kept = bytearray(b'x') * (200 << 20)\n"),
    (
        "memfd",
        "fd = os.memfd_create('a')\nfor _ in range(200): os.write(fd, block)\n",
    ),
    (
        "/dev/shm",
        "fd = os.open('/dev/shm/judged', os.O_CREAT | os.O_WRONLY)\nos.unlink('/dev/shm/judged')\n\
         for _ in range(200): os.write(fd, block)\n",
    ),
    (
        "names in /dev/shm",
        "for number in range(200000): os.mkdir('/dev/shm/%d' % number)\n",
    ),
    (
        "segments",
        "libc.shmat.restype = ctypes.c_void_p\n\
         segment = libc.shmget(0, 200 << 20, 0o1600)\nplace = libc.shmat(segment, None, 0)\n\
         ctypes.memset(place, 1, 200 << 20)\nlibc.shmdt(ctypes.c_void_p(place))\n",
    ),
    (
        "messages",
        "message = bytes([1]) + bytes(7) + block[:8000]\n\
         for _ in range(20000):\n    queue = libc.msgget(0, 0o1600)\n    \
         while queue >= 0 and libc.msgsnd(queue, message, 8000, 0o4000) == 0: pass\n",
    ),
    (
        "semaphores",
        "for _ in range(200): libc.semget(0, 32000, 0o1600)\n",
    ),
    (
        "pipes",
        "for _ in range(50):\n    pipe = os.pipe()\n    fcntl.fcntl(pipe[1], 1031, 1 << 20)\n    \
         os.write(pipe[1], block)\n",
    ),
    (
        "pages in pipes",
        "for _ in range(60):\n    kept.append(os.pipe())\n    \
         fcntl.fcntl(kept[-1][1], 1031, 1 << 20)\n    \
         memory = mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n    \
         memory.write(block)\n    address = ctypes.c_char.from_buffer(memory)\n    \
         part = (ctypes.c_size_t * 2)(ctypes.addressof(address), 1 << 20)\n    \
         libc.vmsplice(kept[-1][1], part, 1, 0)\n    del address\n    memory.close()\n",
    ),
    (
        "TCP",
        "server = socket.create_server(('127.0.0.1', 0))\n\
         for _ in range(100):\n    client = socket.socket()\n    \
         client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 << 20)\n    \
         client.connect(server.getsockname())\n    kept += [client, server.accept()]\n    fill(client)\n",
    ),
    (
        "TCP that is not accepted",
        "server = socket.create_server(('127.0.0.1', 0), backlog=400)\n\
         for _ in range(400):\n    client = socket.socket()\n    \
         client.connect(server.getsockname())\n    kept.append(client)\n    fill(client)\n",
    ),
    (
        "UDP",
        "for _ in range(450):\n    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n    \
         server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)\n    \
         server.bind(('127.0.0.1', 0))\n    kept.append(server)\n    \
         client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n    \
         for _ in range(8): client.sendto(block[:60000], server.getsockname())\n",
    ),
    (
        "local sockets",
        "for kind in [socket.SOCK_STREAM, socket.SOCK_DGRAM]:\n    \
         for _ in range(200):\n        \
         try: pair = socket.socketpair(socket.AF_UNIX, kind)\n        except PermissionError: break\n        \
         kept.append(pair)\n        fill(pair[0], block[:100000])\n",
    ),
    (
        "page tables",
        "libc.mmap.restype = ctypes.c_void_p\nhuge, count = 2 << 20, 30000\n\
         place = libc.mmap(None, ctypes.c_size_t(huge * count), 3, 0x4022, -1, ctypes.c_long(0))\n\
         libc.madvise(ctypes.c_void_p(place), ctypes.c_size_t(huge * count), 15)\n\
         for page in range(count): ctypes.c_char.from_address(place + huge * page).value\n",
    ),
];

/// First lines of each program.
const BEGINNING: &str = "
import ctypes, fcntl, mmap, os, socket, sys, time
libc = ctypes.CDLL(None, use_errno=True)
block, kept = b'x' * (1 << 20), []
def fill(client, data=block):
    client.setblocking(False)
    try:
        while True: client.send(data)
    except BlockingIOError: pass
";

/// Plays a case with a Python program and a memory limit of 40 MiB; returns its record.
fn played(arena: &Arena, level: SandboxLevel, program: &str) -> Record {
    let text = format!("#!/usr/bin/env python3\n{BEGINNING}{program}");
    let options = format!("--memory-limit 40 {PATIENT} {}", level.option());
    arena.play_script(&text, &options).record().clone()
}

fn what_counts(level: SandboxLevel) {
    // The kernel limits the pipe pages of a user, and two of these contestants would exceed that.
    static PIPES: Mutex<()> = Mutex::new(());
    let _alone = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    for user in User::ALL {
        let arena = Arena::of(user);
        let source = played(&arena, level, "").cost.memory_source;
        if source != Some(MemorySource::Group) {
            println!("skipped: no control group with a memory controller for the {user:?} user");
            continue;
        }
        for (name, program) in HELD {
            let record = played(&arena, level, &format!("{program}time.sleep(600)\n"));
            let found = (record.ruling.verdict, record.cost.memory_source);
            assert_eq!(found, (Verdict::Mle, source), "{name}: {record:?}");
        }
    }
}

pub(super) fn what_counts_in_namespaces() {
    what_counts(SandboxLevel::Namespaces);
}

pub(super) fn what_counts_in_a_sandbox() {
    what_counts(SandboxLevel::Full);
}

/// System calls that could hold uncounted memory or pass something on. Each must fail with `EPERM`.
/// Calls whose arguments cannot be inspected must fail with `ENOSYS`.
pub(super) const REFUSED: &str = r"
import ctypes, errno, os, platform, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == 'x86_64'
def call(x86_64, others, *args):
    long = [ctypes.c_long(arg) if type(arg) is int else arg for arg in args]
    if libc.syscall(x86_64 if x86 else others, *long) == -1: raise OSError(ctypes.get_errno(), 'call')
def option(family, kind, *args): socket.socket(family, kind).setsockopt(*args)
def collected():
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.connect(('127.0.0.1', 9))
    return client
user, network, huge, local, udp = 0x10000000, 0x40000000, 0x40000, socket.AF_UNIX, socket.SOCK_DGRAM
tried = {
    'queue of netlink': lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0),
    'ring of packets': lambda: socket.socket(17, socket.SOCK_RAW, 0),
    'queue of a cipher': lambda: socket.socket(38, socket.SOCK_SEQPACKET, 0),
    'pair of another family': lambda: socket.socketpair(30, socket.SOCK_STREAM, 0),
    'queue of ping': lambda: socket.socket(socket.AF_INET, udp, 1),
    'queue of SCTP': lambda: socket.socket(socket.AF_INET6, socket.SOCK_STREAM, 132),
    'network namespace': lambda: call(272, 97, user | network),
    'user namespace': lambda: call(272, 97, user),
    'user namespace of a child': lambda: call(56, 220, user | 17, 0, 0, 0, 0),
    'collected datagrams': lambda: collected().send(b'a', socket.MSG_MORE),
    'collected messages': lambda: collected().sendmsg([b'a'], [], socket.MSG_MORE),
    'cork': lambda: option(socket.AF_INET, udp, socket.IPPROTO_UDP, 1, 1),
    'filter of a socket': lambda: option(local, udp, socket.SOL_SOCKET, 26, bytes(16)),
    'filter of a port': lambda: option(socket.AF_INET, udp, socket.SOL_SOCKET, 51, bytes(16)),
    'rings of requests': lambda: call(425, 425, 8, bytes(120)),
    'secret memory': lambda: call(447, 447, 0),
    'mapping of huge pages': lambda: call(9, 222, 0, 2 << 20, 3, 0x22 | huge, -1, 0),
    'file of huge pages': lambda: call(319, 279, b'a', 4),
    'segment of huge pages': lambda: call(29, 194, 0, 2 << 20, 0o1600 | 0o4000),
    'pages moved to swap space': lambda: call(28, 233, 0, 0, 21),
    'pages of another process': lambda: call(440, 440, 0, 0, 0, 21, 0),
    'keys': lambda: call(248, 217, b'user', b'a', b'b', 1, -3),
    'requested keys': lambda: call(249, 218, b'user', b'a', 0, -3),
    'keyrings': lambda: call(250, 219, 0, -3, 0),
    'program in the kernel': lambda: call(321, 280, 0, bytes(128), 128),
    'ring of a counter': lambda: call(298, 241, bytes(128), 0, -1, -1, 0),
    'faults': lambda: call(323, 282, 1),
    'filter': lambda: call(317, 277, 1, 0, bytes(16)),
    'filter with a listener': lambda: call(317, 277, 1, 8, bytes(16)),
    'filter of old': lambda: call(157, 167, 22, 2, bytes(16), 0, 0),
    'mount': lambda: call(165, 40, 0, 0, 0, 0, 0),
}
for name, act in tried.items():
    try: act()
    except PermissionError: continue
    except OSError as error: sys.exit(name + ': ' + str(error))
    sys.exit(name)
missing = {
    'clone3': lambda: call(435, 435, bytes(88), 88),
    'keyrings for other pointers': lambda: call(250 | 1 << 30, 219 | 1 << 30, 0, -3, 0),
}
for name, act in missing.items():
    try: act()
    except OSError as error:
        if error.errno == errno.ENOSYS: continue
    sys.exit(name)
";
