//! Runs that are stopped: every finished case is recorded, unfinished ones leave no named files,
//! and a resumed run plays nothing twice.

use std::fs;
use std::process::Child;

use game::Verdict;
use harness::hostile::{Arena, Ended, left, wait_until};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Returns a judge that has finished `cases` and whose threads are all in a case that hangs.
/// Signals have their default action, even if the tests' environment ignores some.
fn judge_at_work(arena: &Arena, cases: usize, threads: usize) -> Child {
    let folder = arena.folder().display();
    // A ticket belongs to the first process that creates its folder.
    let tickets = (1..=cases).map(|ticket| format!("mkdir '{folder}/ticket-{ticket}'"));
    let plays = tickets.map(|ticket| format!("{ticket} 2>/dev/null && exec ioiwari\n"));
    let plays: String = plays.collect();
    let text = format!(
        "#!/bin/sh\n{plays}echo half >&2\nmktemp '{folder}/hangs.XXXX' >&2\nexec sleep 500\n"
    );
    let exec = arena.script("hangs-later", &text);
    let files = "--json r --bests b --saveAll d";
    let played = format!("--seed 1-100 --threads {threads} --exec \"{exec}\"");
    let line = format!("env --default-signal ioiwari-judge {played} --time-limit 600000 {files}");
    let judge = arena.command(&line).env("TMPDIR", arena.folder()).spawn();
    wait_until("contestant that hangs in each thread", || {
        let files = arena.listing("").into_iter();
        let marks = files.filter(|path| path.file_stem().unwrap() == "hangs");
        marks.count() == threads
    });
    // With one thread, the next case may begin before the results are written.
    let lines = |name| fs::read_to_string(arena.path(name)).map_or(0, |text| text.lines().count());
    let is_written = || cases == 0 || lines("r") == cases && lines("b") == 1 + cases;
    wait_until("results", || threads > 1 || is_written());
    judge.unwrap()
}

/// Ends a judge by a signal that comes several times.
fn stopped(judge: Child, number: Signal, times: usize) -> Ended {
    (0..times).for_each(|_| kill(Pid::from_raw(judge.id() as i32), number).unwrap());
    let ended = Ended::of(judge.wait_with_output().unwrap());
    assert_eq!(ended.status, 128 + number as i32, "{ended:?}");
    ended
}

/// Checks runs that end by a signal, which may come several times: `timeout` signals the judge's
/// group, then the judge itself.
#[test]
fn finished_cases_survive_every_signal() {
    for (number, times, cases, threads) in [
        (Signal::SIGINT, 1, 3, 1),
        (Signal::SIGINT, 1, 3, 2),
        (Signal::SIGTERM, 1, 3, 1),
        (Signal::SIGTERM, 1, 3, 2),
        (Signal::SIGTERM, 3, 0, 1),
        (Signal::SIGTERM, 3, 2, 1),
        (Signal::SIGHUP, 1, 3, 1),
        (Signal::SIGQUIT, 1, 3, 1),
        (Signal::SIGKILL, 1, 3, 1),
        (Signal::SIGKILL, 1, 3, 2),
    ] {
        let arena = Arena::here();
        let judge = judge_at_work(&arena, cases, threads);
        let ended = stopped(judge, number, times);
        let mut finished = Vec::new();
        for record in arena.records("r") {
            assert_eq!(record.ruling.verdict, Verdict::Ok);
            finished.push(format!("{},4", record.case.seed));
        }
        finished.sort();
        wait_until("end of all processes", || left(arena.folder()).is_empty());
        // A judge that is killed cannot clean up. It loses results that wait for an earlier case.
        let is_sudden = [Signal::SIGKILL, Signal::SIGQUIT].contains(&number);
        if number == Signal::SIGKILL && threads > 1 {
            continue;
        }
        assert_eq!(finished.len(), cases, "{number}: {finished:?}");
        let summary = match cases {
            0 => "no case was finished\n".into(),
            _ => format!("\ncases    {cases} ({cases} OK)\n"),
        };
        assert!(is_sudden || ended.out.contains(&summary), "{ended:?}");
        let bests = fs::read_to_string(arena.path("b")).unwrap_or_default();
        let mut bests: Vec<&str> = bests.lines().skip(1).collect();
        bests.sort_unstable();
        assert_eq!(bests, finished, "{number}");
        // Streams get their names after the case.
        for path in arena.listing("d") {
            let name = path.file_name().unwrap().to_string_lossy();
            let seed = name.split('.').next().unwrap();
            let is_whole = finished.contains(&format!("{seed},4"));
            let is_right = is_whole || is_sudden && name.starts_with(".tmp");
            assert!(is_right, "{number}: {name}");
        }
    }
}

/// Returns the seeds of the pages in the index; checks that each page shows its own case.
fn pages(arena: &Arena) -> Vec<u64> {
    let index = arena.read("d/index.html");
    let links = index.split("href=\"").skip(1);
    let names = links.map(|link| link.split('"').next().unwrap());
    let seeds = names.filter_map(|name| name.strip_suffix(".html")?.parse().ok());
    let seeds: Vec<u64> = seeds.collect();
    for seed in &seeds {
        let page = arena.read(&format!("d/{seed}.html"));
        assert!(page.contains(&format!("<title>Ioiwari, seed {seed}</title>")));
    }
    seeds
}

#[test]
fn pages_are_of_their_cases_however_a_run_was_stopped() {
    for number in [Signal::SIGINT, Signal::SIGKILL] {
        let arena = Arena::here();
        let case = arena.run("ioiwari-judge gen --seed 1").out;
        let (board, hang) = (case.trim(), arena.path("hang"));
        // The contestant loses at once, but in the first case it hangs while a file exists.
        let text = format!(
            "#!/bin/sh\nread -r board\n\
             [ \"$board\" = '{board}' ] && [ -e '{hang}' ] && exec sleep 600\necho 9\n"
        );
        let exec = arena.script("hangs", &text);
        arena.write("hang", "");
        let files = "--html d --json r --time-limit 600000";
        let line = format!("ioiwari-judge --exec \"{exec}\" --seed 1-9 --threads 2 {files}");
        let judge = arena.command(&line).spawn().unwrap();
        // The other worker has then finished all earlier cases.
        arena.wait_for("d/streams/6.out");
        stopped(judge, number, 1);
        if number == Signal::SIGINT {
            let played = arena.seeds("r");
            assert!(played.starts_with(&[2, 3, 4, 5]), "{played:?}");
            assert_eq!(pages(&arena), played);
            // Only complete streams are kept.
            let streams = arena.listing("d/streams").into_iter();
            let streams = streams.filter(|path| path.extension().unwrap() != "err");
            let names =
                played.iter().flat_map(|seed| ["in", "out"].map(|end| format!("{seed}.{end}")));
            let whole = names.map(|name| arena.folder().join("d/streams").join(name));
            assert!(streams.eq(whole), "{:?}", arena.listing("d/streams"));
        }
        // Simulates a kill while a page was being written.
        arena.write("d/2.html", "half");
        fs::remove_file(hang).unwrap();
        arena.output(&format!("{line} --resume"), 1);
        assert_eq!(pages(&arena), Vec::from_iter(1..=9));
        let mut seeds = arena.seeds("r");
        seeds.sort_unstable();
        assert_eq!(seeds, Vec::from_iter(1..=9));
    }
}
