//! The place of a fault in what is shown of a card.

use harness::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_yahtzee-judge"));

#[test]
fn the_category_of_a_wrong_score_is_marked() {
    let case = "1 2 3 4 5\n".repeat(13);
    let card = "1 2 3 4 7 0 15 0 0 0 25 35 0 0 92\n";
    // Four scores are right; the column of the fives is marked from the first roll to the last.
    let shown = JUDGE.shown(&case, card, 4);
    assert!(shown.contains("turn 4: 4 of 13 scores\n"), "{shown}");
    let rows = shown.lines().filter(|row| !row.contains("a broken rule"));
    let marks: usize = rows.map(|row| row.matches('!').count()).sum();
    assert_eq!(marks, 13, "{shown}");
    assert!(
        shown.contains("WA: game 1: line 1: no roll scores 7 in fives"),
        "{shown}"
    );
}
