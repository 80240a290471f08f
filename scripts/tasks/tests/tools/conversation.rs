//! The end of a conversation in turns: validator and native judge agree on it, whatever the time.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, PipeReader, PipeWriter};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use game::Verdict;
use harness::hostile::Arena;
use harness::hostile::games::first;
use tasks::bundle::compiler;
use tasks::games::{DialogueKind, GameManifest};
use tasks::packages::{Facts, PackagePrograms};

/// A system that runs validator and contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    /// It passes the end of the input on, as DOMjudge and BAPCtools do.
    PassesOn,
    /// The contestant's input ends when the validator has ended, as with Kattis's runner.
    HoldsBack,
}

/// Starts a program; this process keeps no end of its pipes.
fn started(program: &Path, args: &[&OsStr], input: PipeReader, output: PipeWriter) -> Child {
    let mut command = Command::new(program);
    command
        .args(args)
        .stdin(input)
        .stdout(output)
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

/// An arena with the validator of a game.
struct Judges {
    arena: Arena,
    game: &'static GameManifest,
}

/// An answer after the last one is found however late it comes; a contestant that waits for the end
/// of its input is accepted, whether the runner passes that on or not.
pub(super) fn an_extra_answer_is_wrong_however_late_it_comes() {
    let judges = Judges {
        arena: Arena::here(),
        game: first(DialogueKind::Interactive),
    };
    let facts = Facts::gather(judges.game.clone(), &judges.programs()).unwrap();
    let source = PackagePrograms::of(&facts).unwrap().verdict_validator;
    let limit = format!("seconds: {}", facts.seconds());
    assert_eq!(source.matches(&limit).count(), 1);
    let usual = judges.compiled("usual", &source);
    // A host under load does not decide what comes in time.
    let patient = judges.compiled("patient", &source.replace(&limit, "seconds: 60"));

    let example = tasks::workspace().join(format!("data/examples/{}.py", judges.game.name));
    let plays = format!("python3 {}", example.display());
    let answer = &judges.game.answer;
    for (runner, then, accepted) in [
        (Runner::HoldsBack, "true".into(), true),
        (Runner::HoldsBack, format!("echo {answer}"), false),
        (
            Runner::HoldsBack,
            format!("sleep 0.25; echo {answer}"),
            false,
        ),
        (
            Runner::HoldsBack,
            format!("sleep 2.5; echo {answer}"),
            false,
        ),
        (
            Runner::PassesOn,
            format!("cat; sleep 0.25; echo {answer}"),
            false,
        ),
        (Runner::PassesOn, "cat".into(), true),
    ] {
        let exec = format!("{plays}; {then}");
        let (status, spent) = judges.judged(&patient, runner, &exec);
        assert_eq!(status == 42, accepted, "{runner:?}: {then}: {status}");
        assert!(status == 42 || status == 43, "{runner:?}: {then}: {status}");
        assert!(
            spent < Duration::from_secs(60),
            "{runner:?}: {then}: {spent:?}"
        );
        assert_eq!(judges.natively(&exec) == Verdict::Ok, accepted, "{then}");
    }
    let (status, spent) = judges.judged(&usual, Runner::HoldsBack, &format!("{plays}; cat"));
    let wait = Duration::from_secs(facts.seconds()) * 3 / 2;
    assert_eq!(status, 42);
    assert!(
        spent >= wait && spent < wait + Duration::from_secs(30),
        "{spent:?}"
    );
}

impl Judges {
    fn programs(&self) -> PathBuf {
        let hostile = PathBuf::from(self.arena.program("hostile"));
        hostile.parent().unwrap().into()
    }

    fn compiled(&self, name: &str, source: &str) -> PathBuf {
        let file = self.arena.folder().join(format!("{name}.rs"));
        fs::write(&file, source).unwrap();
        let program = self.arena.folder().join(name);
        compiler::compile(&file, "2024", 0, &program).unwrap();
        program
    }

    /// Exit status of the validator, and the time it took.
    fn judged(&self, validator: &Path, runner: Runner, exec: &str) -> (i32, Duration) {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let case = "gen --seed 5 --secrets --name %d.in --out";
        let mut judge = self.arena.judge(self.game, case);
        assert!(judge.arg(folder.path()).status().unwrap().success());
        let (input, held_back) = io::pipe().unwrap();
        let (answers, output) = io::pipe().unwrap();
        let messages = held_back.try_clone().unwrap();
        let held_back = (runner == Runner::HoldsBack).then_some(held_back);
        let begun = Instant::now();
        let mut contestant = started(
            Path::new("sh"),
            &["-c".as_ref(), exec.as_ref()],
            input,
            output,
        );
        let files = [place("5.in"), place("5.ans"), place("")];
        let mut judge = started(
            validator,
            &files.each_ref().map(|file| file.as_ref()),
            answers,
            messages,
        );
        let status = judge.wait().unwrap();
        let spent = begun.elapsed();
        drop(held_back);
        contestant.wait().unwrap();
        (status.code().unwrap(), spent)
    }

    fn natively(&self, exec: &str) -> Verdict {
        let options = "--seed 5 -ns --time-limit 60000 --wall-limit 60000 --exec";
        let mut judge = self.arena.judge(self.game, options);
        judge.arg(format!("sh -c '{exec}'"));
        self.arena.watched(judge).verdict()
    }
}
