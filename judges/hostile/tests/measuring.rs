//! CPU time and memory are those of the whole group, and of no other.

use hostile::games::first;
use hostile::{Arena, Kind};
use judge_kit::Record;

/// The records of cases played by a shell script, in which `$H` is the hostile program.
fn played_by(script: &str, options: &[&str]) -> Vec<Record> {
    let arena = Arena::here().unwrap();
    let hostile = arena.program("hostile");
    let text = format!("#!/bin/sh\nH='{hostile}'\n{script}\n");
    let exec = arena.script("script", &text).unwrap();
    let limits = [
        "--time-limit",
        "60000",
        "--memory-limit",
        "1024",
        "--wall-limit",
        "120000",
    ];
    let args = [&["--exec", &exec, "-ns"], &limits[..], options].concat();
    arena.play(first(Kind::Interactive), &args).unwrap().records
}

/// CPU time is at least `ms` less what looks may miss, and not much more.
fn burned(script: &str, ms: f64, missed: f64) {
    let records = played_by(script, &[]);
    let cpu = records[0].cost.cpu_ms;
    assert!(
        (ms - missed..ms + 250.0).contains(&cpu),
        "{script}: {cpu} ms"
    );
}

#[test]
fn children_that_are_waited_for() {
    burned("$H burns=200 & $H burns=200 & wait", 400.0, 0.0);
}

#[test]
fn children_whose_parent_is_gone() {
    burned("x=$( ( $H burns=300 & ) )", 300.0, 0.0);
}

#[test]
fn children_that_nobody_waits_for() {
    burned("trap '' CHLD\nx=$($H burns=500)", 500.0, 100.0);
}

#[test]
fn memory_is_that_of_the_group() {
    let records = played_by("$H holds=60 & $H holds=60 & wait", &[]);
    let mib = records[0].cost.memory_kib / 1024;
    assert!((115..150).contains(&mib), "{mib} MiB");
}

#[test]
fn runs_at_the_same_time_do_not_mix() {
    let records = played_by(
        "$H holds=40 & $H burns=100; wait",
        &["--seed", "1-8", "--threads", "4"],
    );
    assert_eq!(records.len(), 8);
    for record in records {
        let (cpu, mib) = (record.cost.cpu_ms, record.cost.memory_kib / 1024);
        assert!((100.0..300.0).contains(&cpu), "{cpu} ms");
        assert!((40..70).contains(&mib), "{mib} MiB");
    }
}
