//! Contestants on a host that is busy with other things, or slower than another.

use std::collections::BTreeMap;
use std::{fs, thread};

use game::Verdict;
use harness::hostile::games::first;
use harness::hostile::{Arena, BusyLoops, DialogueKind, User};
use records::{Record, WorkRates, host};
use runner::pin;

/// Starts busy loops on the processor that the first worker of `--pin` has.
fn beside_worker(arena: &Arena, count: usize) -> BusyLoops {
    let program = arena.program("hostile");
    let start = move || {
        pin(0).unwrap();
        BusyLoops::start(&program, count).unwrap()
    };
    thread::spawn(start).join().unwrap()
}

fn played(arena: &Arena, behaviour: &str) -> Record {
    let exec = format!("{} {behaviour}", arena.program("hostile"));
    let limits = ["--time-limit", "600", "--wall-limit", "400"];
    let args = [&["--pin", "-ns", "--exec", &exec], &limits[..]].concat();
    let run = arena.play(first(DialogueKind::Offline), &args).unwrap();
    run.records[0].clone()
}

/// It takes 500 ms and more to get 250 ms of a processor that eight others want.
#[test]
fn a_contestant_that_gets_no_processor_is_not_slow() {
    let arena = Arena::of(User::Present).unwrap();
    let _busy = beside_worker(&arena, 8);
    let record = played(&arena, "burns=250");
    assert_ne!(record.ruling.verdict, Verdict::Tle, "{record:?}");
    assert!((250.0..400.0).contains(&record.cost.cpu_ms), "{record:?}");
    assert!(record.cost.wall_ms > 400.0, "{record:?}");
}

#[test]
fn a_contestant_that_sleeps_on_a_busy_host_is_slow() {
    let arena = Arena::of(User::Present).unwrap();
    let _busy = beside_worker(&arena, 3);
    let record = played(&arena, "never-writes");
    assert_eq!(record.ruling.verdict, Verdict::Tle, "{record:?}");
}

/// It has its processor for longer than the wall limit: the host is not to blame.
#[test]
fn a_contestant_that_works_past_the_wall_limit_is_slow() {
    let arena = Arena::of(User::Present).unwrap();
    let record = played(&arena, "burns=550");
    assert_eq!(record.ruling.verdict, Verdict::Tle, "{record:?}");
    assert!((350.0..550.0).contains(&record.cost.cpu_ms), "{record:?}");
}

#[test]
fn a_record_holds_the_work_rate_that_stands_beside_the_judge() {
    let game = first(DialogueKind::Offline);
    let judge = format!("{}-judge", game.name);
    let built = Arena::here().unwrap().program(&judge);
    let programs = tempfile::tempdir().unwrap();
    fs::copy(built, programs.path().join(&judge)).unwrap();
    let arena = Arena::new(programs.path(), User::Present).unwrap();
    let rate = || {
        let run = arena.play(game, &["--exec", "true"]).unwrap();
        run.records[0].machine.as_ref().unwrap().rate
    };
    assert_eq!(rate(), None);
    let write = |host: String| {
        let mut rates = WorkRates::default();
        rates.set(host, BTreeMap::from([(game.name.clone(), 1234.5)]));
        rates.write(programs.path()).unwrap();
    };
    write("another host".into());
    assert_eq!(rate(), None);
    write(host());
    assert_eq!(rate(), Some(1234.5));
    fs::write(programs.path().join("rates.json"), "{").unwrap();
    assert_eq!(rate(), None);
}
