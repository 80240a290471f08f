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
        "2 cases, 10.00 points less 6.50 is 3.50 a case, charged to the bound",
        "| late  | 3.00 |   |   |   |   |   |   |   |   |    |      | 3.00 |",
        "| slack |      |   |   |   |   |   |   |   |   |    | 0.50 | 0.50 |",
        "| all   | 3.00 |   |   |   |   |   |   |   |   |    | 0.50 | 3.50 |",
        "| C = 2 |     1 | 4.00 |  0.50 | 4.50 |",
    ] {
        assert!(
            text.lines().any(|found| found.trim_end() == line),
            "{line}: {text}"
        );
    }
    let (dear, cheap) = (text.find("seed 2 ").unwrap(), text.find("seed 1 ").unwrap());
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
    let (_, gain) = text.split_once("over 1 cases of both").unwrap();
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
