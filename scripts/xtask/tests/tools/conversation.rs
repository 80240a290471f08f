//! The end of a conversation in turns. Validator and native judge must agree on it, at any speed.

use std::fs;
use std::io::{self, PipeReader, PipeWriter};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use game::Verdict;
use harness::hostile::Arena;
use xtask::bundle::compiler;
use xtask::games::{DialogueKind, GameManifest};

use crate::made;

/// Ways in which a judge system connects validator and contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    /// Passes the end of the input on to the contestant, as DOMjudge and BAPCtools do.
    PassesOn,
    /// Keeps the contestant's input open until the validator exits, as Kattis's runner does.
    HoldsBack,
}

/// Checks that an extra answer is found however late it comes. A contestant that waits for the end
/// of its input is accepted, with either runner.
pub(super) fn an_extra_answer_is_wrong_however_late_it_comes() {
    let arena = Arena::here();
    let parts = made::first(DialogueKind::Interactive);
    let game = &parts.facts.game;
    let source = &parts.programs.verdict_validator;
    let seconds = parts.facts.seconds();
    let limit = format!("seconds: {seconds}");
    assert_eq!(source.matches(&limit).count(), 1);
    let usual = compiled(&arena, "usual", source);
    // The longer limit keeps a busy host from deciding which answers come in time.
    let patient = compiled(&arena, "patient", &source.replace(&limit, "seconds: 60"));
    let mut draw = arena.judge(game, "gen --seed 5 --secrets --name %d.in --out");
    assert!(draw.arg(arena.folder()).status().unwrap().success());

    let example = xtask::workspace().join(format!("data/examples/{}.py", game.name));
    let plays = format!("python3 \"{}\"", example.display());
    let answer = &game.answer;
    for (runner, then, accepted) in [
        (Runner::HoldsBack, "true", true),
        (Runner::HoldsBack, "echo ANSWER", false),
        (Runner::HoldsBack, "sleep 0.25; echo ANSWER", false),
        (Runner::HoldsBack, "sleep 2.5; echo ANSWER", false),
        (Runner::PassesOn, "cat; sleep 0.25; echo ANSWER", false),
        (Runner::PassesOn, "cat", true),
    ] {
        let exec = format!("{plays}; {then}").replace("ANSWER", answer);
        let (status, spent) = judged(&arena, &patient, runner, &exec);
        let context = format!("{runner:?}: {then}: {status}, {spent:?}");
        assert_eq!(status, if accepted { 42 } else { 43 }, "{context}");
        assert!(spent < Duration::from_secs(60), "{context}");
        let is_accepted = natively(&arena, game, &exec) == Verdict::Ok;
        assert_eq!(is_accepted, accepted, "{then}");
    }
    let exec = format!("{plays}; cat");
    let (status, spent) = judged(&arena, &usual, Runner::HoldsBack, &exec);
    assert_eq!(status, 42);
    let wait = Duration::from_secs(seconds) * 3 / 2;
    let is_right = spent >= wait && spent < wait + Duration::from_secs(30);
    assert!(is_right, "{spent:?}");
}

/// Compiles a validator; returns its path.
fn compiled(arena: &Arena, name: &str, source: &str) -> String {
    let file = arena.folder().join(format!("{name}.rs"));
    fs::write(&file, source).unwrap();
    compiler::compile(&file, "2024", 0, &arena.folder().join(name)).unwrap();
    arena.path(name)
}

/// Returns the exit status of the validator and the elapsed time.
fn judged(arena: &Arena, validator: &str, runner: Runner, exec: &str) -> (i32, Duration) {
    let folder = tempfile::tempdir().unwrap();
    let (input, held_back) = io::pipe().unwrap();
    let (answers, output) = io::pipe().unwrap();
    let messages = held_back.try_clone().unwrap();
    let held_back = (runner == Runner::HoldsBack).then_some(held_back);
    let begun = Instant::now();
    // Each command is dropped, so that its ends of the pipes are closed.
    let start = |program: &str, args: &[&str], input: PipeReader, output: PipeWriter| {
        let mut command = Command::new(program);
        command.args(args).stdin(input).stdout(output);
        command.stderr(Stdio::null()).spawn()
    };
    let contestant = start("sh", &["-c", exec], input, output);
    let [case, answer] = ["5.in", "5.ans"].map(|name| arena.path(name));
    let feedback = format!("{}/", folder.path().display());
    let judge = start(validator, &[&case, &answer, &feedback], answers, messages);
    let status = judge.unwrap().wait().unwrap();
    let spent = begun.elapsed();
    drop(held_back);
    contestant.unwrap().wait().unwrap();
    (status.code().unwrap(), spent)
}

fn natively(arena: &Arena, game: &GameManifest, exec: &str) -> Verdict {
    let options = "--seed 5 -ns --time-limit 60000 --wall-limit 60000 --exec";
    let mut judge = arena.judge(game, options);
    judge.arg(format!("sh -c '{exec}'"));
    arena.watched(judge).verdict()
}
