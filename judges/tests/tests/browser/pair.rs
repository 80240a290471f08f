//! Two runs of a case side by side.

use crate::shown::Shown;
use serde_json::json;

use crate::solitaire::{Position, game, places, replay};

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

pub(super) fn boards_are_level_and_events_are_of_both() {
    let one = game(|_, _| 0);
    let other = game(|turn, _| usize::from(turn >= 4));
    let (first, second) = (
        "a",
        "python3 examples/solitaire.py --level 12 --a-word-of-many-letters-that-does-not-fit",
    );
    let replays = [replay(first, &one), replay(second, &other)];
    let page = Shown::open("level", &replays, "#turn=3");
    let tops = page.value("[...document.querySelectorAll('.seat .board')].map((board) => board.getBoundingClientRect().top)");
    let sides = page.value("[...document.querySelectorAll('.seat .board')].map((board) => board.getBoundingClientRect().width)");
    assert_eq!(tops[0], tops[1]);
    assert_eq!(sides[0], sides[1]);
    assert!(sides[0].as_f64().unwrap() > 450.0, "{sides}");
    page.check_whole("#figures th, #figures td");
    let counts = "[...document.querySelectorAll('.own-events')].map((list) => list.querySelectorAll('li').length)";
    let events = |run: &[Position]| {
        run.iter()
            .filter(|each| !each.scene().events.is_empty())
            .count()
    };
    assert_eq!(page.value(counts), json!([events(&one), events(&other)]));
    let (short, long) = (
        one.len().min(other.len()) - 1,
        one.len().max(other.len()) - 1,
    );
    let shorter = usize::from(other.len() < one.len());
    let states = "[...document.querySelectorAll('.state')].map((state) => state.textContent)";
    page.go(long as u64);
    assert_eq!(
        page.value(states)[shorter],
        format!("ended at turn {short}")
    );
    page.go(short as u64);
    let state = page.value(states)[shorter].as_str().unwrap().to_string();
    assert!(state.starts_with(&format!("turn {short}: ")), "{state}");
    page.browser.resize(844, 390).unwrap();
    page.check_width();
    page.browser.resize(390, 844).unwrap();
    page.check_width();
    page.screenshot("pair-phone");
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
