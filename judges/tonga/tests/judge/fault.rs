//! The square of a fault in what is shown of a game.

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_tonga-judge"));

#[test]
fn a_square_that_is_taken_is_marked() {
    let shown = JUDGE.shown("6 2 3\n", "2 3\n", 0);
    assert!(shown.contains("\n2 · · · o!· ·\n"), "{shown}");
    assert_eq!(shown.matches('!').count(), 2, "{shown}");
    let reason = "WA: turn 1: 2 3 is taken; score ";
    assert!(shown.contains(reason), "{shown}");
}

#[test]
fn a_square_off_the_board_cannot_be_marked() {
    let shown = JUDGE.shown("6 2 3\n", "2 6\n", 0);
    assert!(shown.contains("2 6 is off the board"), "{shown}");
    assert!(!shown.contains('!'), "{shown}");
}
