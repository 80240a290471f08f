//! Ranges of measures: shares run from -1 to 1, and a forfeit leaves the whole board to the server.

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_tonga-judge"));

#[test]
fn a_duel_has_the_range_of_the_game() {
    let words = [
        "duel",
        "-N",
        "6",
        "--exec",
        "echo",
        "--against",
        "echo",
        "--max",
        "2",
    ];
    for (measure, range) in [("relative", 1), ("share", 2), ("score", 54)] {
        let said = JUDGE.stdout(&[&words[..], &["--measure", measure]].concat(), 12);
        let line = format!("\nrange    one case can differ by {range}.000000\n");
        assert!(said.contains(&line), "{measure}: {said}");
    }
}
