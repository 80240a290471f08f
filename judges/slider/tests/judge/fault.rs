//! The square of a fault in what is shown of a play.

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_slider-judge"));

/// A board of 10 × 10 with a hole in a corner and a block beside it.
fn case() -> String {
    let rest = "0\n".repeat(98);
    format!("10\n2\n1\n-1\n2\n{rest}")
}

#[test]
fn a_square_without_a_block_is_marked() {
    let shown = JUDGE.shown(&case(), "2\n0 1 M R\n0 1 M R\n", 1);
    assert!(shown.contains("\n0 O ·!2<"), "{shown}");
    assert_eq!(shown.matches('!').count(), 2, "{shown}");
    assert!(shown.contains("WA: line 3: square 0 1 is empty"), "{shown}");
}

#[test]
fn a_hole_is_marked() {
    let shown = JUDGE.shown(&case(), "1\n0 0 M R\n", 0);
    assert!(shown.contains("\n0 O!2"), "{shown}");
}
