//! Contestants on a busy host.

use std::{fs, thread};

use game::Verdict;
use harness::hostile::{Arena, busy_loops};
use records::Record;
use runner::pin;

/// Plays a contestant that burns CPU time or waits, while busy loops run on the same processor,
/// that of the first worker of `--pin`.
fn played(behaviour: &str, busy: usize) -> Record {
    let arena = Arena::here();
    let program = arena.program("hostile");
    let start = move || {
        pin(0).unwrap();
        busy_loops(&program, busy).unwrap()
    };
    let _busy = thread::spawn(start).join().unwrap();
    let options = "-N 10 --pin -ns --time-limit 3000 --wall-limit 400";
    let result = arena.play(&format!(
        "slider-judge --exec 'hostile {behaviour}' {options}"
    ));
    result.record().clone()
}

/// Checks that waiting for a processor does not count: with eight busy loops, 350 ms of CPU time
/// take longer than the wall limit. The contestant's share may be below a ninth, because the kernel
/// first divides a processor among groups, and a group that also runs elsewhere gets less of it.
#[test]
fn a_contestant_that_gets_no_processor_is_not_slow() {
    let record = played("burns=350", 8);
    assert_ne!(record.ruling.verdict, Verdict::Tle, "{record:?}");
    assert!((350.0..500.0).contains(&record.cost.cpu_ms), "{record:?}");
    assert!(record.cost.wall_ms > 400.0, "{record:?}");
}

#[test]
fn a_contestant_that_sleeps_on_a_busy_host_is_slow() {
    let record = played("never-writes", 3);
    assert_eq!(record.ruling.verdict, Verdict::Tle, "{record:?}");
}

/// Checks a contestant that needs its processor for much longer than the wall limit, and longer
/// than any delay of a busy host.
#[test]
fn a_contestant_that_works_past_the_wall_limit_is_slow() {
    let record = played("burns=2500", 0);
    assert_eq!(record.ruling.verdict, Verdict::Tle, "{record:?}");
    assert!((350.0..2500.0).contains(&record.cost.cpu_ms), "{record:?}");
}

#[test]
fn a_record_names_the_machine_it_was_made_on() {
    let record = played("exits", 0);
    let machine = record.machine.as_ref().unwrap();
    assert!(
        !machine.host.is_empty() && machine.load >= 0.0,
        "{record:?}"
    );
    let info = fs::read_to_string("/proc/cpuinfo").unwrap();
    let named = info.contains(&format!("model name\t: {}\n", machine.cpu));
    assert_eq!(
        machine.cpu.is_empty(),
        !info.contains("model name"),
        "{record:?}"
    );
    assert!(named || machine.cpu.is_empty(), "{record:?}");
}
