//! The judge and contestants, through real pipes.

use std::fs;
use std::path::Path;

use harness::{Judge, unmeasured};
use serde_json::Value;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_tonga-judge"));

const EXAMPLE: &str = "python3 data/examples/tonga.py";

/// Plays with `args`, and returns the records; the streams go to `folder`.
fn records(folder: &Path, args: &[&str], status: i32) -> Vec<Value> {
    let json = folder.join("records.jsonl");
    let mut all = vec![
        "--force",
        "-saveAll",
        folder.to_str().unwrap(),
        "--json",
        json.to_str().unwrap(),
    ];
    all.extend(args);
    JUDGE.stdout(&all, status);
    Judge::read_records(&json)
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// A contestant that writes these lines, each after the line it answers.
fn answers(answers: &[&str], then: &str) -> String {
    let mut script = String::from("read -r line;");
    for answer in answers {
        script += &format!(" echo {answer}; read -r line;");
    }
    format!("sh -c '{script} {then}'")
}

/// A seed means the same case and the same game for ever.
#[test]
fn what_a_seed_means_never_changes() {
    let folder = tempfile::tempdir().unwrap();
    JUDGE.stdout(
        &[
            "gen",
            "--seed",
            "1-8",
            "--out",
            folder.path().to_str().unwrap(),
        ],
        0,
    );
    let cases: Vec<String> = (1..=8)
        .map(|seed| read(folder.path(), &format!("{seed}.in")))
        .collect();
    let expected = "10 -1 -1\n16 7 8\n12 -1 -1\n10 -1 -1\n16 -1 -1\n6 -1 -1\n14 -1 -1\n8 3 4\n";
    assert_eq!(cases.concat(), expected);
    let args = ["--exec", EXAMPLE, "--seed", "3", "-N", "6"];
    records(folder.path(), &args, 0);
    let game = "6 -1 -1, 3 4, 4 4, 2 4, 4 3, 1 4, 4 2, 4 1, 1 3, 3 1, 5 4, 2 2, 2 5, 4 0, 3 2, 5 3, 5 1, 5 0, ";
    assert_eq!(read(folder.path(), "3.in").replace('\n', ", "), game);
}

#[test]
fn what_is_fixed_leaves_the_rest() {
    let case =
        |seed: &str, args: &[&str]| JUDGE.stdout(&[&["gen", "--seed", seed], args].concat(), 0);
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let drawn = case(seed, &[]);
        let side = drawn.split(' ').next().unwrap();
        let contestant_starts = drawn.ends_with(" -1 -1\n");
        assert_eq!(case(seed, &["-N", side]), drawn);
        assert_eq!(
            case(seed, &["--starter", "contestant"]),
            format!("{side} -1 -1\n")
        );
        assert_eq!(
            case(seed, &["--starter", "server"]) == drawn,
            !contestant_starts
        );
        assert_eq!(
            case(seed, &["-N", "16"]).ends_with(" -1 -1\n"),
            contestant_starts
        );
        let ranged = case(seed, &["-N", "6,10"]);
        let side = ranged.split(' ').next().unwrap();
        assert!(["6", "8", "10"].contains(&side), "{ranged}");
        assert_eq!(case(seed, &["-N", side]), ranged);
        assert_eq!(case(seed, &["-N", "6,16"]), drawn);
    }
    for wrong in [
        ["-N", "7"],
        ["-N", "4"],
        ["-N", "18"],
        ["-N", "x"],
        ["-N", "6,7"],
        ["-N", "10,6"],
        ["--starter", "me"],
    ] {
        JUDGE
            .command(&[&["gen"], &wrong[..]].concat())
            .assert()
            .code(2);
    }
}

#[test]
fn sides_starters_and_openings_are_uniform() {
    let folder = tempfile::tempdir().unwrap();
    JUDGE.stdout(
        &[
            "gen",
            "--seed",
            "1-1200",
            "--out",
            folder.path().to_str().unwrap(),
        ],
        0,
    );
    let (mut sides, mut openings) = ([0; 17], [0; 5]);
    for seed in 1..=1200 {
        let text = read(folder.path(), &format!("{seed}.in"));
        let numbers: Vec<i64> = text
            .trim_end()
            .split(' ')
            .map(|word| word.parse().unwrap())
            .collect();
        let (n, row, col) = (numbers[0], numbers[1], numbers[2]);
        sides[n as usize] += 1;
        let low = n / 2 - 1;
        let opening = if (row, col) == (-1, -1) {
            4
        } else {
            assert!((low..=low + 1).contains(&row) && (low..=low + 1).contains(&col));
            2 * (row - low) + col - low
        };
        openings[opening as usize] += 1;
    }
    for (n, &count) in sides.iter().enumerate() {
        let allowed = n >= 6 && n % 2 == 0;
        assert!(
            if allowed {
                (140..260).contains(&count)
            } else {
                count == 0
            },
            "{sides:?}"
        );
    }
    assert!((515..685).contains(&openings[4]), "{openings:?}");
    assert!(
        openings[..4].iter().all(|count| (95..205).contains(count)),
        "{openings:?}"
    );
}

#[test]
fn a_player_in_another_language_and_its_transcripts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let played = records(folder.path(), &["--exec", EXAMPLE, "--seed", "1-6"], 0);
    for record in &played {
        let (seed, score) = (&record["seed"], record["score"].as_f64().unwrap());
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
        for (name, value) in record["details"].as_object().unwrap() {
            assert!(text.contains(&format!("{name} = {value}\n")), "{text}");
        }
        let n = record["parameters"]["N"].as_u64().unwrap();
        let limit = (n * n / 2) as f64;
        assert_eq!(
            (record["bound"].as_f64(), record["bound_kind"].as_str()),
            (Some(limit), Some("N*N/2 limit"))
        );
        assert_eq!(record["share"].as_f64(), Some(score / limit));
        // A stone each, half the board's; the last of the server's is not sent.
        let lines = |ending: &str| {
            read(folder.path(), &format!("{seed}.{ending}"))
                .lines()
                .count() as u64
        };
        assert_eq!((lines("in"), lines("out")), (n * n / 2, n * n / 2));
    }
    let text = JUDGE.stdout(&["--seed", "1-6", "-loadSolOutput", &path(""), "-ns"], 0);
    for (line, record) in text.lines().zip(&played) {
        let start = format!(
            "Seed = {}, Score = {:?}, ",
            record["seed"],
            record["score"].as_f64().unwrap()
        );
        assert!(line.starts_with(&start), "{line}");
    }
}

#[test]
fn a_game_is_the_same_again_and_on_any_number_of_threads() {
    let args = ["--exec", EXAMPLE, "--seed", "1-6", "--threads"];
    let games: Vec<_> = ["1", "1", "3"]
        .into_iter()
        .map(|threads| {
            let folder = tempfile::tempdir().unwrap();
            let played = records(folder.path(), &[&args[..], &[threads]].concat(), 0);
            let played: Vec<Value> = played.into_iter().map(unmeasured).collect();
            let stream = |ending: &str| {
                (1..=6)
                    .map(|seed| read(folder.path(), &format!("{seed}.{ending}")))
                    .collect::<String>()
            };
            (played, stream("in"), stream("out"))
        })
        .collect();
    assert_eq!(games[0], games[1]);
    assert_eq!(games[0], games[2]);
    let other = tempfile::tempdir().unwrap();
    records(
        other.path(),
        &[
            "--exec",
            EXAMPLE,
            "--seed",
            "{7,8}",
            "-N",
            "8",
            "--starter",
            "contestant",
        ],
        0,
    );
    assert_ne!(
        read(other.path(), "7.in"),
        read(other.path(), "8.in"),
        "ties are drawn by the seed"
    );
}

/// A forfeit: the reason, and the same points from the saved transcript.
#[test]
fn whoever_fails_forfeits_the_rest_and_the_reason_tells_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let fixed = ["--seed", "1", "-N", "6", "--starter", "contestant"];
    let fail = |exec: &str, more: &[&str], points: i64, left: i64| {
        let args = [&["--exec", exec], &fixed[..], more].concat();
        let record = &records(folder.path(), &args, 1)[0];
        let details = &record["details"];
        assert_eq!(
            (
                details["points"].as_i64(),
                details["forfeited_squares"].as_i64()
            ),
            (Some(points), Some(left)),
            "{record}"
        );
        assert_eq!(record["score"].as_f64(), Some(-(-points as f64).sqrt()));
        let text = JUDGE.stdout(&["score", &path("1.in"), &path("1.out")], 1);
        assert!(text.contains(&format!("points = {points}\n")), "{text}");
        let text = |name: &str| record[name].as_str().unwrap().to_string();
        format!("{}: {}", text("verdict"), text("reason"))
    };
    // Nothing at all: 36 squares in one isle; one stone in a corner: 35, minus 1.
    assert_eq!(
        fail(&answers(&[], "echo x"), &[], -1296, 36),
        "WA: turn 1: line 1: `x` is not a row and a column"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "echo 0"), &[], -1224, 34),
        "WA: turn 2: line 2: `0` is not a row and a column"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "echo 0 1 2"), &[], -1224, 34),
        "WA: turn 2: line 2: `0 1 2` is not a row and a column"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "echo 0 0"), &[], -1224, 34),
        "WA: turn 2: 0 0 is taken"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "echo $line"), &[], -1224, 34)
            .split_once(": turn 2: ")
            .unwrap()
            .0,
        "WA"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "echo 6 0"), &[], -1224, 34),
        "WA: turn 2: 6 0 is off the board, rows and columns 0 to 5"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "echo 0 -1"), &[], -1224, 34),
        "WA: turn 2: 0 -1 is off the board, rows and columns 0 to 5"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "exit 0"), &[], -1224, 34),
        "WA: turn 2: the output ended after 1 lines where an answer was due"
    );
    assert_eq!(
        fail(&answers(&["0 0"], "exit 3"), &[], -1224, 34),
        "RE: exit status 3"
    );
    assert!(
        fail(&answers(&["0 0"], "kill -9 $$"), &[], -1224, 34).starts_with("RE: killed by SIGKILL")
    );
    assert!(
        fail(
            &answers(&["0 0"], "while :; do :; done"),
            &["--time-limit", "100"],
            -1224,
            34
        )
        .starts_with("TLE: ")
    );
    assert!(
        fail(
            &answers(&["0 0"], "sleep 9"),
            &["--wall-limit", "300"],
            -1224,
            34
        )
        .starts_with("TLE: ")
    );
    assert!(
        fail("printf \"0 0\\n0 1\\n\"", &[], -1224, 34)
            .starts_with("WA: turn 2: after 1 lines: `0 1` was written before")
    );
}

#[test]
fn a_tampered_transcript_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    records(
        folder.path(),
        &[
            "--exec",
            EXAMPLE,
            "--seed",
            "1",
            "-N",
            "8",
            "--starter",
            "server",
        ],
        0,
    );
    let input = read(folder.path(), "1.in");
    let (first, rest) = input.split_once('\n').unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    fs::write(folder.path().join("1.in"), format!("{first}\n0 7\n{rest}")).unwrap();
    let said = JUDGE.complaint(&["score", &path("1.in"), &path("1.out")], &path("1.in"));
    let problem = "2: turn 1: `0 7` is not one of ";
    assert!(said.starts_with(problem), "{said}");
}

#[test]
fn malformed_cases_are_the_users_fault() {
    let malformed: [(&[u8], &str); 9] = [
        (
            b"",
            "1: the input ends where the side of the board should be",
        ),
        (
            b"6\n",
            "2: the input ends where the row of the server's opening should be",
        ),
        (
            b"6 -1\n",
            "2: the input ends where the column of the server's opening should be",
        ),
        (
            b"6 2 2.0\n",
            "1: `2.0` stands where the column of the server's opening should be",
        ),
        (
            b"7 -1 -1\n",
            "1: the side is 7; expected an even number from 6 to 16",
        ),
        (
            b"18 -1 -1\n",
            "1: the side is 18; expected an even number from 6 to 16",
        ),
        (
            b"6 0 0\n",
            "1: the server's first stone is 0 0; expected a middle square or -1 -1",
        ),
        (
            b"6 -1 2\n",
            "1: the server's first stone is -1 2; expected a middle square or -1 -1",
        ),
        (b"6 -1 -1\n\xff", "2: not UTF-8"),
    ];
    for (case, problem) in malformed {
        assert_eq!(JUDGE.refuses(case), problem);
    }
    let more = b"6 -1 -1\nmore\n";
    assert_eq!(
        JUDGE.refuses_to_play(more),
        "2: the case is complete, but more follows"
    );
}
