//! A new game with a secret and a cost passes what every game does: it is played, scored from its
//! streams, shown, played by hand, compared, written as packages and as a single file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use game::{Objective, Verdict};
use harness::PageServer;
use harness::browser::{Browser, Engine, Pointer};
use harness::hostile::{Arena, Ended};
use records::Record;
use serde_json::json;
use xtask::WORKSPACE;
use xtask::bundle::compiler;
use xtask::new::NewKind;
use xtask::output;

use crate::copied::{cargo, copy, target, write};

/// Table of the judge's manifest that packages need.
const PACKAGE: &str = "
[package.metadata.game.package]
uuid = \"5d3a1f0e-7f0b-4a6e-9f51-0c6a2d8b9e17\"
scoring = \"A case scores its cost.\"
groups = [{ name = \"all\", options = [\"--seed\", \"1-5\"], points = 100 }]
";

/// A contestant that asks for one number after another.
const ONE_BY_ONE: &str = "\
size = int(input())
number = 1
while number < size:
    print('?', number, flush=True)
    if input() == 'yes':
        break
    number += 1
print('!', number)
";

/// The new game `omega`: a copy of the workspace, and the folder with its programs.
static GAME: LazyLock<(PathBuf, PathBuf)> = LazyLock::new(|| {
    let workspace = copy("hidden-workspace");
    write(&workspace, "omega", NewKind::Hidden).unwrap();
    let manifest = workspace.join("judges/omega/Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(manifest, text.replace("\n[features]", &(PACKAGE.to_string() + "\n[features]")))
        .unwrap();
    fs::write(workspace.join("data/examples/omega.py"), ONE_BY_ONE).unwrap();
    let build = ["build", "--offline", "--bins", "--package=omega", "--package=omega-judge"];
    output(&mut cargo(&workspace, &build)).unwrap();
    (workspace, target().join("debug"))
});

/// A folder for files, and the programs of the game.
struct Judge(Arena);

impl Judge {
    fn new() -> Judge {
        let arena = Arena::here();
        arena.write("one_by_one.py", ONE_BY_ONE);
        Judge(arena)
    }

    /// Runs the judge, which must exit with this status; returns its output.
    #[track_caller]
    fn run(&self, line: &str, status: i32) -> String {
        let judge = GAME.1.join("omega-judge");
        self.0.output(&format!("'{}' {line}", judge.display()), status)
    }

    /// Plays by hand with these lines; returns the output.
    fn by_hand(&self, line: &str, typed: &str) -> String {
        self.0.write("typed", typed);
        let judge = GAME.1.join("omega-judge");
        let mut judge = self.0.command(&format!("'{}' play {line}", judge.display()));
        judge.stdin(File::open(self.0.path("typed")).unwrap());
        Ended::of(judge.output().unwrap()).out
    }

    fn records(&self, name: &str) -> Vec<Record> {
        self.0.records(name)
    }
}

pub(super) fn a_new_game_passes_what_every_game_does() {
    let judge = Judge::new();
    // Played: the secret is not sent, and is at the start of the saved input.
    judge.run("--seed 1-20 --json played --saveAll s", 0);
    let played = judge.records("played");
    let scores: Vec<f64> = played.iter().map(|record| record.score.raw).collect();
    for record in &played {
        assert_eq!(
            (record.ruling.verdict, record.score.objective),
            (Verdict::Ok, Objective::Minimise)
        );
        assert_eq!(record.score.bound_ratio, Some(1.0 / record.score.raw));
    }
    judge.run("--seed 1 --exec 'sh -c \"head -n 1 >seen\"'", 1);
    let text = judge.run("gen --seed 1", 0);
    let sent = text.split_once('\n').unwrap().1;
    assert_eq!(judge.0.read("seen"), sent);
    let input = judge.0.read("s/1.in");
    assert!(input.starts_with(&text), "{input}");
    // A case file is the case of its seed.
    judge.0.write("case", &text);
    let scored = |case: &str| judge.run(&format!("{case} -ns --scoreFormat bare"), 0);
    assert_eq!(scored("--seed 1"), scored("--case case"));
    // Scored from the streams; a reply that this judge does not give is refused.
    judge.run("--seed 1-20 -lo s --json scored", 0);
    let scored = judge.records("scored");
    assert!(scored.iter().map(|record| record.score.raw).eq(scores));
    let turned = input.replacen("yes", "NO", 1).replacen("no", "yes", 1).replace("NO", "no");
    judge.0.write("s/turned.in", &turned);
    let line = format!("'{}' score s/turned.in s/1.out", GAME.1.join("omega-judge").display());
    let refused = judge.0.run(&line);
    assert!(refused.status == 2 && refused.err.contains("expected `"), "{refused:?}");
    // Viewers see the secret; a person who plays does not, and cannot take back a question.
    let shown = judge.run("show s/1.in s/1.out --text --turn all", 0);
    assert!(shown.contains("* the hidden number"), "{shown}");
    let by_hand = judge.by_hand("--seed 1 --json hand", "? 1 2\nundo\nhint\n! 31\n");
    assert!(!by_hand.contains('*'), "{by_hand}");
    assert!(by_hand.contains("no: this game has a secret"), "{by_hand}");
    let data = &judge.records("hand")[0].data;
    assert_eq!(json!(data), json!({ "undos": 0, "hints": 1 }));
    // A wrong answer ends the game, since its refusal would be a free question.
    judge.by_hand("--seed 1 --json wrong", "! 1\n! 2\n! 3\n! 4\n");
    let wrong = &judge.records("wrong")[0].ruling;
    assert_eq!(wrong.to_string(), "WA: turn 1: line 1: 1 is not the hidden number");
    // Compared: a lower cost is better.
    let duel = format!(
        "duel --exec \"'{}'\" --against 'python3 one_by_one.py'",
        GAME.1.join("omega").display()
    );
    let said = judge.run(&format!("{duel} --seed 1-200"), 0);
    assert!(said.contains("verdict  B is better"), "{said}");
    packages_judge_alike(&judge, &played);
}

/// Returns a task of xtask for the game.
fn task(words: &str) -> Command {
    let mut task = Command::new(env!("CARGO_BIN_EXE_xtask"));
    task.args(words.split(' ')).env(WORKSPACE, &GAME.0);
    task
}

/// Writes packages and the single file. Their validator gives the single file the costs of `played`.
fn packages_judge_alike(judge: &Judge, played: &[Record]) {
    let folder = judge.0.folder();
    let programs = &GAME.1;
    let out =
        |task: &mut Command, name: &str| output(task.arg("--out").arg(folder.join(name))).unwrap();
    out(task("packages omega").arg("--judges").arg(programs), "packages");
    out(&mut task("submissions omega"), "submissions");
    let package = folder.join("packages/kattis/omega");
    let problem = fs::read_to_string(package.join("problem.yaml")).unwrap();
    assert!(problem.contains("objective: min"), "{problem}");
    let sample = fs::read_to_string(package.join("data/sample/1.interaction")).unwrap();
    assert!(sample.starts_with("<10\n>? 1 2 3 4 5\n"), "{sample}");
    let validator = folder.join("validator");
    let source = package.join("output_validators/omega/main.rs");
    compiler::compile(&source, "2024", 0, &validator).unwrap();
    let solver = folder.join("submissions/2021/omega");
    for (number, record) in (1..=5).zip(played) {
        let case = format!("data/secret/all/{number:02}-{number}");
        assert_eq!(validated(&validator, &package.join(case), &solver), 1.0 + record.score.raw);
    }
}

/// Returns the score that a validator gives a program on a case.
fn validated(validator: &Path, case: &Path, program: &Path) -> f64 {
    let feedback = tempfile::tempdir().unwrap();
    let mut program = Command::new(program);
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = program.spawn().unwrap();
    let mut judge = Command::new(validator);
    judge.args(["in", "ans"].map(|ending| case.with_extension(ending)));
    judge.arg(format!("{}/", feedback.path().display()));
    judge.stdin(program.stdout.take().unwrap()).stdout(program.stdin.take().unwrap());
    let status = judge.stderr(Stdio::null()).status().unwrap();
    // The command holds ends of the pipes.
    drop(judge);
    assert!(program.wait().unwrap().success());
    assert_eq!(status.code(), Some(42), "{}", case.display());
    let score = fs::read_to_string(feedback.path().join("score.txt")).unwrap();
    score.trim().parse().unwrap()
}

pub(super) fn a_secret_is_found_on_a_page() {
    let judge = format!("'{}'", GAME.1.join("omega").display());
    let mut judge = PageServer::start(&judge, "--seed 3 --json game.jsonl");
    let page = Browser::start(Engine::Chromium);
    page.reset(1280, 900);
    page.visit(&format!("http://{}{}", judge.host, judge.path));
    page.wait("document.body.dataset.hand === '0'");
    page.check("$('details.how').textContent.includes('Click numbers')");
    // Neither the field of the case nor the legend tells the secret, and nothing is taken back.
    page.check("$('#input').value === '' && !$('#do-undo').checkVisibility()");
    page.check("!$('#legend').textContent.includes('hidden number')");
    // Nor does our solver's game, which is for viewers.
    page.wait("/our solver \\d/.test($('#standing').textContent)");
    page.check("$('#do-ours').disabled && $('#do-beside').disabled");
    // A question is a set of places.
    for place in [0, 1] {
        let at = page.middle(&format!(".choice[data-place='{place}']"));
        page.click_at(Pointer::Mouse, at);
    }
    page.wait("$$('.choice.selected').length === 2");
    page.click("#trays button");
    page.wait("document.body.dataset.hand === '1'");
    let caption = page.text("#caption");
    assert!(caption.contains("one of 1, 2? "), "{caption}");
    // The help that was taken outlives a reload.
    page.click("#do-hint");
    page.wait_text("#said", "Our solver: ");
    page.run("delete document.body.dataset.hand");
    page.run("location.reload()");
    page.wait("document.body.dataset.hand === '1'");
    page.run("$('#do-rest').click()");
    page.wait("document.body.dataset.over === 'true'");
    page.wait("$('#ending').textContent.includes('You used ')");
    page.wait("!$('#do-ours').disabled && !$('#do-beside').disabled");
    page.click("#do-end");
    page.wait("document.body.dataset.mode === 'ended'");
    assert_eq!(judge.end().0, Some(0));
    let record = judge.arena.records("game.jsonl").pop().unwrap();
    assert_eq!(record.ruling.verdict, Verdict::Ok);
    let hints = record.score.raw as u64;
    assert_eq!(json!(record.data), json!({ "undos": 0, "hints": hints }));
}
