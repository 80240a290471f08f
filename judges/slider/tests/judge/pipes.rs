//! The judge with contestants, through real pipes.

use std::fs;
use std::path::Path;

use game::Game;
use harness::Judge;
use records::{Fields, fields};
use serde_json::Value;
use slider_judge::Slider;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_slider-judge"));

const EXAMPLE: &str = "python3 data/examples/slider.py";

/// A seed means the same case for ever.
#[test]
fn the_case_of_a_seed_never_changes() {
    let case = JUDGE.stdout(&["gen", "--seed", "1"], 0);
    let sum = case.bytes().fold(0u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    assert_eq!((case.lines().count(), sum), (364, 11851253304783141888));
}

#[test]
fn fixing_a_parameter_leaves_the_others() {
    let head = |args: &[&str]| {
        let text = JUDGE.stdout(&[&["gen", "--seed", "5"], args].concat(), 0);
        text.lines()
            .take(3)
            .map(|line| line.parse::<u32>().unwrap())
            .collect::<Vec<_>>()
    };
    let drawn = head(&[]);
    assert_eq!(head(&["-N", "17"]), [17, drawn[1], drawn[2]]);
    assert_eq!(head(&["-C", "2"]), [drawn[0], 2, drawn[2]]);
    assert_eq!(head(&["-H", "10"]), [drawn[0], drawn[1], 10]);
    assert_eq!(head(&["-F", "0.8"]), drawn);
    let empty = JUDGE.stdout(&["gen", "-F", "0", "-N", "10", "-H", "1"], 0);
    assert_eq!(
        empty.lines().skip(3).filter(|&line| line == "0").count(),
        99
    );
    for wrong in [
        ["-N", "9"],
        ["-N", "31"],
        ["-C", "1"],
        ["-H", "11"],
        ["-F", "1.1"],
        ["-F", "x"],
        ["-N", "9,12"],
        ["-N", "12,10"],
        ["-C", "2,"],
        ["-H", "1,2,3"],
        ["-F", "0.2,1.1"],
    ] {
        JUDGE
            .command(&[&["gen"], &wrong[..]].concat())
            .assert()
            .code(2);
    }
}

/// Whatever a range leaves the seed to draw, the case is that of the value drawn.
#[test]
fn a_range_draws_cases_that_its_values_give() {
    let case =
        |seed: &str, args: &[&str]| JUDGE.stdout(&[&["gen", "--seed", seed], args].concat(), 0);
    let mut sides = Vec::new();
    for seed in 1..=20 {
        let seed = &seed.to_string();
        let drawn = case(seed, &["-N", "10,12", "-C", "3,4"]);
        let head: Vec<&str> = drawn.lines().take(2).collect();
        assert!(["10", "11", "12"].contains(&head[0]) && ["3", "4"].contains(&head[1]));
        assert_eq!(case(seed, &["-N", head[0], "-C", head[1]]), drawn);
        assert_eq!(
            case(seed, &["-N", "10,30", "-F", "0.2,0.8"]),
            case(seed, &[])
        );
        sides.push(head[0].to_string());
    }
    // The first ones, which may never change.
    assert_eq!(sides[..6].join(" "), "11 10 12 10 11 12");
    let half = JUDGE.stdout(&["gen", "-F", "0.5,0.5"], 0);
    assert_eq!(half, JUDGE.stdout(&["gen", "-F", "0.5"], 0));
}

/// Cases of many seeds reach both ends of every range and no further.
#[test]
fn cases_are_as_the_statement_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    JUDGE.stdout(&["gen", "--seed", "1-400", "--out", path], 0);
    let (mut sides, mut colours, mut holes) = ([0; 31], [0; 10], [0; 11]);
    for seed in 1..=400 {
        let text = fs::read_to_string(folder.path().join(format!("{seed}.in"))).unwrap();
        let numbers: Vec<i64> = text.lines().map(|line| line.parse().unwrap()).collect();
        let (side, top) = (numbers[0] as usize, numbers[1]);
        let cells = &numbers[3..];
        assert_eq!(cells.len(), side * side);
        assert_eq!(
            cells.iter().filter(|&&cell| cell == -1).count() as i64,
            numbers[2]
        );
        assert!(cells.iter().all(|cell| (-1..=top).contains(cell)));
        sides[side] += 1;
        colours[top as usize] += 1;
        holes[numbers[2] as usize] += 1;
    }
    assert!(sides[10..].iter().all(|&count| count > 0), "{sides:?}");
    assert!(colours[2..].iter().all(|&count| count > 20), "{colours:?}");
    assert!(holes[1..].iter().all(|&count| count > 15), "{holes:?}");
}

/// A record keeps the parameters to the last bit: the chance of a block is any double.
#[test]
fn parameters_are_read_back_to_the_last_bit() {
    let game = Slider::default();
    for seed in 1..=10_000 {
        let parameters = fields(game.parameters(&game.generate(seed)));
        let text = serde_json::to_string(&parameters).unwrap();
        let read: Fields = serde_json::from_str(&text).unwrap();
        assert_eq!(read, parameters, "seed {seed}: {text}");
    }
}

#[test]
fn a_player_in_another_language_as_a_marathon_competitor_types_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (bests, scores, json) = (path("bests.csv"), path("scores.csv"), path("records.jsonl"));
    let args = [
        "-exec",
        EXAMPLE,
        "-seed",
        "1,4",
        "-novis",
        "-printRuntime",
        "-threads",
        "2",
        "-timeLimit",
        "10000",
        "-bests",
        &bests,
        "-saveScores",
        &scores,
        "--json",
        &json,
        "-saveSolInput",
        &path(""),
        "-saveSolOutput",
        &path(""),
        "-saveSolError",
        &path(""),
    ];
    let text = JUDGE.stdout(&args, 0);
    for (line, seed) in text.lines().zip(1..=4) {
        assert!(
            line.starts_with(&format!("Seed = {seed}, Score = ")),
            "{line}"
        );
        assert!(
            line.contains(".0, RunTime = ") && line.ends_with(" ms"),
            "{line}"
        );
    }
    // No best score was known before, so every score is the best.
    assert!(text.contains("total    100.00000 of 100"), "{text}");
    let played = Judge::read_records(Path::new(&json));
    let saved: Vec<String> = fs::read_to_string(&scores)
        .unwrap()
        .lines()
        .map(String::from)
        .collect();
    for (record, line) in played.iter().zip(&saved) {
        let (bound, score) = (
            record["bound"].as_f64().unwrap(),
            record["score"].as_f64().unwrap(),
        );
        assert!(0.0 < score && score <= bound);
        assert_eq!(line, &format!("{},{score}", record["seed"]));
        let seed = record["seed"].to_string();
        let text = JUDGE.stdout(
            &[
                "score",
                &path(&format!("{seed}.in")),
                &path(&format!("{seed}.out")),
            ],
            0,
        );
        assert!(
            text.starts_with(&format!("Score = {score:?}, Verdict = OK")),
            "{text}"
        );
        assert_eq!(fs::read(path(&format!("{seed}.err"))).unwrap(), b"");
    }
    let text = JUDGE.stdout(
        &[
            "-loadSolOutput",
            &path(""),
            "-seed",
            "{1,3}",
            "-bests",
            &bests,
        ],
        0,
    );
    assert!(text.contains("total    100.00000 of 100"), "{text}");
    let score = played[0]["score"].as_f64().unwrap();
    assert!(
        text.starts_with(&format!(
            "Seed = 1, Score = {score:?}, PreviousBest = {score:?}, OfBest = 100.00 %, RunTime = "
        )),
        "{text}"
    );
}

/// As with the original tester: it is open until the last line of the answer.
#[test]
fn a_contestant_that_reads_to_the_end_of_input_gets_none() {
    let reads = "sys.stdin.read()";
    let answers = "print(0, flush=True)";
    for (first, then, verdict) in [(reads, answers, "Verdict = TLE"), (answers, reads, "")] {
        let exec = format!("python3 -c 'import sys; {first}; {then}'");
        let limits = match verdict {
            "" => ["--wall-limit", "600000"],
            _ => ["--wall-limit", "1000"],
        };
        let args = [&["--exec", &exec, "-ns"][..], &limits].concat();
        let printed = JUDGE.stdout(&args, i32::from(!verdict.is_empty()));
        assert!(printed.contains(verdict), "{printed}");
    }
}

/// With `--close-input` it ends after the case, as in every system that feeds it from a file; the
/// record is the same but for the cost, and where no contestant runs the option is refused.
#[test]
fn the_input_ends_after_the_case_where_it_is_to_be_closed() {
    let exec = "python3 -c 'import sys; sys.stdin.read(); print(0)'";
    let args = ["--exec", exec, "-ns", "--close-input"];
    assert!(JUDGE.stdout(&args, 0).starts_with("Score = 0.0, "));
    let unmeasured = |args: &[&str]| {
        let mut records = JUDGE.records(&[&["--seed", "1", "--exec", EXAMPLE], args].concat(), 0);
        harness::unmeasured(records.remove(0))
    };
    assert_eq!(unmeasured(&["--close-input"]), unmeasured(&[]));
    for command in ["gen", "play"] {
        let refused = JUDGE.command(&[command, "--close-input"]).assert().code(2);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(
            said.contains("unexpected argument '--close-input' found"),
            "{said}"
        );
    }
}

#[test]
fn illegal_answers_score_minus_one_and_the_reason_tells_why() {
    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("case.in");
    let mut cells = vec!["0"; 100];
    (cells[0], cells[11]) = ("-1", "2");
    fs::write(&case, format!("10\n2\n1\n{}\n", cells.join("\n"))).unwrap();
    let answer = |text: &str, status| {
        let exec = format!("printf '{text}'");
        let text = JUDGE.stdout(
            &["--case", case.to_str().unwrap(), "--exec", &exec, "-ns"],
            status,
        );
        text.trim_end()
            .split_once("Score = ")
            .unwrap()
            .1
            .to_string()
    };
    let reason = |text: &str| {
        let line = answer(text, 1);
        assert!(line.starts_with("-1.0, "), "{line}");
        line.split_once("Verdict = WA: ").unwrap().1.to_string()
    };
    assert!(reason("").starts_with("line 1: "));
    assert_eq!(
        reason("101\\n"),
        "line 1: 101 turns announced, at most 100 allowed"
    );
    assert_eq!(reason("1\\n"), "line 2: the answer ends after 0 of 1 turns");
    assert_eq!(
        reason("1\\n10 0 M U\\n"),
        "line 2: square 10 0 is off the board"
    );
    assert_eq!(
        reason("1\\n5 5 M U\\n"),
        "line 2: square 5 5 is empty: no block to move"
    );
    assert_eq!(
        reason("1\\n0 0 S D\\n"),
        "line 2: square 0 0 is a hole: no block to move"
    );
    assert!(reason("1\\n1 1 m U\\n").starts_with("line 2: `1 1 m U` is not a turn"));
    assert!(answer("0\\n", 0).starts_with("0.0, "));
    assert!(answer("2\\n1 1 M U\\n0 1 S L\\nleftover", 0).starts_with("99.0, "));
}

#[test]
fn malformed_cases_are_the_users_fault() {
    let full = "10\n2\n1\n-1\n".to_string() + &"0\n".repeat(99);
    let cell = "a cell (0, -1 or a value up to the number of colours) should be";
    let malformed = [
        (
            "".into(),
            "1: the input ends where the side, 10 to 30, should be".into(),
        ),
        (
            "9\n".into(),
            "1: `9` stands where the side, 10 to 30, should be".into(),
        ),
        (
            "10\n1\n".into(),
            "2: `1` stands where the number of colours, 2 to 9, should be".into(),
        ),
        (
            "10\n2\n11\n".into(),
            "3: `11` stands where the number of holes, 1 to 10, should be".into(),
        ),
        (
            "10\n2\n1\n3\n".into(),
            format!("4: `3` stands where {cell}"),
        ),
        (
            "10\n2\n1\n1e9\n".into(),
            format!("4: `1e9` stands where {cell}"),
        ),
        (
            "10\n2\n1\n-1\n".into(),
            format!("5: the input ends where {cell}"),
        ),
        (
            full.replacen("1\n-1", "2\n-1", 1),
            "103: `1` stands where as many holes as announced should be".into(),
        ),
    ];
    for (case, problem) in &malformed {
        assert_eq!(JUDGE.refuses(case.as_bytes()), *problem);
    }
    assert_eq!(JUDGE.refuses(b"10\n2\n\xff"), "3: not UTF-8");
    assert_eq!(
        JUDGE.refuses_to_play((full + "0\n").as_bytes()),
        "104: the case is complete, but more follows"
    );
}

#[test]
fn malformed_cases_among_saved_streams_are_the_users_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("1.in"), "10\nx\n").unwrap();
    fs::write(path("1.out"), "0\n").unwrap();
    let said = JUDGE.complaint(&["-loadSolOutput", &path("")], &path("1.in"));
    assert_eq!(
        said,
        "2: `x` stands where the number of colours, 2 to 9, should be"
    );
    // The same line for a file of best scores.
    fs::write(path("bests"), "1,2.5\n2,x\n").unwrap();
    let bests = path("bests");
    let said = JUDGE.complaint(&["--exec", "true", "--bests", &bests], &bests);
    assert!(said.starts_with("2: "), "{said}");
}

/// YOUR/MAX: one case at half of the best, one better than that, one unknown,
/// and one that fails. The best scores are written as the original testers do.
#[test]
fn the_score_of_a_set_is_the_mean_of_your_by_max() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let json = path("records.jsonl");
    JUDGE.stdout(
        &[
            "--exec",
            EXAMPLE,
            "--seed",
            "1-3",
            "--json",
            &json,
            "-so",
            &path(""),
        ],
        0,
    );
    let score = |record: &Value| record["score"].as_f64().unwrap();
    let scores: Vec<f64> = Judge::read_records(Path::new(&json))
        .iter()
        .map(score)
        .collect();
    let known = format!("1={:?}\n2={:?}\n4=7.0\n", 2.0 * scores[0], scores[1] - 1.0);
    fs::write(path("bests"), known).unwrap();
    fs::write(path("4.out"), "x\n").unwrap();
    let args = [
        "-loadSolOutput",
        &path(""),
        "-seed",
        "1,4",
        "-bests",
        &path("bests"),
        "--force",
        "--json",
        &json,
    ];
    let text = JUDGE.stdout(&args, 1);
    assert!(text.contains("total    62.50000 of 100"), "{text}");
    let shares = Judge::read_records(Path::new(&json))
        .iter()
        .map(|record| record["of_best"].as_f64())
        .collect::<Vec<_>>();
    assert_eq!(shares, [Some(0.5), Some(1.0), Some(1.0), Some(0.0)]);
    let written = fs::read_to_string(path("bests")).unwrap();
    let expected = format!(
        "1={}\n2={}\n3={}\n4=7\n",
        2.0 * scores[0],
        scores[1],
        scores[2]
    );
    assert_eq!(written, expected);
}

/// The published cases have the published bounds, and our weak player stays
/// below the best scores reached on them.
#[test]
fn published_cases() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("records.jsonl");
    let files: Vec<String> = (1..=24)
        .map(|case| format!("data/slider/{case}.in"))
        .collect();
    let mut args = vec![
        "--exec",
        EXAMPLE,
        "--threads",
        "2",
        "--json",
        json.to_str().unwrap(),
    ];
    args.extend(files.iter().flat_map(|file| ["--case", file]));
    JUDGE.stdout(&args, 0);
    let table = include_str!("../../../../data/slider/best-known.csv");
    let played = Judge::read_records(&json);
    assert_eq!(played.len(), 24);
    for (record, row) in played.iter().zip(table.lines().skip(1)) {
        let row: Vec<f64> = row.split(',').map(|field| field.parse().unwrap()).collect();
        assert_eq!(record["file"], format!("data/slider/{}.in", row[0]));
        for (name, column) in [("N", 1), ("C", 2), ("H", 3)] {
            assert_eq!(record["parameters"][name].as_f64(), Some(row[column]));
        }
        // The tight bound is between the best score and the quick bound.
        let bound = record["bound"].as_f64().unwrap();
        assert!(row[7] <= bound && bound <= row[5], "{record}");
        let score = record["score"].as_f64().unwrap();
        assert!(0.0 < score && score <= row[7], "{record}");
    }
}

/// The reason can be printed for any bytes in an answer.
#[test]
fn reasons_are_printable() {
    let exec = r"printf '\033[31m\377\n'";
    let text = JUDGE.stdout(&["--exec", exec, "--seed", "1", "-ns"], 1);
    assert!(text.contains(r"`\u{1b}[31m"), "{text}");
    let lines = text.lines().collect::<String>();
    assert!(lines.chars().all(|c| !c.is_control()), "{text:?}");
}

#[test]
fn cases_at_the_edge() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("records.jsonl");
    let all = [
        &["-F", "0"][..],
        &["-F", "1", "-N", "10", "-H", "10"],
        &["-C", "2", "-F", "0.8", "-N", "10", "-H", "10"],
        &["-N", "30", "-F", "1", "-C", "9", "-H", "1"],
    ];
    for fixed in all {
        let args = [
            "--exec",
            "echo 0",
            "--seed",
            "1",
            "--force",
            "--json",
            json.to_str().unwrap(),
        ];
        JUDGE.stdout(&[&args[..], fixed].concat(), 0);
        let record = &Judge::read_records(&json)[0];
        let bound = record["bound"].as_f64().unwrap();
        assert_eq!(record["score"], 0.0);
        assert_eq!(bound == 0.0, fixed == ["-F", "0"]);
        let share = record["share"].as_f64();
        assert_eq!(share, (bound > 0.0).then_some(0.0));
    }
}
