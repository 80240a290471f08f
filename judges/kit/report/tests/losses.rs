//! Losses in tables.

mod report;

use report::{Folder, record};

/// A case that lost points by two causes.
fn lost(command: &str, seed: u32, late: f64, dear: f64) -> String {
    let sums = format!(
        r#"[{{"cause":"late","tenth":1,"points":{late}}},{{"cause":"slack","points":0.5}}]"#
    );
    let dearest =
        format!(r#"[{{"round":1,"turn":{seed},"points":{dear},"cause":"late","note":"a block"}}]"#);
    let account = format!(
        r#"{{"basis":"charged","unit":"points","best":10,"reached":{},"sums":{sums},"dearest":{dearest}}}"#,
        9.5 - late
    );
    record(&format!(
        r#""seed":{seed},"command":"{command}","parameters":{{"C":{seed}}},"losses":{account}"#
    ))
}

#[test]
fn losses_by_cause_tenth_and_group_and_the_dearest_turns() {
    let folder = Folder::new();
    folder.write(
        "a.jsonl",
        &(lost("x y", 1, 2.0, 1.5) + &lost("x y", 2, 4.0, 3.0)),
    );
    let text = folder.stdout(&["losses", "a.jsonl", "--by", "C"], 0);
    for line in [
        "a: x y",
        "2 cases (2 OK), 10.00 points less 6.50 is 3.50 a case, charged to the bound",
        "| late  | 3.00 |   |   |   |   |   |   |   |   |    |      | 3.00 ± 1.00 |",
        "| slack |      |   |   |   |   |   |   |   |   |    | 0.50 | 0.50 ± 0.00 |",
        "| all   | 3.00 |   |   |   |   |   |   |   |   |    | 0.50 | 3.50 ± 1.00 |",
        "| C = 2 |     1 | 4.00 |  0.50 | 4.50 |",
    ] {
        assert!(
            text.lines().any(|found| found.trim_end() == line),
            "{line}: {text}"
        );
    }
    let place = |row: &str| text.find(row).unwrap();
    let (dear, cheap) = (
        place("| 4.50 | 10.00 | seed 2 "),
        place("| 2.50 | 10.00 | seed 1 "),
    );
    assert!(dear < cheap, "{text}");
    let (dear, cheap) = (place("| 3.00 | seed 2 "), place("| 1.50 | seed 1 "));
    assert!(dear < cheap, "{text}");
    let command = "a-judge show --seed 2 --losses --turn 2 --exec 'x y'";
    assert!(text.contains(command), "{text}");
}

#[test]
fn the_gain_of_a_run_on_another_is_over_the_cases_of_both() {
    let folder = Folder::new();
    folder.write(
        "a.jsonl",
        &(lost("x", 1, 2.0, 1.5) + &lost("x", 2, 4.0, 3.0)),
    );
    folder.write(
        "b.jsonl",
        &(lost("z", 2, 1.0, 1.0) + &lost("z", 3, 9.0, 3.0)),
    );
    let text = folder.stdout(&["losses", "a.jsonl", "b.jsonl"], 0);
    let heading = "over 1 cases of both; 2 of one alone are left out\n";
    let (_, gain) = text.split_once(heading).unwrap();
    assert!(gain.contains("| late  | 3.00 "), "{text}");
    assert!(gain.contains("| all   | 3.00 "), "{text}");
}

#[test]
fn a_run_without_losses_is_refused() {
    let folder = Folder::new();
    folder.write("a.jsonl", &record(""));
    let error = folder.stderr(&["losses", "a.jsonl"], 2);
    assert_eq!(error, "error: a.jsonl: no losses; play it with --losses\n");
}

/// Where every play failed, `--losses` may have been given.
#[test]
fn a_run_of_failures_alone_has_no_losses() {
    let folder = Folder::new();
    let failed = |seed: u32, verdict: &str| {
        record(&format!(
            r#""seed":{seed},"verdict":"{verdict}","reason":"late","score":-1"#
        ))
    };
    folder.write(
        "a.jsonl",
        &(failed(1, "WA") + &failed(2, "TLE") + &failed(3, "WA")),
    );
    let error = folder.stderr(&["losses", "a.jsonl"], 2);
    assert_eq!(
        error,
        "error: a.jsonl: no losses: every play failed, 1 TLE, 2 WA\n"
    );
}

/// A play that is whole and exits with 1 has losses and a verdict, and its board does not count; plays
/// without losses are counted with the reason.
#[test]
fn verdicts_are_shown_and_cases_without_losses_counted() {
    let folder = Folder::new();
    let whole = lost("x", 1, 2.0, 1.5);
    let failed = lost("x", 2, 4.0, 3.0).replace(
        r#""verdict":"OK""#,
        r#""verdict":"RE","reason":"exit status 1""#,
    );
    let stopped = record(r#""seed":3,"verdict":"WA","reason":"late","score":-1"#);
    let unasked = record(r#""seed":4"#);
    folder.write("a.jsonl", &(whole + &failed + &stopped + &unasked));
    let text = folder.stdout(&["losses", "a.jsonl"], 0);
    for line in [
        "2 cases (1 OK, 1 RE), 10.00 points less 3.75 is 6.25 a case, charged to the bound",
        "| failed |      |   |   |   |   |   |   |   |   |    | 2.75 | 2.75 ± 2.75 |",
        "| all    | 3.00 |   |   |   |   |   |   |   |   |    | 3.25 | 6.25 ± 3.75 |",
        "| 10.00 | 10.00 | seed 2, RE | failed 5.50 | a-judge show --seed 2 --losses --exec x |",
        "|  2.50 | 10.00 | seed 1     | late 2.00   | a-judge show --seed 1 --losses --exec x |",
        "2 plays without losses are left out: 1 WA, 1 not played with --losses",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    let dear = text.lines().find(|line| line.starts_with("| 3.00 |"));
    assert!(dear.unwrap().contains("| seed 2, RE |"), "{text}");
}

/// Cases without the value are counted, as `compare --by` does.
#[test]
fn cases_without_a_value_to_group_by_are_counted() {
    let folder = Folder::new();
    folder.write(
        "a.jsonl",
        &(lost("x", 1, 2.0, 1.5) + &lost("x", 2, 4.0, 3.0).replace(r#""C":2"#, "")),
    );
    let text = folder.stdout(&["losses", "a.jsonl", "--by", "C"], 0);
    assert!(text.contains("1 cases without C"), "{text}");
}

#[test]
fn two_runs_with_one_command_are_named() {
    let folder = Folder::new();
    folder.write("a.jsonl", &lost("x", 1, 2.0, 1.5));
    folder.write("b.jsonl", &lost("x", 1, 1.0, 1.0));
    let text = folder.stdout(&["losses", "a.jsonl", "b.jsonl"], 0);
    for line in ["a.jsonl, a: x", "b.jsonl, a: x"] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}

/// An estimated loss of a game, with the error of what was drawn for it.
fn estimated(seed: u32, points: f64) -> String {
    let sums = format!(r#"[{{"cause":"stone","tenth":1,"points":{points},"error":0.1}}]"#);
    let account = format!(
        r#"{{"basis":"estimated","unit":"points","best":10,"reached":{},"sums":{sums}}}"#,
        10.0 - points
    );
    record(&format!(r#""seed":{seed},"losses":{account}"#))
}

/// The error of a sum is that of the mean over games, not that of what was drawn within them.
#[test]
fn errors_are_those_of_the_mean_over_cases() {
    let folder = Folder::new();
    let games: String = [1.0, 3.0, 5.0, 7.0]
        .iter()
        .zip(1..)
        .map(|(&points, seed)| estimated(seed, points))
        .collect();
    folder.write("a.jsonl", &games);
    // The first case was played twice: it counts once, with its means.
    folder.write(
        "b.jsonl",
        &(estimated(1, 0.0) + &estimated(1, 2.0) + &estimated(2, 2.0)),
    );
    let text = folder.stdout(&["losses", "a.jsonl"], 0);
    assert!(text.contains("| 4.00 ± 1.29 |"), "{text}");
    let text = folder.stdout(&["losses", "a.jsonl", "b.jsonl"], 0);
    assert!(text.contains("| 1.50 ± 0.50 |"), "{text}");
    let (_, gain) = text.split_once("over 2 cases of both").unwrap();
    assert!(gain.contains("| 0.50 ± 0.50 |"), "{text}");
    folder.write("c.jsonl", &estimated(1, 2.0));
    let text = folder.stdout(&["losses", "c.jsonl"], 0);
    assert!(text.contains("| 2.00 ± 0.10 |"), "{text}");
}
