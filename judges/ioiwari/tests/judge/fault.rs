//! The place of a fault in what is shown of a game.

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_ioiwari-judge"));

/// The game of the README.
const GAME: &str = "2 4 2 2 4 2 4\n3\n";

#[test]
fn an_empty_pit_is_marked() {
    let shown = JUDGE.shown(GAME, "5\n2\n", 1);
    let (_, reply) = shown.split_once("turn 1: reply 3\n").unwrap();
    assert!(reply.contains(" 2: ·!\n"), "{shown}");
    assert_eq!(shown.matches('!').count(), 2, "{shown}");
    assert!(
        shown.ends_with("WA: turn 2: pit 2 is empty; score 0\n"),
        "{shown}"
    );
}

#[test]
fn a_line_that_names_no_pit_marks_none() {
    let shown = JUDGE.shown(GAME, "5\n8\n", 1);
    assert!(shown.contains("WA: turn 2: "), "{shown}");
    assert!(!shown.contains('!'), "{shown}");
}
