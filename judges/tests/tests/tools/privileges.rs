//! No contestant has a capability at any isolation level, not even as root.

use std::process::Command;

use harness::hostile::{Arena, SandboxLevel, User};
use nix::unistd::geteuid;

/// Looks for capabilities, and for a way to regain them.
pub(super) const CAPABILITIES: &str = "
import os, subprocess, sys
def held(text):
    sets = dict(line.split(':', 1) for line in text.splitlines())
    names = ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']
    if os.geteuid() == 0 and not int(sets['NoNewPrivs']): names.append('CapBnd')
    return [name for name in names if int(sets[name], 16)]
own = open('/proc/self/status').read()
child = subprocess.run(['cat', '/proc/self/status'], capture_output=True, text=True).stdout
if held(own) or held(child): sys.exit(' '.join(held(own) + held(child)))
";

/// Tries calls that need capabilities, in harmless forms: restart and console get invalid
/// arguments; clock and host name are set to their present values.
pub(super) const PRIVILEGED: &str = "
import ctypes, errno, os, socket, stat, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    if getattr(libc, name)(*args) == -1: raise OSError(ctypes.get_errno(), name)
def by_handle(path):
    handle = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128))
    mount = ctypes.c_int()
    call('name_to_handle_at', -100, path, handle, ctypes.byref(mount), 0)
    call('open_by_handle_at', os.open('/', os.O_RDONLY), handle, 0)
tried = {
    'restart': lambda: call('reboot', 0x12345),
    'console': lambda: call('klogctl', 8, None, 0),
    'clock': lambda: time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME)),
    'name': lambda: socket.sethostname(socket.gethostname()),
    'handle': lambda: by_handle(os.path.realpath(sys.argv[0]).encode()),
    'device': lambda: os.mknod('/tmp/judged-%d' % os.getpid(), stat.S_IFCHR | 0o600, os.makedev(1, 3)),
    'groups': lambda: os.setgroups([]),
    'root': lambda: os.chroot('/'),
    'raw socket': lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
}
for name, act in tried.items():
    try: act()
    except PermissionError: continue
    except OSError as error:
        if name == 'handle' and error.errno in (errno.EOPNOTSUPP, errno.EOVERFLOW): continue
        sys.exit(name + ': ' + str(error))
    sys.exit(name)
";

/// Reads the environment of the first process and of the supervisor.
pub(super) const READING: &str = "
import os, sys
for pid in [1, os.getppid()]:
    try: sys.exit(open('/proc/%d/environ' % pid).read() or 'open')
    except PermissionError: pass
";

/// Starts an ordinary user's judge with a capability, as a service might: contestants must not
/// inherit it.
pub(super) fn a_capability_of_the_judge_stays_there() {
    if !geteuid().is_root() {
        println!("skipped: only root can start a judge with capabilities");
        return;
    }
    let arena = Arena::of(User::Ordinary);
    let program = format!("#!/usr/bin/env python3\n{CAPABILITIES}\nsys.exit(7)\n");
    let exec = arena.script("looks", &program);
    let judge = arena.program("ioiwari-judge");
    for level in [SandboxLevel::Session, SandboxLevel::Namespaces] {
        // Starts as root; `command` would change the user.
        let mut setpriv = Command::new("setpriv");
        setpriv
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .args(["--inh-caps=+net_raw,+kill", "--ambient-caps=+net_raw,+kill"])
            .args([&judge, "--exec", &exec, "-ns", level.option()]);
        let output = setpriv.output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains("exit status 7"), "{level:?}: {output:?}");
    }
}
