//! Contestants that attack their judge, at each isolation level.

use std::fs;

use game::Verdict;
use harness::hostile::SandboxLevel::{Full, Namespaces, Session};
use harness::hostile::{
    Arena, PATIENT, SandboxLevel, Trial as HostileTrial, User, check_trials, contestants, games,
};
use harness::{Tool, tool_test};
use libtest_mimic::Trial;
use records::Record;

use super::lasting::{OBJECTS, SERVICES, SETTING};
use super::memory::REFUSED;
use super::privileges::{CAPABILITIES, PRIVILEGED, READING};

/// Plays two cases with a Python program at this level. Returns their records and the program's
/// standard error.
pub(super) fn records(arena: &Arena, level: SandboxLevel, program: &str) -> (Vec<Record>, String) {
    arena.remove("errors");
    let options = "--seed 1-2 -saveSolError errors --memory-limit 1024";
    let text = format!("#!/usr/bin/env python3\n{program}");
    let result = arena.play_script(&text, &format!("{options} {PATIENT} {}", level.option()));
    assert_eq!(result.records.len(), 2, "{:?}", result.ended);
    let files = arena.listing("errors").into_iter();
    let texts = files.map(|file| fs::read_to_string(file).unwrap());
    (result.records, texts.collect())
}

/// Checks that the program's exit status alone decides, so that its attacks had no effect.
pub(super) fn harmless(level: SandboxLevel, program: &str) {
    for user in User::ALL {
        let arena = Arena::of(user);
        if level == SandboxLevel::Namespaces && arena.level() != level {
            // The host does not allow namespaces for this user.
            continue;
        }
        let program = format!("{program}\nimport sys\nsys.exit(7)\n");
        let (records, errors) = records(&arena, level, &program);
        for record in records {
            let expected = (Verdict::Re, Some("exit status 7"));
            let found = (record.ruling.verdict, record.ruling.reason.as_deref());
            assert_eq!(found, expected, "{level:?}, {user:?} user: {errors}");
        }
        let left = ["/tmp/made-by-a-case", "/dev/shm/made-by-a-case"]
            .map(|path| fs::exists(path).unwrap());
        assert_eq!(left, [false; 2]);
    }
}

/// Kills and stops every process it finds, its supervisor first.
const SIGNALS: &str = "
import os, signal
others = [int(name) for name in os.listdir('/proc') if name.isdigit()]
for pid in [os.getppid()] + others:
    for number in [signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM]:
        if pid not in (os.getpid(), 0):
            try: os.kill(pid, number)
            except OSError: pass
";

/// Takes over the supervisor's socket, stops the supervisor, and forges its report.
const FORGERY: &str = "
import ctypes, os, socket, signal
libc = ctypes.CDLL(None, use_errno=True)
sup = os.getppid()
fds = []
try:
    pidfd = os.pidfd_open(sup)
    fds = [libc.syscall(438, pidfd, fd, 0) for fd in range(32)]
except OSError: pass
report = b'{\"Ended\":{\"end\":{\"Exited\":0},\"cost\":{\"cpu_ms\":0,\"wall_ms\":0,\"memory_kib\":0,' \\
    b'\"cpu_source\":\"counter\",\"memory_source\":\"proportional\"}}}'
for fd in fds:
    if fd >= 0:
        try:
            s = socket.socket(fileno=fd)
            os.kill(sup, signal.SIGSTOP)
            s.send(report)
        except OSError: pass
";

/// Traces the supervisor and writes to its memory.
const TRACING: &str = "
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
sup = os.getppid()
if libc.ptrace(16, sup, 0, 0) == 0:
    os.waitpid(sup, 0x40000000)
    libc.ptrace(4, sup, 0, 0)
    libc.ptrace(17, sup, 0, 0)
try: open('/proc/%d/mem' % sup, 'r+b').write(b'0')
except OSError: pass
";

/// Lowers limits, CPUs and priority of every thread of the supervisor, which must fail. The same
/// must succeed for the contestant's own child.
const LIMITING: &str = "
import ctypes, os, platform, resource, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
supervisor = os.getppid()
def call(x86_64, others, *args):
    if libc.syscall(x86_64 if platform.machine() == 'x86_64' else others, *args) == -1:
        raise OSError(ctypes.get_errno(), 'call')
def refused(act, name):
    try: act()
    except PermissionError: return
    sys.exit(name)
def change(pid):
    param = os.sched_param(0)
    yield lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (1, 1))
    yield lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))
    yield lambda: os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})
    yield lambda: os.sched_setscheduler(pid, os.SCHED_BATCH, param)
    yield lambda: os.sched_setparam(pid, param)
    yield lambda: os.setpriority(os.PRIO_PROCESS, pid, 10)
    yield lambda: call(251, 30, 1, pid, 3 << 13)
for thread in [int(name) for name in os.listdir('/proc/%d/task' % supervisor)]:
    for number, act in enumerate(change(thread)): refused(act, '%d: %d' % (thread, number))
refused(lambda: os.setpriority(os.PRIO_USER, os.getuid(), 10), 'user')
refused(lambda: call(251, 30, 3, os.getuid(), 3 << 13), 'user of the disk')
child = subprocess.Popen(['sleep', '9'])
for act in change(child.pid): act()
child.kill()
";

/// Asks for a kill signal when its parent exits; that must not happen during the case.
const PARENT: &str = "
import ctypes, time
ctypes.CDLL(None).prctl(1, 9)
time.sleep(0.3)
";

/// Opens memory, environment and descriptors of the supervisor and of the judge, and traces them.
/// This must fail, because they are not dumpable and have capabilities that contestants lack.
const OPENING: &str = "
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def parent(pid):
    return int(open('/proc/%d/stat' % pid).read().rsplit(')', 1)[1].split()[1])
supervisor = os.getppid()
judge = parent(supervisor)
opened = []
for pid in [supervisor, judge]:
    for name in ['mem', 'environ', 'fd', 'maps']:
        try:
            path = '/proc/%d/%s' % (pid, name)
            os.readlink(path + '/2') if name == 'fd' else open(path, 'rb').read(1)
            opened.append(path)
        except PermissionError: pass
    if libc.syscall(438, os.pidfd_open(pid), 1, 0) >= 0: opened.append('descriptor')
    if libc.ptrace(16, pid, 0, 0) == 0: opened.append('traced')
if opened: sys.exit(' '.join(opened))
";

/// Checks that no counters of the network or of a control group pass from case to case, and that
/// bubblewrap leaves no open descriptor.
const PASSING: &str = "
import os, socket, sys
if len(os.listdir('/proc/self/fd')) != 4: sys.exit('descriptors')
lines = [line.split() for line in open('/proc/net/dev') if 'lo:' in line]
if lines[0][1] != '0': sys.exit('network')
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'passes', ('127.0.0.1', 9))
for folder, _, names in os.walk('/sys/fs/cgroup'):
    if any(name.startswith('memory.') for name in names): sys.exit(folder)
";

/// Tries to uncover another `/proc` and to mount control groups, also in a new user namespace.
const MOUNTING: &str = "
import ctypes, os, sys
libc = ctypes.CDLL(None)
if libc.umount2(b'/proc', 2) == 0: sys.exit('no more /proc')
for system, options in [(b'tmpfs', None), (b'cgroup', b'freezer'), (b'cgroup2', None)]:
    if libc.mount(b'none', b'/mnt', system, 0, options) == 0: sys.exit(system)
for namespace in [0x20000, 0x20000000]:
    if libc.unshare(namespace | 0x10000000) == 0: sys.exit(namespace)
";

/// Looks for control groups that it may write to: in one, an ordinary user's contestant could
/// leave, or stop and kill its supervisor.
const GROUPS: &str = "
import os, sys
for folder, _, names in os.walk('/sys/fs/cgroup'):
    groups = [name for name in names if name.startswith('cgroup.')]
    for path in [folder + '/' + name for name in groups] + [folder] * bool(groups):
        if os.access(path, os.W_OK): sys.exit(path)
";

/// Checks that the system is read-only, /tmp is empty in every case, and the network is
/// unreachable.
const WALLS: &str = "
import os, socket, sys
def fails(act):
    try: act()
    except OSError: return True
def write(path): open(path, 'w').close()
home = os.path.dirname(os.path.realpath(sys.argv[0]))
walls = [fails(lambda: write('/etc/made-by-a-case')), fails(lambda: write(home + '/made-by-a-case')),
         fails(lambda: socket.create_connection(('127.0.0.1', 80), 1)),
         not os.path.exists('/tmp/made-by-a-case'), open('/proc/net/dev').read().count(':') == 1,
         all(int(pid) < 100 for pid in os.listdir('/proc') if pid.isdigit())]
write('/tmp/made-by-a-case')
sys.exit(0 if not all(walls) else 7)
";

/// Attacks, and the levels at which they must be harmless.
const ATTACKS: [(&str, &str, &[SandboxLevel]); 17] = [
    ("signals", SIGNALS, &[Namespaces, Full]),
    ("forgery", FORGERY, &[Session, Namespaces, Full]),
    ("tracing", TRACING, &[Session, Namespaces, Full]),
    ("limiting", LIMITING, &[Namespaces, Full]),
    ("parent", PARENT, &[Session, Namespaces, Full]),
    ("services", SERVICES, &[Full]),
    ("opening", OPENING, &[Session]),
    ("passing", PASSING, &[Full]),
    ("mounting", MOUNTING, &[Namespaces]),
    ("groups", GROUPS, &[Namespaces, Full]),
    ("walls", WALLS, &[Full]),
    ("capabilities", CAPABILITIES, &[Session, Namespaces, Full]),
    ("privileged", PRIVILEGED, &[Session, Namespaces, Full]),
    ("reading", READING, &[Session, Namespaces]),
    ("setting", SETTING, &[Namespaces, Full]),
    ("objects", OBJECTS, &[Namespaces, Full]),
    ("refused", REFUSED, &[Namespaces, Full]),
];

/// Returns a test for every attack and level.
pub(super) fn attacks() -> Vec<Trial> {
    let at_level = |(name, program, level): (&str, &'static str, SandboxLevel)| {
        let tools: &[Tool] = if level == Full {
            &[Tool::Bubblewrap]
        } else {
            &[]
        };
        let name = format!("attacks::{name}_at_{level:?}").to_lowercase();
        tool_test(tools, &name, move || harmless(level, program))
    };
    let attacks = ATTACKS.iter();
    let each = attacks.flat_map(|&(name, program, levels)| {
        let levels = levels.iter();
        levels.map(move |&level| (name, program, level))
    });
    each.map(at_level).collect()
}

/// Checks that verdicts in a sandbox are the same as outside.
pub(super) fn a_sandbox_changes_no_verdict() {
    const NAMES: [&str; 12] = [
        "crlf",
        "closes-stdout",
        "exits-halfway",
        "real-time-signal",
        "segfaults",
        "exits-3-after",
        "answers-twice",
        "endless-line",
        "touches-2-gb",
        "busy",
        "forks-without-end=0",
        "leaves-children",
    ];
    let mut chosen = contestants();
    chosen.retain(|contestant| NAMES.contains(&contestant.name));
    assert_eq!(chosen.len(), NAMES.len());
    let trials: Vec<HostileTrial> = (chosen.into_iter())
        .map(|contestant| (contestant, &games::all()[0]))
        .collect();
    for user in User::ALL {
        check_trials(&trials, user, Some(Full));
    }
}

/// Checks that the exit of the first process and of its children has the same result at every
/// level, for every user.
pub(super) fn every_level_gives_the_same_verdict() {
    let answering = "exec 3<&0\n(sleep 0.2; exec ioiwari <&3) &\n";
    let mut programs = vec![
        (answering.to_string(), Verdict::Ok, String::new()),
        (
            "exec >&-; sleep 9".into(),
            Verdict::Wa,
            "the output is empty".into(),
        ),
    ];
    for status in [126, 127, 137, 139, 192] {
        programs.push((
            format!("exit {status}"),
            Verdict::Re,
            format!("exit status {status}"),
        ));
    }
    programs.push(("kill -9 $$".into(), Verdict::Re, "killed by SIGKILL".into()));
    for user in User::ALL {
        let arena = Arena::of(user);
        for level in [Session, Namespaces, Full] {
            for (program, verdict, reason) in &programs {
                let text = format!("#!/bin/sh\n{program}\n");
                let result = arena.play_script(&text, &format!("{PATIENT} {}", level.option()));
                let isolation = result.record().isolation.as_deref();
                assert_eq!(isolation, level.option().strip_prefix("--sandbox="));
                let found = (result.verdict(), result.reason());
                let is_right = found.0 == *verdict && found.1.contains(reason.as_str());
                assert!(is_right, "{program}, {level:?}, {user:?} user: {found:?}");
            }
        }
    }
}

/// Runs a judge in a user namespace that forbids process namespaces. Without `--sandbox` it falls
/// back with one message; a requested level fails.
pub(super) fn a_level_that_was_asked_for_is_kept() {
    let arena = Arena::of(User::Ordinary);
    let refusing = |line: &str| {
        let judge = format!("ioiwari-judge --exec ioiwari -ns --json r --force {line}");
        let limit = "echo 0 > /proc/sys/user/max_pid_namespaces";
        arena.run(&format!("unshare -Ur sh -c '{limit}; exec {judge}'"))
    };
    let fallen = refusing("--seed 1-3");
    assert_eq!(fallen.status, 0, "{fallen:?}");
    let told = "contestants run with --sandbox=none: the kernel refuses namespaces";
    assert_eq!(fallen.err.matches(told).count(), 1, "{fallen:?}");
    for record in arena.records("r") {
        assert_eq!(record.isolation.as_deref(), Some("none"));
    }
    for level in [Namespaces, Full] {
        let ended = refusing(level.option());
        assert_eq!(ended.status, 3, "{ended:?}");
        assert!(ended.err.contains("--sandbox: "), "{ended:?}");
        assert!(
            ended.err.contains("the kernel refuses namespaces"),
            "{ended:?}"
        );
    }
}

/// Checks that a failure of bubblewrap is reported as the judge's, in bubblewrap's words, and that
/// bubblewrap's time does not count for the contestant.
pub(super) fn a_failure_of_bubblewrap_is_the_judges() {
    let arena = Arena::here();
    fs::create_dir(arena.folder().join("bin")).unwrap();
    let wrapper = |act: &str| {
        // Before the first case the judge makes a trial; that one succeeds.
        let text = format!(
            "#!/bin/sh\nif [ -e {0} ]; then {act}; else touch {0}; fi\nexec {1} \"$@\"\n",
            arena.path("tried"),
            "/usr/bin/bwrap"
        );
        arena.remove("tried");
        arena.script("bin/bwrap", &text);
        arena.play(
            "ioiwari-judge --exec ioiwari -ns --sandbox=full --time-limit 500 --wall-limit 900",
        )
    };
    let failed = wrapper("echo bwrap: cannot mount >&2; exit 1");
    assert_eq!(failed.verdict(), Verdict::Ie);
    let reason = "the contestant cannot be started: bwrap: cannot mount";
    assert_eq!((failed.reason(), failed.ended.status), (reason, 3));
    let busy = "timeout 1 sh -c \"while :; do :; done\"";
    assert_eq!(wrapper(busy).verdict(), Verdict::Ok);
}
