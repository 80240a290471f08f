//! Contestants that attack their judge, at each level of isolation.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use game::Verdict;
use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind, SandboxLevel, User};
use records::Record;

pub(super) const USERS: [User; 2] = [User::Present, User::Ordinary];

/// High limits of time.
pub(super) const PATIENT: [&str; 4] = ["--time-limit", "60000", "--wall-limit", "120000"];

/// The records of two cases against a Python program, at this level, and what it has written to
/// its standard error.
pub(super) fn records(arena: &Arena, level: SandboxLevel, program: &str) -> (Vec<Record>, String) {
    let text = format!("#!/usr/bin/env python3\n{program}");
    let exec = arena.script("attack", &text).unwrap();
    let errors = tempfile::tempdir_in(arena.folder()).unwrap();
    fs::set_permissions(&errors, Permissions::from_mode(0o777)).unwrap();
    let folder = errors.path().display().to_string();
    let args = [
        &["--exec", &exec, "--seed", "1-2", "-ns", level.option()],
        &["-saveSolError", &folder, "--memory-limit", "1024"][..],
        &PATIENT[..],
    ]
    .concat();
    let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
    assert!(outcome.left.is_empty(), "{:?}", outcome.left);
    assert_eq!(outcome.records.len(), 2, "{}", outcome.printed);
    let files = fs::read_dir(&errors).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    (outcome.records, texts.collect())
}

/// The program's own end decides, whatever it has tried before.
pub(super) fn harmless(level: SandboxLevel, program: &str) {
    for user in USERS {
        let arena = Arena::of(user).unwrap();
        if level == SandboxLevel::Namespaces
            && arena.level(first(DialogueKind::Interactive)).unwrap() != level
        {
            // This host refuses namespaces to this user.
            continue;
        }
        let program = format!("{program}\nimport sys\nsys.exit(7)\n");
        let (records, errors) = records(&arena, level, &program);
        for record in records {
            let expected = (Verdict::Re, Some("exit status 7"));
            let found = (record.ruling.verdict, record.ruling.reason.as_deref());
            assert_eq!(found, expected, "{level:?}, {user:?} user: {errors}");
        }
    }
}

/// Kills and stops every process it sees, its supervisor first.
const SIGNALS: &str = "
import os, signal
others = [int(name) for name in os.listdir('/proc') if name.isdigit()]
for pid in [os.getppid()] + others:
    for number in [signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM]:
        if pid not in (os.getpid(), 0):
            try: os.kill(pid, number)
            except OSError: pass
";

/// Takes over its supervisor's socket, stops the supervisor, and forges its report.
const FORGERY: &str = "
import ctypes, os, socket, signal
libc = ctypes.CDLL(None, use_errno=True)
sup = os.getppid()
fds = []
try:
    pidfd = os.pidfd_open(sup)
    fds = [libc.syscall(438, pidfd, fd, 0) for fd in range(32)]
except OSError: pass
report = b'{\"Ended\":{\"end\":{\"Exited\":0},\"cpu_us\":0,\"cpu_source\":\"Counter\",' \\
    b'\"memory_kib\":0,\"memory_source\":\"Proportional\"}}'
for fd in fds:
    if fd >= 0:
        try:
            s = socket.socket(fileno=fd)
            os.kill(sup, signal.SIGSTOP)
            s.send(report)
        except OSError: pass
";

/// Traces its supervisor, and writes to its memory.
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

/// Takes limits and CPUs from every process it sees.
const LIMITING: &str = "
import os, resource
for pid in [int(name) for name in os.listdir('/proc') if name.isdigit()] + [os.getppid()]:
    if pid not in (os.getpid(), 0):
        for what in [resource.RLIMIT_NOFILE, resource.RLIMIT_CPU, resource.RLIMIT_AS]:
            try: resource.prlimit(pid, what, (1, 1))
            except (OSError, ValueError): pass
";

pub(super) fn signals_in_namespaces() {
    harmless(SandboxLevel::Namespaces, SIGNALS);
}

pub(super) fn signals_in_a_sandbox() {
    harmless(SandboxLevel::Full, SIGNALS);
}

pub(super) fn a_forged_report_in_a_sandbox() {
    harmless(SandboxLevel::Full, FORGERY);
}

pub(super) fn tracing_in_a_sandbox() {
    harmless(SandboxLevel::Full, TRACING);
}

pub(super) fn limiting_in_a_sandbox() {
    harmless(SandboxLevel::Full, LIMITING);
}

/// Without a sandbox, a supervisor gives away neither its descriptors nor its memory.
pub(super) fn a_forged_report_without_a_sandbox() {
    for attack in [FORGERY, TRACING] {
        harmless(SandboxLevel::Session, attack);
        harmless(SandboxLevel::Namespaces, attack);
    }
}

/// Opens the memory, the variables and the descriptors of its supervisor and of its
/// judge, and traces them.
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

/// Judge and supervisor are not dumpable, and have capabilities that no contestant has: one that
/// sees both can look into neither.
pub(super) fn judge_and_supervisor_are_closed() {
    harmless(SandboxLevel::Session, OPENING);
}

/// No counters of the network or of a control group pass from one case to the next; no descriptor of
/// bubblewrap's is left.
pub(super) fn nothing_passes_through_a_sandbox() {
    let program = "
import os, socket, sys
if len(os.listdir('/proc/self/fd')) != 4: sys.exit('descriptors')
lines = [line.split() for line in open('/proc/net/dev') if 'lo:' in line]
if lines[0][1] != '0': sys.exit('network')
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'passes', ('127.0.0.1', 9))
for folder, _, names in os.walk('/sys/fs/cgroup'):
    if any(name.startswith('memory.') for name in names): sys.exit(folder)
";
    harmless(SandboxLevel::Full, program);
}

/// In namespaces, a contestant can uncover no other `/proc` nor mount control groups anew, in a user
/// namespace of its own neither.
pub(super) fn mounting_in_namespaces() {
    let mounting = "
import ctypes, os, sys
libc = ctypes.CDLL(None)
if libc.umount2(b'/proc', 2) == 0: sys.exit('no more /proc')
for system, options in [(b'tmpfs', None), (b'cgroup', b'freezer'), (b'cgroup2', None)]:
    if libc.mount(b'none', b'/mnt', system, 0, options) == 0: sys.exit(system)
for namespace in [0x20000, 0x20000000]:
    if libc.unshare(namespace | 0x10000000) == 0: sys.exit(namespace)
";
    harmless(SandboxLevel::Namespaces, mounting);
}

/// In a control group that it may write to, an ordinary user's contestant could leave, or
/// stop and kill its supervisor.
fn control_groups_are_closed(level: SandboxLevel) {
    let program = "
import os, sys
for folder, _, names in os.walk('/sys/fs/cgroup'):
    groups = [name for name in names if name.startswith('cgroup.')]
    for path in [folder + '/' + name for name in groups] + [folder] * bool(groups):
        if os.access(path, os.W_OK): sys.exit(path)
";
    harmless(level, program);
}

pub(super) fn control_groups_are_closed_in_namespaces() {
    control_groups_are_closed(SandboxLevel::Namespaces);
}

pub(super) fn control_groups_are_closed_in_a_sandbox() {
    control_groups_are_closed(SandboxLevel::Full);
}

/// The system is read-only, /tmp is empty and new for every case, the network is gone.
pub(super) fn a_sandbox_has_walls() {
    let program = "
import os, socket, sys
def fails(act):
    try: act()
    except OSError: return True
def write(path): open(path, 'w').close()
home = os.path.dirname(os.path.realpath(sys.argv[0]))
walls = [fails(lambda: write('/etc/judged')), fails(lambda: write(home + '/judged')),
         fails(lambda: socket.create_connection(('127.0.0.1', 80), 1)),
         not os.path.exists('/tmp/judged'), os.listdir('/sys/class/net') is not None,
         all(int(pid) < 100 for pid in os.listdir('/proc') if pid.isdigit())]
write('/tmp/judged')
sys.exit(0 if not all(walls) else 7)
";
    harmless(SandboxLevel::Full, program);
    assert!(!fs::exists("/tmp/judged").unwrap());
}

pub(super) fn a_sandbox_changes_no_verdict() {
    for user in USERS {
        let arena = Arena::of(user).unwrap();
        let game = first(DialogueKind::Interactive);
        for (name, verdict, reason) in [
            ("crlf", Verdict::Ok, ""),
            ("segfaults", Verdict::Re, "killed by SIGSEGV"),
            ("exits-3-after", Verdict::Re, "exit status 3"),
            (
                "answers-twice",
                Verdict::Wa,
                "was written before it was asked for",
            ),
            ("endless-line", Verdict::Ole, "bytes of output"),
            ("touches-2-gb", Verdict::Mle, "MiB of memory"),
            ("busy", Verdict::Tle, "more than 300 ms of CPU time"),
            (
                "forks-without-end=0",
                Verdict::Re,
                "more than 256 processes and threads",
            ),
            ("leaves-children", Verdict::Ok, ""),
        ] {
            let contestants = harness::hostile::contestants();
            let contestant = contestants.iter().find(|one| one.name == name).unwrap();
            let outcome = arena.run(game, contestant, SandboxLevel::Full).unwrap();
            let reason = reason.into();
            let expected = harness::hostile::Expected { verdict, reason };
            let checked = outcome.check(&expected);
            assert!(checked.is_ok(), "{name}, {user:?} user: {checked:?}");
        }
    }
}

/// A command that cannot be started ends the run at this level, with one line.
fn unstartable(level: SandboxLevel) {
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    for behaviour in [
        "no-such-command",
        "a-folder",
        "no-run-bit",
        "no-shebang",
        "no-interpreter",
    ] {
        let exec = arena.exec(game, behaviour).unwrap();
        let mut judge = arena.judge(game);
        judge.args(["--exec", &exec, "--seed", "1-300", level.option()]);
        let output = judge.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{behaviour}: {said}");
        assert!(output.stdout.is_empty(), "{behaviour}");
        let start = format!("error: `{exec}` cannot be started: ");
        assert!(said.starts_with(&start), "{said}");
        assert_eq!(said.lines().count(), 1);
    }
}

pub(super) fn a_command_that_cannot_be_started() {
    unstartable(SandboxLevel::Session);
    unstartable(SandboxLevel::Namespaces);
}

pub(super) fn a_command_that_cannot_be_started_in_a_sandbox() {
    unstartable(SandboxLevel::Full);
}

pub(super) fn no_bubblewrap() {
    let arena = Arena::here().unwrap();
    let output = arena
        .judge(first(DialogueKind::Interactive))
        .args(["--sandbox", "--seed", "1"])
        .env("PATH", "/nonexistent")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        said,
        "error: --sandbox: `bwrap` is not installed (package bubblewrap)\n"
    );
}

/// No process of a judge but itself has the seed among its arguments or its variables.
pub(super) fn seeds_stay_with_the_judge() {
    let arena = Arena::here().unwrap();
    let seen = arena.folder().join("seen");
    let text = format!(
        "#!/bin/sh\nfor file in /proc/$$/environ /proc/$PPID/cmdline /proc/$PPID/environ; do\n\
         tr '\\0' '\\n' < $file; done > '{}'\nps -ef >> '{0}' 2>/dev/null\nenv >> '{0}'\n",
        seen.display()
    );
    let exec = arena.script("looks", &text).unwrap();
    let errors = arena.folder().join("errors").display().to_string();
    for level in [SandboxLevel::Session, SandboxLevel::Namespaces] {
        let args = [
            "--exec",
            &exec,
            "--seed",
            "7340917",
            "-ns",
            "-saveSolError",
            &errors,
            "--force",
        ];
        let args = [&args[..], &[level.option()]].concat();
        let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
        assert_eq!(outcome.records[0].ruling.verdict, Verdict::Wa);
        let seen = fs::read_to_string(&seen).unwrap();
        let others = seen.lines().filter(|line| !line.contains("--seed"));
        let secrets: Vec<&str> = others.filter(|line| line.contains("7340917")).collect();
        assert!(seen.contains("LANG=") && secrets.is_empty(), "{secrets:?}");
        // In namespaces, the judge's own arguments cannot be seen either.
        assert!(
            level == SandboxLevel::Session || !seen.contains("7340917"),
            "{seen}"
        );
    }
}
