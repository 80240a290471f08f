//! Two runs of a case side by side.

use crate::harness::Shown;
use crate::solitaire::{game, places, replay};

pub(super) fn two_runs_go_together_and_part_where_they_part() {
    let one = game(|_, _| 0);
    let other = game(|turn, _| usize::from(turn >= 4));
    assert_ne!(one.len(), other.len());
    let replays = [replay("first", &one), replay("second", &other)];
    let page = Shown::open("pair", &replays, "");
    assert_eq!(page.text("#difference"), "First difference: turn 5");
    page.press('f', false);
    assert_eq!(page.turn(), 5);
    for turn in [
        4,
        5,
        one.len().min(other.len()) - 1,
        one.len().max(other.len()) - 1,
    ] {
        page.go(turn as u64);
        assert_eq!(page.places(0), places(&one[turn.min(one.len() - 1)]));
        assert_eq!(page.places(1), places(&other[turn.min(other.len() - 1)]));
    }
    assert_eq!(
        page.value("document.querySelectorAll('#ticks .difference, .plot .difference').length"),
        2
    );
    page.go(6);
    page.screenshot("pair");
    page.close();
}

pub(super) fn equal_runs_do_not_differ() {
    let positions = game(|_, _| 0);
    let replays = [replay("a", &positions), replay("b", &positions)];
    let page = Shown::open("equal", &replays, "");
    assert_eq!(
        page.value("document.getElementById('difference').hidden"),
        true
    );
    page.close();
}
