//! The square of a fault in what is shown of a round.

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_lucky-judge"));

#[test]
fn an_occupied_square_is_marked() {
    let case = "2 3 2 0\n5\n7\nnewRound\nplayTurn 1\nplayTurn 0\n";
    let shown = JUDGE.shown(case, "place 1 2\nplace 1 2\n", 1);
    assert!(shown.contains("\n1 · · 1!\n"), "{shown}");
    assert_eq!(shown.matches('!').count(), 2, "{shown}");
    assert!(shown.contains("WA: round 1, turn 2: line 2: "), "{shown}");
}
