//! Changes that could outlast a case: kernel settings, files, and kernel objects.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;

use harness::hostile::{Arena, SandboxLevel, User};

use super::isolating::{harmless, records};

/// Searches the folders `TOPS` for a writable file, a folder made by an earlier case, and a socket
/// that answers. On the root file system, only one plain file in each folder is tried, since all
/// have the same permission.
const SWEEP: &str = r"
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
folders = list(TOPS)
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
";

/// Writes the present value of a kernel setting back to it, which must fail.
pub(super) const SETTING: &str = r"
import sys
for name in ['/proc/sys/kernel/core_pattern', '/proc/sys/kernel/domainname', '/proc/sys/vm/overcommit_ratio',
             '/sys/kernel/mm/transparent_hugepage/enabled', '/sys/kernel/uevent_helper']:
    try:
        present = open(name).read()
        open(name, 'w').write(present)
    except OSError: continue
    sys.exit(name)
";

pub(super) fn nothing_can_be_written_in_a_sandbox() {
    harmless(SandboxLevel::Full, &SWEEP.replace("TOPS", "['/']"));
}

pub(super) fn no_interface_can_be_written_in_namespaces() {
    let interfaces = SWEEP.replace("TOPS", "['/proc', '/sys']");
    harmless(SandboxLevel::Namespaces, &interfaces);
}

/// Looks for objects of an earlier case, then makes some of each: segments, semaphores and queues
/// of System V; queues, memory and semaphores of POSIX.
pub(super) const OBJECTS: &str = r"
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
real_time = ctypes.CDLL('librt.so.1', use_errno=True)
threads = ctypes.CDLL('libpthread.so.0', use_errno=True)
key, create = 0x7340917, 0o1600
made = os.O_CREAT | os.O_EXCL
tried = {
    'segment': libc.shmget(key, 4096, create | 0o2000) == -1,
    'semaphore': libc.semget(key, 1, create | 0o2000) == -1,
    'queue': libc.msgget(key, create | 0o2000) == -1,
    'POSIX queue': real_time.mq_open(b'/judged', made, 0o600, None) == -1,
    'POSIX memory': real_time.shm_open(b'/judged', made, 0o600) == -1,
    'POSIX semaphore': threads.sem_open(b'/judged', made, 0o600, 1) == 0,
    'file of a queue': os.path.exists('/dev/mqueue/judged'),
}
if os.path.isdir('/dev/mqueue'): open('/dev/mqueue/judged', 'a').close()
left = [name for name, failed in tried.items() if failed]
if left: sys.exit(' '.join(left))
";

/// Checks that the next case and the host do not see kernel objects of a case.
pub(super) fn objects_of_the_kernel_end_with_their_case() {
    let before = fs::read_to_string("/proc/sysvipc/shm").unwrap();
    harmless(SandboxLevel::Namespaces, OBJECTS);
    assert_eq!(fs::read_to_string("/proc/sysvipc/shm").unwrap(), before);
}

/// Makes every kind of socket that could reach a service, which must fail; only a socket pair is
/// allowed.
pub(super) const SERVICES: &str = r"
import socket, sys
one, other = socket.socketpair()
one.send(b'a')
if other.recv(1) != b'a': sys.exit('pair')
kinds = [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET]
pairs = [socket.SOCK_DGRAM, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC, socket.SOCK_RAW]
for make, kinds in [(socket.socket, kinds), (socket.socketpair, pairs)]:
    for kind in kinds:
        try: make(socket.AF_UNIX, kind)
        except PermissionError: continue
        sys.exit('%s %d' % (make, kind))
";

/// Checks that a program in the sandbox cannot connect to a socket file of any name. A read-only
/// file system alone would allow it.
pub(super) fn services_are_out_of_reach_in_a_sandbox() {
    let connecting = r"
import os, socket, sys
os.chdir(os.path.dirname(sys.argv[0]))
try: socket.socket(socket.AF_UNIX).connect(b'service\n\xff')
except OSError: sys.exit(7)
";
    for user in User::ALL {
        let arena = Arena::of(user);
        let socket = arena.folder().join(OsStr::from_bytes(b"service\n\xff"));
        let _service = UnixListener::bind(&socket).unwrap();
        fs::set_permissions(&socket, fs::Permissions::from_mode(0o777)).unwrap();
        for record in records(&arena, SandboxLevel::Full, connecting).0 {
            let reason = record.ruling.reason.as_deref();
            assert_eq!(reason, Some("exit status 7"), "{user:?} user");
        }
    }
}
