//! Options: each has an effect or is refused, and all are in the help.

use std::env;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};

use harness::hostile::games::{all, first};
use harness::hostile::{Arena, DialogueKind, GameManifest};

/// The programs and an empty folder.
struct Place(Arena);

impl Place {
    fn new() -> Place {
        Place(Arena::here().unwrap())
    }

    fn judge(&self, game: &GameManifest, args: &[&str]) -> Command {
        let mut judge = self.0.judge(game);
        judge.args(args).current_dir(self.0.folder());
        judge
    }

    fn run(&self, name: &str, args: &[&str]) -> Output {
        let game = all().iter().find(|game| game.name == name).unwrap();
        self.judge(game, args).output().unwrap()
    }

    /// The first line that the judge says of wrong usage.
    #[track_caller]
    fn refusal(&self, name: &str, args: &[&str]) -> String {
        let output = self.run(name, args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
        said.lines().next().unwrap().to_string()
    }

    /// Returns the judge's standard output and standard error.
    fn said(&self, name: &str, args: &[&str]) -> (String, String) {
        let output = self.run(name, args);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    }
}

#[test]
fn a_variant_is_shown_by_its_name() {
    let place = Place::new();
    let show = ["show", "--all", "--games", "1", "--text", "--turn", "0"];
    let (text, said) = place.said("yahtzee", &[&show[..], &["--variant", "equal"]].concat());
    assert!(text.contains("OK; score 1"), "{text}{said}");
}

#[test]
fn a_record_has_the_case_options() {
    let place = Place::new();
    let record = |args: &[&str]| {
        let run = [
            "--exec",
            "echo 0",
            "--json",
            "-",
            "--noSummary",
            "--scoreFormat",
            "bare",
        ];
        let (text, said) = place.said("slider", &[&run[..], args].concat());
        let line = text.lines().find(|line| line.starts_with('{'));
        line.unwrap_or_else(|| panic!("{text}{said}")).to_string()
    };
    let with = record(&["-H", "2,3", "-N=10"]);
    assert!(with.contains(r#""options":"-N 10 -H '2,3'""#), "{with}");
    let without = record(&[]);
    assert!(!without.contains(r#""options""#), "{without}");
}

#[test]
fn all_instances_are_written() {
    let place = Place::new();
    assert!(
        place
            .run("ioiwari", &["gen", "--all", "--out", "d"])
            .status
            .success()
    );
    assert_eq!(
        fs::read_dir(place.0.folder().join("d")).unwrap().count(),
        357
    );
}

#[test]
fn a_case_without_randomness_is_played_once() {
    let place = Place::new();
    place.run("slider", &["gen", "--seed", "1-2", "--out", "d"]);
    let case = ["--exec", "echo 0", "--case", "d/1.in", "--seed"];
    let (printed, _) = place.said("slider", &[&case[..], &["1*3", "-ns"]].concat());
    assert_eq!(printed.lines().count(), 3);
}

#[test]
fn a_glob_of_cases() {
    let place = Place::new();
    place.run("slider", &["gen", "--seed", "1-3", "--out", "d"]);
    let line = "slider-judge -ns --case d/*.in --exec 'echo 0'";
    let (_, printed) = shell(&place, line);
    let cases: Vec<&str> = printed.lines().map(|line| &line[..13]).collect();
    assert_eq!(cases, ["Case = d/1.in", "Case = d/2.in", "Case = d/3.in"]);
}

#[test]
fn the_help_tells_every_option_of_a_run() {
    let place = Place::new();
    for game in all() {
        let output = place.judge(game, &["--help"]).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        for part in [
            "--exec <CMD>",
            "no shell runs it",
            "PATH, HOME\nand TMPDIR",
            "[alias: --sd]",
            "--tl]",
            "Limits of a case:",
            "Output:",
            "Saved streams:",
            "without effect:",
            "-saveVis",
            "[default: namespaces]",
        ] {
            let part = part.replace("-saveVis", "--saveVis");
            assert!(help.contains(&part), "{}: {part}:\n{help}", game.name);
        }
    }
    let help = place.said("slider", &["--help"]).0;
    let words: Vec<&str> = help.split_whitespace().collect();
    assert!(
        words.join(" ").contains("0 for none [default: 10s]"),
        "{help}"
    );
    assert!(
        help.contains("Cases:") && help.contains("-N <SIDE>"),
        "{help}"
    );
}

#[test]
fn the_version_names_the_judge() {
    let place = Place::new();
    for game in all() {
        let output = place.judge(game, &["--version"]).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let expected = format!("{}-judge {}\n", game.name, env!("CARGO_PKG_VERSION"));
        assert_eq!(said, expected);
    }
}

#[test]
fn options_of_topcoders_tester_are_accepted() {
    let place = Place::new();
    for typed in [
        "-exec cat -novis -pr -debug -delay 5 -pause -noOutput -size 20 -windowPos 1,2 -saveVis \
         -noAntialiasing -timeLimit 0 -sd 1",
        "-ex cat -nv -printRuntime -db -no -tl 0 -seed 1",
    ] {
        let args: Vec<&str> = typed.split_whitespace().collect();
        let output = place.run("slider", &args);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
    }
}

#[test]
fn a_limit_of_time_of_0_is_none() {
    let place = Place::new();
    // It takes more than the least limit there is, by any clock.
    let exec = "python3 -c 'import time; time.sleep(0.2); print(0)'";
    for (limits, status) in [
        (&["-timeLimit", "1"][..], 1),
        (&["-timeLimit", "0"], 0),
        (&["-tl", "0", "--wall-limit", "1"], 1),
    ] {
        let args = [&["-exec", exec, "-ns"], limits].concat();
        let output = place.run("slider", &args);
        assert_eq!(output.status.code(), Some(status), "{limits:?}: {output:?}");
    }
}

#[test]
fn a_duel_takes_options_as_a_run_does() {
    let place = Place::new();
    let args = ["duel", "-ex", "echo 0", "-AGAINST=echo 0"];
    let settings = ["-sd", "1,2", "-th", "2", "-tl", "0", "-N", "10,12"];
    let args = [&args[..], &settings].concat();
    let output = place.run("slider", &args);
    assert_eq!(output.status.code(), Some(12), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("cases    2: "), "{printed}");
}

#[test]
fn the_standard_error_of_one_case_is_shown() {
    let place = Place::new();
    let exec = "sh -c 'echo hello >&2; exit 3'";
    let (_, errors) = place.said("ioiwari", &["--exec", exec]);
    assert_eq!(errors, "hello\n");
    // What it wrote does nothing to the terminal.
    let wild = "sh -c 'printf \"a\\033[2J\\tb\\n\\nend\" >&2'";
    let (_, errors) = place.said("ioiwari", &["--exec", wild]);
    assert_eq!(errors, "a\\u{1b}[2J\\tb\n\nend");
    let (_, errors) = place.said("ioiwari", &["--exec", exec, "-no"]);
    assert_eq!(errors, "");
}

#[test]
fn the_last_lines_of_standard_error_follow_a_failure() {
    let place = Place::new();
    let exec = "sh -c 'seq 20 >&2; printf \"\\033[2Jx\\n\" >&2; exit 3'";
    let (printed, errors) = place.said("ioiwari", &["--exec", exec, "--seed", "1-2"]);
    assert!(printed.contains("RE: exit status 3"), "{printed}");
    let lines: Vec<&str> = errors.lines().map(str::trim).collect();
    assert_eq!(lines.len(), 18, "{errors}");
    assert_eq!(lines[0], "Seed = 1, standard error ends with");
    assert_eq!(lines[1..9].concat(), "14151617181920\\u{1b}[2Jx");
}

#[test]
fn one_case_prints_a_line_that_begins_with_its_score() {
    let place = Place::new();
    let (printed, _) = place.said("slider", &["--exec", "echo 0", "-ns"]);
    let line = printed.trim_end().strip_prefix("Score = 0.0, RunTime = ");
    let time = line.and_then(|line| line.strip_suffix(" ms")).unwrap();
    assert!(time.parse::<u32>().is_ok(), "{printed}");
    let (printed, _) = place.said("slider", &["--exec", "echo x", "-ns"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[0].starts_with("Score = -1.0, RunTime = "),
        "{printed}"
    );
    assert!(lines[1].starts_with("Verdict = WA: line 1"), "{printed}");
}

#[test]
fn scores_in_other_formats() {
    let place = Place::new();
    let run = |form: &str, exec: &str| {
        let args = ["--scoreFormat", form, "--exec", exec, "--seed", "1-2"];
        place.said("slider", &args).0
    };
    assert_eq!(run("bare", "echo 0"), "Score = 0\nScore = 0\n");
    assert_eq!(run("bare", "echo x"), "Score = -1\nScore = -1\n");
    assert_eq!(run("scaled", "echo 0"), "Score = 1\nScore = 1\n");
    assert_eq!(run("scaled", "echo x"), "Score = 0\nScore = 0\n");
}

#[test]
fn scaled_scores_begin_at_1() {
    let place = Place::new();
    let score = |game: &str, form: &str, case: &[&str], exec: &str| -> f64 {
        let args = ["--scoreFormat", form, "-ns", "-tl", "60000", "--exec", exec];
        let (printed, _) = place.said(game, &[&args, case].concat());
        let score = printed.trim_end().strip_prefix("Score = ");
        score.unwrap().parse().unwrap()
    };
    let examples = tasks::workspace().join("data/examples");
    // The scaled score is the first number, and the second for every point.
    let cases: [(&str, &[&str], [f64; 2]); 5] = [
        ("slider", &[], [1.0, 1.0]),
        ("tonga", &["-N", "6"], [1.0 + 18_000.0, 1000.0]),
        ("lucky", &["--subtask", "2", "--rounds", "5"], [1.0, 5.0]),
        ("yahtzee", &["--games", "2"], [1.0, 1.0]),
        ("ioiwari", &[], [1.0, 1.0]),
    ];
    for (game, case, [least, factor]) in cases {
        let exec = format!("python3 '{}/{game}.py'", examples.display());
        let expected = least + factor * score(game, "bare", case, &exec);
        let scaled = score(game, "scaled", case, &exec);
        assert_eq!(scaled, expected.round(), "{game}");
        assert!(scaled >= 1.0, "{game}");
        // Where a failed case has a score, too, its scaled score is 0.
        assert_eq!(score(game, "scaled", case, "echo x"), 0.0, "{game}");
    }
}

#[test]
fn messages_are_words() {
    let place = Place::new();
    let printed = |game: &str, exec: &str| place.said(game, &["--exec", exec, "-ns"]).0;
    let said = printed("slider", "true");
    assert!(said.contains("the output is empty"), "{said}");
    let said = printed("ioiwari", "true");
    assert!(
        said.contains("0 lines where an answer was due: it is empty"),
        "{said}"
    );
    let said = printed("ioiwari", "printf '\\357\\273\\2771\\n'");
    assert!(said.contains("begins with a byte order mark"), "{said}");
    fs::write(place.0.folder().join("c"), "\u{feff}1").unwrap();
    let said = place.refusal("slider", &["--case", "c"]);
    assert!(said.starts_with("error: c:1: a byte order mark"), "{said}");
    // A failed case has no negative share of the bound.
    let (summary, _) = place.said("slider", &["--exec", "echo x", "--seed", "1-2"]);
    assert!(summary.contains("bound    0.000 % of"), "{summary}");
}

/// Runs a command line in a shell, with the judges on its path; returns its
/// exit status and what it prints.
fn shell(place: &Place, line: &str) -> (i32, String) {
    let judge = place.0.program("ioiwari-judge");
    let judges = Path::new(&judge);
    let path = format!(
        "{}:{}",
        judges.parent().unwrap().display(),
        env::var("PATH").unwrap()
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path);
    let output = shell.current_dir(place.0.folder()).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), printed)
}

/// Standard output that is a file has one end, for the lines of cases as for records.
#[test]
fn a_dash_is_a_file_behind_standard_output() {
    let place = Place::new();
    let path = place.0.folder().join("both");
    let game = first(DialogueKind::Offline);
    let args = [
        "--exec",
        "echo 0",
        "--json",
        "-",
        "--noSummary",
        "--seed",
        "1-3",
    ];
    let mut judge = place.judge(game, &args);
    judge.stdout(File::create(&path).unwrap()).status().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let records = text.lines().filter(|line| line.starts_with("{\"game\""));
    let lines = text.lines().filter(|line| line.starts_with("Seed = "));
    assert_eq!((records.count(), lines.count()), (3, 3), "{text}");
}

#[test]
fn a_dash_is_standard_input_or_output() {
    let place = Place::new();
    let (_, case) = shell(&place, "slider-judge gen --out - | tee c");
    assert!(case.lines().count() > 3, "{case}");
    let (status, printed) = shell(&place, "echo 0 | slider-judge score c -");
    assert!(
        status == 0 && printed.starts_with("Score = 0.0"),
        "{printed}"
    );
    let (status, printed) = shell(&place, "slider-judge --case - --exec 'echo 0' -ns < c");
    assert!(
        status == 0 && printed.starts_with("Score = 0.0"),
        "{printed}"
    );
    let (_, printed) = shell(&place, "slider-judge --exec 'echo 0' -ns --saveScores -");
    assert!(printed.contains("1,0\n"), "{printed}");
}

#[test]
fn files_are_written_by_a_pattern() {
    let place = Place::new();
    let pattern = ["gen", "--out", "in", "--seed", "0-2", "--name"];
    let with = |name| [&pattern[..], &[name]].concat();
    assert!(place.run("slider", &with("%04d.txt")).status.success());
    assert!(place.0.folder().join("in/0002.txt").is_file());
    // A seed of Lucky Symbols has seven cases.
    let said = place.refusal("lucky", &with("%d.txt"));
    assert!(
        said.contains("two cases would be written to 0.txt"),
        "{said}"
    );
}

#[test]
fn score_serves_as_a_checker() {
    let place = Place::new();
    shell(
        &place,
        "slider-judge gen --out . ; echo 0 > good; echo x > bad; mkdir f",
    );
    for (line, expected) in [
        ("slider-judge score --checker testlib 1.in good answer", 0),
        ("slider-judge score --checker testlib 1.in bad answer", 1),
        ("slider-judge score --checker testlib good good answer", 3),
        (
            "slider-judge score --checker kattis 1.in answer f < good",
            42,
        ),
        (
            "slider-judge score --checker kattis 1.in answer f < bad",
            43,
        ),
        (
            "slider-judge score --checker kattis good answer f < good",
            1,
        ),
        ("slider-judge score 1.in good answer", 2),
    ] {
        let (status, printed) = shell(&place, line);
        assert_eq!((status, &printed[..]), (expected, ""), "{line}");
    }
    let message = fs::read_to_string(place.0.folder().join("f/judgemessage.txt")).unwrap();
    assert!(message.starts_with("WA: line 1"), "{message}");
    // That of the accepted output before, on the scale that begins at 1.
    let score = fs::read_to_string(place.0.folder().join("f/score.txt")).unwrap();
    assert_eq!(score, "1\n");
    let (_, printed) = shell(&place, "slider-judge score --scoreFormat bare 1.in good");
    assert_eq!(printed, "Score = 0\n");
}
