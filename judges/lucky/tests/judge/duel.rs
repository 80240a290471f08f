//! Ranges of measures: a lucky run may pass a bound on the mean, so shares of it have none.

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_lucky-judge"));

#[test]
fn shares_of_a_mean_need_a_range() {
    let words = [
        "duel",
        "--exec",
        "echo",
        "--against",
        "echo",
        "--max",
        "1",
        "--measure",
    ];
    let duel = |more: &[&str], status| {
        let run = JUDGE
            .command(&[&words[..], more].concat())
            .assert()
            .code(status);
        let output = run.get_output();
        let text = [&output.stdout[..], &output.stderr[..]].concat();
        String::from_utf8(text).unwrap()
    };
    let refused = duel(&["share", "--subtask", "1"], 2);
    let expected =
        "error: --measure share: the game proves no range for case 1.subtask-1, give --range\n";
    assert_eq!(refused, expected);
    let given = duel(&["share", "--subtask", "1", "--range", "3"], 12);
    assert!(
        given.contains("\nrange    one case can differ by 3.000000\n"),
        "{given}"
    );
    let proven = duel(&["share", "--subtask", "7"], 12);
    assert!(
        proven.contains("\nrange    one case can differ by 1.000000\n"),
        "{proven}"
    );
}
