//! Cases of many rounds.

use harness::hostile::Arena;

use crate::shown::{DOWN, Shown, UP};
use crate::solitaire::{game, places, replay_rounds};

pub(super) fn a_round_is_chosen() {
    let rounds: Vec<_> =
        (0..30).map(|round| game(5 + round * 7 % 20, |turn| round * 11 + turn * round)).collect();
    let page = Shown::open("rounds", &[replay_rounds("us", &rounds)], "#round=3&turn=4");
    let shows = |round: usize, turn: usize| {
        page.wait(&format!("$('#round').value === '{round}'"));
        let expected = places(&rounds[round][turn]);
        assert_eq!(page.places(0), expected, "round {round}");
    };
    shows(2, 4);
    page.press(DOWN, true);
    shows(3, 0);
    page.press(UP, true);
    page.press(UP, true);
    shows(1, 0);
    page.set("#round", "17");
    shows(17, 0);
    page.go(2);
    page.wait("location.hash === '#round=18&turn=2'");
    page.click("#sort");
    let order: Vec<usize> = page.get("$$('.rounds rect').map((bar) => Number(bar.dataset.round))");
    let is_right = order.is_sorted_by_key(|&round| rounds[round].len());
    assert!(is_right, "{order:?}");
    page.screenshot("rounds");
    page.click(".rounds");
    page.wait("$('#round').value !== '17'");
    let opened = page.get("Number($('#round').value)");
    assert!(order[14..=15].contains(&opened), "{opened} of {order:?}");
    shows(opened, 0);
}

/// Checks that the page of several faulty cards of Yahtzee opens at the first one.
pub(super) fn a_failed_run_opens_in_the_round_of_its_fault() {
    let arena = Arena::here();
    let straights = "1 2 3 4 5\n".repeat(6);
    let card = format!("{straights}6 6 6 6 6\n{straights}");
    arena.write("in", &card.repeat(3));
    // The five sixes are entered as the chance.
    arena.write("out", &"1 2 3 4 5 0 30 0 0 0 25 35 0 0 105\n".repeat(3));
    arena.output("yahtzee-judge show --losses --out page.html in out", 1);
    let page = Shown::open_file(&arena.folder().join("page.html"), "");
    page.check("$('#round').value === '0'");
    assert_eq!(page.turn(), 13);
    assert!(page.text(".fault").starts_with("WA game 1: "));
    page.screenshot("poor");
}
