//! Tests with contestants that attack their judge, in `judges/tests/attacks`. Each exits with
//! status 7 if all its attacks have failed.

use std::fs;
use std::process::Command;

use game::Verdict;
use harness::hostile::SandboxLevel::{Full, Namespaces, Session};
use harness::hostile::{Arena, PATIENT, SandboxLevel, User};
use harness::{Tool, tool_test};
use libtest_mimic::Trial;

/// Attacks with their arguments, and the levels at which they must fail.
const ATTACKS: [(&str, &[SandboxLevel]); 19] = [
    ("signals", &[Namespaces, Full]),
    ("forgery", &[Session, Namespaces, Full]),
    ("tracing", &[Session, Namespaces, Full]),
    ("limiting", &[Namespaces, Full]),
    ("parent", &[Session, Namespaces, Full]),
    ("services", &[Full]),
    ("opening", &[Session]),
    ("passing", &[Full]),
    ("mounting", &[Namespaces]),
    ("groups", &[Namespaces, Full]),
    ("walls", &[Full]),
    ("capabilities", &[Session, Namespaces, Full]),
    ("privileged", &[Session, Namespaces, Full]),
    ("reading", &[Session, Namespaces, Full]),
    ("setting", &[Namespaces, Full]),
    ("objects", &[Namespaces, Full]),
    ("refused", &[Namespaces, Full]),
    ("sweep /", &[Full]),
    ("sweep /proc /sys", &[Namespaces]),
];

/// Key of the segment that `objects` makes, as in `/proc/sysvipc/shm`.
const SEGMENT: &str = "120850711";

/// Returns a test for every attack, level and user.
pub(super) fn tests() -> Vec<Trial> {
    let test = |attack: &'static str, level, user| {
        let tools: &[Tool] = match (level, user) {
            (Session, _) => &[],
            (Namespaces, User::Present) => &[Tool::NAMESPACES],
            (Namespaces, User::Ordinary) => &[Tool::ORDINARY_NAMESPACES],
            (Full, _) => &[Tool::BUBBLEWRAP],
        };
        let name = format!("attacks::{attack}_at_{level:?}_{user:?}").to_lowercase();
        tool_test(tools, &name, move || harmless(attack, level, user))
    };
    let each = ATTACKS.iter().flat_map(|&(attack, levels)| {
        let users = |level| User::all().iter().map(move |&user| (level, user));
        let all = levels.iter().copied().flat_map(users);
        all.map(move |(level, user)| test(attack, level, user))
    });
    each.collect()
}

/// Plays two cases; the second one looks for things that the first has left.
fn harmless(attack: &str, level: SandboxLevel, user: User) {
    let limits = format!("--memory-limit 1024 {PATIENT}");
    let options = format!("--seed 1-2 {limits} {}", level.option());
    let result = Arena::of(user).play_attack(attack, &options);
    assert_eq!(result.records.len(), 2, "{:?}", result.ended);
    for record in result.records {
        let found = (record.ruling.verdict, record.ruling.reason.as_deref());
        let expected = (Verdict::Re, Some("exit status 7"));
        assert_eq!(found, expected, "{:?}", record.error_output);
    }
    let left = ["/tmp/made-by-a-case", "/dev/shm/made-by-a-case"];
    assert!(!left.iter().any(|path| fs::exists(path).unwrap()));
    let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap();
    assert!(!segments.contains(SEGMENT), "{segments}");
}

/// Starts an ordinary user's judge with a capability, as a service might: contestants must not
/// inherit it.
pub(super) fn a_capability_of_the_judge_stays_there() {
    let arena = Arena::of(User::Ordinary);
    let (judge, exec) = (arena.program("ioiwari-judge"), arena.attack("capabilities"));
    for level in [Session, Namespaces] {
        // This starts as root, unlike `Arena::command`.
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
