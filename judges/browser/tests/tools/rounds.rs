//! Cases of many rounds.

use crate::harness::{DOWN, Shown, UP};
use crate::solitaire::{game, places, replay_rounds};

pub(super) fn a_round_is_chosen() {
    let rounds: Vec<_> = (0..30)
        .map(|round| game(|turn, _| round * 11 + turn as usize * round))
        .collect();
    let page = Shown::open("rounds", &[replay_rounds("us", &rounds)], "#round=3&turn=4");
    let shows = |round: usize, turn: usize| {
        page.wait(&format!(
            "document.getElementById('round').value === '{round}'"
        ));
        assert_eq!(
            page.places(0),
            places(&rounds[round][turn]),
            "round {round}"
        );
    };
    shows(2, 4);
    page.press(DOWN, true);
    shows(3, 0);
    page.press(UP, true);
    page.press(UP, true);
    shows(1, 0);
    page.value("(() => { const round = document.getElementById('round'); round.value = '17'; round.dispatchEvent(new Event('change')); })()");
    shows(17, 0);
    page.go(2);
    page.wait("location.hash === '#round=18&turn=2'");
    page.browser.click("#sort").unwrap();
    let bars =
        "[...document.querySelectorAll('.rounds rect')].map((bar) => Number(bar.dataset.round))";
    let order: Vec<usize> = serde_json::from_value(page.value(bars)).unwrap();
    assert!(
        order.is_sorted_by_key(|&round| rounds[round].len()),
        "{order:?}"
    );
    page.screenshot("rounds");
    page.browser.click(".rounds").unwrap();
    page.wait("document.getElementById('round').value !== '17'");
    let opened = page.value("Number(document.getElementById('round').value)");
    let in_the_middle = order[14..=15].iter().position(|&round| opened == round);
    shows(order[14 + in_the_middle.unwrap()], 0);
    page.close();
}
