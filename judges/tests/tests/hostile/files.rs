//! Files that a run writes: none is lost, and none is overwritten unasked.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};
use serde_json::Value;

/// A judge of an interactive game in an empty folder, with a contestant that
/// plays by the rules.
pub(super) struct FileArena {
    pub arena: Arena,
}

impl FileArena {
    pub fn new() -> FileArena {
        FileArena {
            arena: Arena::here().unwrap(),
        }
    }

    pub fn path(&self, name: &str) -> String {
        self.arena.folder().join(name).display().to_string()
    }

    pub fn judge(&self, args: &[&str]) -> Command {
        let mut judge = self.arena.judge(first(DialogueKind::Interactive));
        judge.args(args).current_dir(self.arena.folder());
        judge
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.judge(args).output().unwrap()
    }

    /// Returns the judge's message about wrong usage: one line, status 2.
    #[track_caller]
    fn refusal(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
        said
    }

    /// Returns a judge of a contestant that plays by the rules in `cases` cases, then
    /// leaves a file `hangs` and does nothing. The best scores go to `b`.
    fn judge_that_hangs(&self, cases: usize) -> Command {
        let solver = self.arena.program(&first(DialogueKind::Interactive).name);
        let folder = self.arena.folder().display();
        let played: String = (0..cases)
            .map(|case| format!("mkdir '{folder}/{case}' 2>/dev/null && exec '{solver}'\n"))
            .collect();
        let text = format!("#!/bin/sh\n{played}touch '{folder}/hangs'\nexec sleep 500\n");
        let exec = self.arena.script("hangs-later", &text).unwrap();
        let patient = ["--time-limit", "600000"];
        let mut judge = self.judge(&["--seed", "1-9", "--bests", "b", "--exec", &exec]);
        judge.args(patient);
        judge
    }

    /// Waits until a file has this content.
    pub fn wait(&self, name: &str, content: &str) {
        while fs::read_to_string(self.path(name)).ok().as_deref() != Some(content) {
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn seeds(&self, name: &str) -> Vec<u64> {
        let record = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let text = self.read(name);
        let seeds = text
            .lines()
            .map(|line| record(line)["seed"].as_u64().unwrap());
        seeds.collect()
    }
}

#[test]
fn cases_that_would_share_a_name_are_refused() {
    let place = FileArena::new();
    for folder in ["a", "b"] {
        assert!(
            place
                .run(&["gen", "--seed", "1", "--out", folder])
                .status
                .success()
        );
    }
    let both = ["--case", "a/1.in", "--case", "b/1.in"];
    let said = place.refusal(&[&both[..], &["--saveSolOutput", "d"]].concat());
    assert!(
        said.contains("a/1.in and b/1.in would both be saved as 1"),
        "{said}"
    );
    assert!(!Path::new(&place.path("d")).exists());
    assert!(place.run(&both).status.success());
}

#[test]
fn a_case_file_is_never_overwritten() {
    let place = FileArena::new();
    place.run(&["gen", "--seed", "1-3", "--out", "cases"]);
    let before = place.read("cases/3.in");
    let said = place.refusal(&["--case", "cases/3.in", "--saveAll", "cases"]);
    assert!(
        said.contains("would overwrite the case cases/3.in"),
        "{said}"
    );
    assert_eq!(place.read("cases/3.in"), before);
    // The streams of a case file go by its name, not by a seed.
    place.run(&["--case", "cases/3.in", "--saveAll", "d"]);
    assert!(place.read("d/3.in").starts_with(&before));
    assert_eq!(place.read("cases/1.in").lines().count(), 1);
}

#[test]
fn every_repetition_keeps_its_streams() {
    let place = FileArena::new();
    assert!(place.run(&["--seed", "1*3", "-so", "d"]).status.success());
    for name in ["1", "1.repeat-2", "1.repeat-3"] {
        assert!(!place.read(&format!("d/{name}.out")).is_empty());
    }
}

#[test]
fn a_file_of_records_is_not_overwritten_unasked() {
    let place = FileArena::new();
    place.run(&["--seed", "1-4", "--json", "r"]);
    let before = place.read("r");
    let said = place.refusal(&["--seed", "1-4", "--json", "r"]);
    assert!(said.contains("r: exists already; --resume plays"), "{said}");
    assert_eq!(place.read("r"), before);
    place.run(&["--seed", "7", "--json", "r", "--force"]);
    assert_eq!(place.seeds("r"), [7]);
}

#[test]
fn a_run_goes_on_where_it_was_killed() {
    let place = FileArena::new();
    place.run(&["--seed", "1-4", "--json", "r"]);
    let whole = place.read("r");
    // Killed in the middle of the third line.
    let two: usize = whole.split_inclusive('\n').take(2).map(str::len).sum();
    fs::write(place.path("r"), &whole[..two + 20]).unwrap();
    let output = place.run(&["--seed", "1-4", "--json", "r", "--resume"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        !said.contains("Seed = 2,") && said.contains("Seed = 3,"),
        "{said}"
    );
    assert!(said.contains("cases    4 (4 OK)"), "{said}");
    assert_eq!(place.seeds("r"), [1, 2, 3, 4]);
    assert!(place.read("r").starts_with(&whole[..two]));
    // Nothing is lacking: nothing is played.
    let output = place.run(&["--seed", "1-4", "--json", "r", "--resume"]);
    assert!(!String::from_utf8(output.stdout).unwrap().contains("Seed ="));
    // Other limits make another run.
    place.run(&[
        "--seed",
        "1",
        "--json",
        "r",
        "--resume",
        "--time-limit",
        "900",
    ]);
    assert_eq!(place.seeds("r"), [1, 2, 3, 4, 1]);
}

/// Slider draws a chance for every case, whose last bit must not make another case of it.
#[test]
fn no_case_is_doubled_when_a_run_goes_on() {
    let place = FileArena::new();
    let args = ["--seed", "1-100", "--exec", "echo 0", "--json", "r"];
    let play = |more: &[&str]| {
        let mut judge = place.arena.judge(first(DialogueKind::Offline));
        judge
            .args(args)
            .args(more)
            .current_dir(place.arena.folder());
        judge.output().unwrap()
    };
    play(&[]);
    let whole = place.read("r");
    let played = play(&["--resume"]);
    assert!(!String::from_utf8(played.stdout).unwrap().contains("Seed ="));
    assert_eq!(place.read("r"), whole);
    assert_eq!(place.seeds("r"), (1..=100).collect::<Vec<_>>());
}

#[test]
fn outputs_never_share_a_file() {
    let place = FileArena::new();
    for other in ["--bests", "--saveScores"] {
        let said = place.refusal(&["--json", "x", other, "./x"]);
        assert!(said.contains("name the same file"), "{said}");
        assert!(!Path::new(&place.path("x")).exists());
    }
}

#[test]
fn best_scores_are_checked_before_the_run() {
    let place = FileArena::new();
    let said = place.refusal(&["--bests", "no/such"]);
    assert!(said.contains("no"), "{said}");
    fs::write(place.path("b"), "1,2.5\nx\n").unwrap();
    let said = place.refusal(&["--bests", "b"]);
    assert!(said.starts_with("error: b:2: not a line"), "{said}");
}

#[test]
fn best_scores_keep_their_form_and_the_better_of_two() {
    let place = FileArena::new();
    fs::write(place.path("b"), "1=2\n2=9\n2=7\n").unwrap();
    place.run(&["--seed", "1-3", "--bests", "b"]);
    assert_eq!(place.read("b"), "1=4\n2=9\n3=4\n");
    let frozen = place.read("b");
    place.run(&["--seed", "4", "--bests", "b", "--freezeBests"]);
    assert_eq!(place.read("b"), frozen);
}

#[test]
fn best_scores_of_other_parameters_are_other_cases() {
    let place = FileArena::new();
    let judge = |args: &[&str]| {
        let mut judge = place.arena.judge(first(DialogueKind::Offline));
        judge.args(["--exec", "echo 0", "--seed", "1", "--bests", "b"]);
        judge.args(args).current_dir(place.arena.folder());
        judge.output().unwrap()
    };
    judge(&[]);
    judge(&["-N", "12"]);
    let text = place.read("b");
    assert!(text.starts_with("case,score\n1,0\n1[-N 12],"), "{text}");
    fs::write(place.path("b"), "1=5\n").unwrap();
    let said = String::from_utf8(judge(&["-N", "12"]).stderr).unwrap();
    assert!(
        said.contains("`seed=score` lines cannot name the case 1["),
        "{said}"
    );
}

#[test]
fn two_judges_share_a_file_of_best_scores() {
    let place = FileArena::new();
    let start = |seeds: &str| {
        let mut judge = place.judge(&["--seed", seeds, "--bests", "b"]);
        judge.stdout(Stdio::null()).spawn().unwrap()
    };
    for mut judge in [start("1-40"), start("41-80")] {
        assert!(judge.wait().unwrap().success());
    }
    assert_eq!(place.read("b").lines().count(), 81);
}

/// Every finished case counts, however the judge ends.
#[test]
fn best_scores_survive_every_signal() {
    for signal in ["-KILL", "-HUP", "-QUIT", "-TERM"] {
        let place = FileArena::new();
        let solver = place.arena.program(&first(DialogueKind::Interactive).name);
        // Three cases are played, the fourth one hangs.
        let text = format!(
            "#!/bin/sh\nmkdir t1 || mkdir t2 || mkdir t3 || exec sleep 600\nexec '{solver}'\n"
        );
        let exec = place.arena.script("hangs-later", &text).unwrap();
        let limits = ["--time-limit", "600000", "--seed", "1-9"];
        let game = first(DialogueKind::Interactive);
        let mut judge = place
            .arena
            .judge_with_signals(game, "--default-signal")
            .args([&limits[..], &["--exec", &exec, "--bests", "b"]].concat())
            .current_dir(place.arena.folder())
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
        // A line that was added last has no place in the order yet.
        let text = place.read("b");
        let mut found: Vec<&str> = text.lines().skip(1).collect();
        found.sort_unstable();
        assert_eq!(found, ["1,4", "2,4", "3,4"], "{signal}");
    }
}

#[test]
fn best_scores_survive_an_output_that_nobody_reads() {
    let place = FileArena::new();
    let solver = place.arena.program(&first(DialogueKind::Interactive).name);
    let args = ["--all", "--exec", &solver, "--bests", "b", "--json", "r"];
    let mut judge = place.judge(&args).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(judge.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(judge.wait().unwrap().code(), Some(141));
    let seeds = place.seeds("r");
    let bests = place.read("b");
    assert!(seeds.first() == Some(&1) && seeds.len() < 357, "{seeds:?}");
    for seed in seeds {
        assert!(bests.contains(&format!("\n{seed},4\n")), "{seed}: {bests}");
    }
}

#[test]
fn best_scores_survive_a_full_output() {
    let place = FileArena::new();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut judge = place.judge(&["--seed", "1-9", "--bests", "b"]);
    assert_eq!(judge.stdout(full).status().unwrap().code(), Some(3));
    assert!(place.read("b").starts_with("case,score\n1,4\n"));
}

/// No file may grow: as on a full disk, what is there stays as it is.
#[test]
fn best_scores_survive_a_full_disk() {
    let place = FileArena::new();
    fs::write(place.path("b"), "case,score\n1,2\n").unwrap();
    let judge = place.judge(&[]);
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(judge.get_program())
        .args(["--seed", "1", "--bests", "b"])
        .current_dir(place.arena.folder())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.starts_with("error: b: "), "{said}");
    assert_eq!(place.read("b"), "case,score\n1,2\n");
    let left = fs::read_dir(place.arena.folder()).unwrap();
    assert_eq!(left.count(), 1);
}

#[test]
fn a_failed_run_has_no_share_of_the_best() {
    let place = FileArena::new();
    for best in ["0", "-1", "4"] {
        fs::write(place.path("b"), format!("1,{best}\n")).unwrap();
        place.run(&["--exec", "false", "--bests", "b", "--json", "r", "--force"]);
        let record: Value = serde_json::from_str(&place.read("r")).unwrap();
        let share = record["of_best"].as_f64();
        assert_eq!((record["score"].as_f64(), share), (Some(0.0), Some(0.0)));
        assert_eq!(place.read("b"), format!("1,{best}\n"));
    }
}

#[test]
fn wrong_usage_touches_no_file() {
    let place = FileArena::new();
    let names = ["r", "b", "s"];
    let content = ["{\"not\":\"read\"}\n", "1,2\n", "1,3\n"];
    for (name, content) in names.iter().zip(content) {
        fs::write(place.path(name), content).unwrap();
    }
    let files = [
        "--json",
        "r",
        "--bests",
        "b",
        "--saveScores",
        "s",
        "--force",
    ];
    for wrong in [
        &["--exec", ""][..],
        &["--exec", "'open"],
        &["--exec", "/no/such/program"],
        &["--threads", "0"],
        &["--seed", "x"],
        &["--case", "no-such-file"],
        &["--salt", "a b"],
        &["--runs", "r/below-a-file"],
        &["--no-such-option"],
    ] {
        place.refusal(&[&files[..], wrong].concat());
        assert_eq!(names.map(|name| place.read(name)), content, "{wrong:?}");
    }
}

#[test]
fn two_judges_never_write_one_file_of_records() {
    let place = FileArena::new();
    let mut judge = place
        .judge(&["--exec", "sleep 60", "--json", "r"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !Path::new(&place.path("r")).exists() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(100));
    let said = place.refusal(&["--json", "r", "--force"]);
    assert!(said.contains("another judge is writing it"), "{said}");
    judge.kill().unwrap();
    judge.wait().unwrap();
}

/// `timeout` sends SIGTERM to the judge twice: to its group, then to itself.
#[test]
fn several_signals_within_a_moment_end_the_run_in_good_order() {
    for (cases, expected, bests) in [
        (0, "no case was finished\n", ""),
        (2, "\ncases    2 (2 OK)\n", "1,4\n2,4\n"),
    ] {
        let place = FileArena::new();
        let judge = place.judge_that_hangs(cases).spawn().unwrap();
        place.wait("hangs", "");
        for _ in 0..3 {
            let pid = judge.id().to_string();
            Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        }
        let output = judge.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(128 + 15));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(expected), "{said}");
        let kept = fs::read_to_string(place.path("b")).unwrap_or_default();
        assert_eq!(kept.trim_start_matches("case,score\n"), bests);
    }
}

#[test]
fn a_full_standard_error_is_no_panic() {
    let place = FileArena::new();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let status = place
        .judge(&["--seed", "x"])
        .stderr(full())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
    let mut judge = place.judge(&["--seed", "1"]);
    let status = judge.stdout(full()).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(3));
}

#[test]
fn shards_play_every_case_exactly_once() {
    let place = FileArena::new();
    let mut seeds = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let file = shard.replace('/', "of");
        let args = ["--seed", "1-10", "--shard", shard, "--json", &file];
        assert!(place.run(&args).status.success());
        seeds.extend(place.seeds(&file));
        // A shard that was done already has nothing left to play.
        let again = place.run(&[&args[..], &["--resume"]].concat());
        assert!(!String::from_utf8(again.stdout).unwrap().contains("Seed ="));
    }
    seeds.sort_unstable();
    assert_eq!(seeds, (1..=10).collect::<Vec<_>>());
    let mut task = place.judge(&["--seed", "1-10", "--shard", "slurm", "--json", "task"]);
    task.env("SLURM_ARRAY_TASK_ID", "2")
        .env("SLURM_ARRAY_TASK_COUNT", "3");
    assert!(task.output().unwrap().status.success());
    assert_eq!(place.seeds("task"), place.seeds("2of3"));
    let said = place.refusal(&["--shard", "slurm"]);
    assert!(said.contains("SLURM_ARRAY_TASK_ID is not set"), "{said}");
}

#[test]
fn a_record_names_the_machine_it_was_made_on() {
    let place = FileArena::new();
    place.run(&["--seed", "1", "--pin", "--json", "r"]);
    let record: Value = serde_json::from_str(&place.read("r")).unwrap();
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
