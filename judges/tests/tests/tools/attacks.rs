//! Tests with contestants that attack their judge, in `judges/tests/attacks`. Each exits with
//! status 7 if all its attacks have failed.

use std::fs;
use std::process::Command;

use game::Verdict;
use harness::hostile::SandboxLevel::{Full, Namespaces, Session};
use harness::hostile::{Arena, PATIENT, SandboxLevel, User};
use harness::{Tool, tool_test};
use libtest_mimic::Trial;
use nix::unistd::geteuid;

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
    ("reading", &[Session, Namespaces]),
    ("setting", &[Namespaces, Full]),
    ("objects", &[Namespaces, Full]),
    ("refused", &[Namespaces, Full]),
    ("sweep /", &[Full]),
    ("sweep /proc /sys", &[Namespaces]),
];

/// Key of the segment that `objects` makes, as in `/proc/sysvipc/shm`.
const SEGMENT: &str = "120850711";

/// Returns a test for every attack and level.
pub(super) fn tests() -> Vec<Trial> {
    let at_level = |attack: &'static str, level| {
        let sandbox = [Tool::BUBBLEWRAP];
        let tools = if level == Full { &sandbox[..] } else { &[] };
        let name = format!("attacks::{attack}_at_{level:?}").to_lowercase();
        tool_test(tools, &name, move || harmless(attack, level))
    };
    let each = ATTACKS.iter().flat_map(|&(attack, levels)| {
        let levels = levels.iter();
        levels.map(move |&level| at_level(attack, level))
    });
    each.collect()
}

/// Plays two cases as each user; the second one looks for things that the first has left.
fn harmless(attack: &str, level: SandboxLevel) {
    for user in User::ALL {
        let arena = Arena::of(user);
        if level == Namespaces && arena.level() != level {
            println!("skipped: this host refuses namespaces to the {user:?} user");
            continue;
        }
        let limits = format!("--memory-limit 1024 {PATIENT}");
        let options = format!("--seed 1-2 {limits} {}", level.option());
        let result = arena.play_attack(attack, &options);
        assert_eq!(result.records.len(), 2, "{:?}", result.ended);
        for record in result.records {
            let found = (record.ruling.verdict, record.ruling.reason.as_deref());
            let expected = (Verdict::Re, Some("exit status 7"));
            assert_eq!(found, expected, "{user:?} user: {:?}", record.error_output);
        }
        let left = ["/tmp/made-by-a-case", "/dev/shm/made-by-a-case"];
        assert!(!left.iter().any(|path| fs::exists(path).unwrap()));
        let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap();
        assert!(!segments.contains(SEGMENT), "{segments}");
    }
}

/// Starts an ordinary user's judge with a capability, as a service might: contestants must not
/// inherit it.
pub(super) fn a_capability_of_the_judge_stays_there() {
    if !geteuid().is_root() {
        println!("skipped: only root can start a judge with capabilities");
        return;
    }
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
