//! Files that a run writes: none is lost, and none is overwritten unasked.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};
use serde_json::Value;

/// Returns a judge of a contestant that plays by the rules in `cases` cases, then leaves a file
/// `hangs` and does nothing. The best scores go to `b`.
fn judge_that_hangs(arena: &Arena, cases: usize) -> Command {
    let solver = arena.program(&first(DialogueKind::Interactive).name);
    let folder = arena.folder().display();
    let played: String = (0..cases)
        .map(|case| format!("mkdir '{folder}/{case}' 2>/dev/null && exec '{solver}'\n"))
        .collect();
    let text = format!("#!/bin/sh\n{played}touch '{folder}/hangs'\nexec sleep 500\n");
    let exec = arena.script("hangs-later", &text).unwrap();
    let args = ["--seed", "1-9", "--bests", "b", "--exec", &exec];
    arena.interactive(&[&args[..], &["--time-limit", "600000"]].concat())
}

/// Every finished case counts, however the judge ends.
#[test]
fn best_scores_survive_every_signal() {
    for signal in ["-KILL", "-HUP", "-QUIT", "-TERM"] {
        let arena = Arena::here().unwrap();
        let solver = arena.program(&first(DialogueKind::Interactive).name);
        // Three cases are played, the fourth one hangs.
        let text = format!(
            "#!/bin/sh\nmkdir t1 || mkdir t2 || mkdir t3 || exec sleep 600\nexec '{solver}'\n"
        );
        let exec = arena.script("hangs-later", &text).unwrap();
        let limits = ["--time-limit", "600000", "--seed", "1-9"];
        let game = first(DialogueKind::Interactive);
        let mut judge = arena
            .judge_with_signals(game, "--default-signal")
            .args([&limits[..], &["--exec", &exec, "--bests", "b"]].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(judge.stdout.take().unwrap()).lines();
        let mut lines = lines.map(Result::unwrap);
        let printed: Vec<String> = lines.by_ref().take(3).collect();
        assert!(printed[2].starts_with("Seed = 3,"), "{printed:?}");
        let pid = judge.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
        lines.for_each(drop);
        judge.wait().unwrap();
        // Lines are sorted at the end.
        let text = arena.read("b");
        let mut found: Vec<&str> = text.lines().skip(1).collect();
        found.sort_unstable();
        assert_eq!(found, ["1,4", "2,4", "3,4"], "{signal}");
    }
}

#[test]
fn best_scores_survive_an_output_without_a_reader() {
    let arena = Arena::here().unwrap();
    let solver = arena.program(&first(DialogueKind::Interactive).name);
    let args = ["--all", "--exec", &solver, "--bests", "b", "--json", "r"];
    let mut judge = arena
        .interactive(&args)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(judge.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(judge.wait().unwrap().code(), Some(141));
    let seeds = arena.seeds("r");
    let bests = arena.read("b");
    assert!(seeds.first() == Some(&1) && seeds.len() < 357, "{seeds:?}");
    for seed in seeds {
        assert!(bests.contains(&format!("\n{seed},4\n")), "{seed}: {bests}");
    }
}

/// `timeout` sends SIGTERM to the judge twice: to its group, then to itself.
#[test]
fn several_signals_within_a_moment_end_the_run_in_good_order() {
    for (cases, expected, bests) in [
        (0, "no case was finished\n", ""),
        (2, "\ncases    2 (2 OK)\n", "1,4\n2,4\n"),
    ] {
        let arena = Arena::here().unwrap();
        let judge = judge_that_hangs(&arena, cases).spawn().unwrap();
        arena.wait_for("hangs");
        for _ in 0..3 {
            let pid = judge.id().to_string();
            Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        }
        let output = judge.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(128 + 15));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(expected), "{said}");
        let kept = fs::read_to_string(arena.path("b")).unwrap_or_default();
        assert_eq!(kept.trim_start_matches("case,score\n"), bests);
    }
}

#[test]
fn a_record_names_the_machine_it_was_made_on() {
    let arena = Arena::here().unwrap();
    arena
        .interactive(&["--seed", "1", "--pin", "--json", "r"])
        .output()
        .unwrap();
    let record: Value = serde_json::from_str(&arena.read("r")).unwrap();
    let machine = &record["machine"];
    assert!(!machine["host"].as_str().unwrap().is_empty(), "{record}");
    assert!(machine["load"].as_f64().unwrap() >= 0.0, "{record}");
    let (info, cpu) = (
        fs::read_to_string("/proc/cpuinfo").unwrap(),
        &machine["cpu"],
    );
    let cpu = cpu.as_str().unwrap();
    assert!(info.contains(&format!("model name\t: {cpu}\n")) || cpu.is_empty());
    assert_eq!(cpu.is_empty(), !info.contains("model name"), "{record}");
}
