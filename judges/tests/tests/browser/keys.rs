//! Keys, buttons, the slider, and automatic play.

use harness::browser::{Pointer, PointerStep, WindowPoint};
use scene::Scene;

use crate::shown::{END, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, Shown};
use crate::solitaire::{game, places, replay};

/// Opens the page of a game; returns the page and the game's positions.
fn open(name: &str) -> (Shown, Vec<Scene>) {
    let positions = game(25, |turn| turn * 3);
    let page = Shown::open(name, &[replay("us", &positions)], "");
    (page, positions)
}

pub(super) fn keys_and_buttons_step() {
    let (page, positions) = open("keys");
    let last = positions.len() - 1;
    assert!(last > 15);
    for (key, shift, turn) in [
        (RIGHT, false, 1),
        (RIGHT, false, 2),
        (LEFT, false, 1),
        (RIGHT, true, 3),
        (RIGHT, true, 6),
        (LEFT, true, 3),
        (LEFT, true, 0),
        (LEFT, false, 0),
        (PAGE_DOWN, false, 10),
        (END, false, last),
        (RIGHT, false, last),
        (PAGE_UP, false, last - 10),
        (HOME, false, 0),
    ] {
        page.press(key, shift);
        assert_eq!(page.turn(), turn, "{key:?}");
        assert_eq!(page.places(0), places(&positions[turn]));
    }
    for (button, turn) in [
        ("#forward", 1),
        ("#event-forward", 3),
        ("#back", 2),
        ("#last", last),
        ("#event-back", (last - 1) / 3 * 3),
        ("#first", 0),
        (".events li:nth-child(2) button", 6),
    ] {
        page.click(button);
        assert_eq!(page.turn(), turn, "{button}");
    }
    page.click("#help");
    page.check("$('#keys').open");
    page.screenshot("keys");
    // In a dialog and on a button, keys keep their usual function.
    page.press(LEFT, false);
    assert_eq!(page.turn(), 6);
    page.click("#keys button");
    page.press(HOME, false);
    page.run("$('#show-rules').focus()");
    page.press(' ', false);
    page.check("$('#play').ariaPressed === 'false' && $('#rules').open");
    page.click("#rules button");
    // No letter is a key.
    page.run("document.activeElement.blur()");
    for key in "abcdefghijklmnopqrstuvwxyz?+-[]".chars() {
        page.press(key, false);
    }
    page.check("$('#keys').open === false && document.body.dataset.turn === '0'");
    inspected(&page);
}

/// Checks that the board's arrow keys move a cursor, and that its place is described.
fn inspected(page: &Shown) {
    page.run("$('.board').focus()");
    page.press(RIGHT, false);
    page.press(RIGHT, false);
    assert_eq!(page.turn(), 0);
    page.check("$('.board .cursor') !== null && !$('#details').hidden");
    let said = page.text("#announced");
    assert!(said.starts_with("row "), "{said}");
    assert_eq!(page.texts("#details p").join(", "), said);
    // The details do not cover the board.
    page.check(
        "((details, board) => details.bottom <= board.top || details.top >= board.bottom || details.left >= board.right)
           ($('#details').getBoundingClientRect(), $('.board').getBoundingClientRect())",
    );
    page.run("$('.board').blur()");
    page.check("$('#details').hidden");
}

pub(super) fn the_slider_and_the_plot_are_dragged() {
    let (page, positions) = open("slider");
    let last = positions.len() - 1;
    for pointer in Pointer::ALL {
        page.press(HOME, false);
        let (x, y) = page.middle("#slider");
        let left: i64 = page.get("Math.round($('#slider').getBoundingClientRect().left)");
        page.steps(pointer, &PointerStep::drag((left + 9, y), (x, y)));
        let half = page.turn();
        let is_right = half.abs_diff(last / 2) <= 1;
        assert!(is_right, "{half} of {last}, {pointer:?}");
        assert_eq!(page.places(0), places(&positions[half]));
        let (_, y) = page.middle(".plot");
        let right: i64 = page.get("Math.round($('.plot').getBoundingClientRect().right)");
        let drag = PointerStep::drag((right - 60, y), (right - 10, y));
        page.steps(pointer, &drag);
        assert_eq!(page.turn(), last, "{pointer:?}");
    }
}

/// Checks that a typed value takes effect at once. Then a click elsewhere, which moves the focus,
/// changes nothing under the pointer.
pub(super) fn a_click_out_of_a_field_meets_what_is_seen() {
    let (page, positions) = open("field");
    let eventful = (positions.len() - 1) / 3 * 3;
    // Too low for its entries, so that it scrolls.
    page.run("$('.events').style.maxHeight = '4rem'");
    for pointer in Pointer::ALL {
        page.press(HOME, false);
        page.fill("#turn", &eventful.to_string());
        page.check("document.activeElement.id === 'turn'");
        let (turn, at): (usize, WindowPoint) = page.get(
            "(() => { const { top } = $('.events').getBoundingClientRect();
               const seen = $$('.events button').find((button) => button.getBoundingClientRect().top > top);
               const { x, y } = seen.getBoundingClientRect();
               return [Number(seen.firstChild.textContent), [Math.round(x + 9), Math.round(y + 9)]]; })()",
        );
        page.click_at(pointer, at);
        assert_eq!(page.turn(), turn, "{pointer:?}");
    }
}

pub(super) fn it_plays_by_itself_to_the_end() {
    let (page, positions) = open("play");
    let last = positions.len() - 1;
    let playing = |is: bool| page.wait(&format!("$('#play').ariaPressed === '{is}'"));
    page.press(' ', false);
    playing(true);
    page.wait("Number(document.body.dataset.turn) >= 2");
    page.press(' ', false);
    playing(false);
    page.check("$('#caption').ariaLive === 'polite'");
    page.set("#speed", "240");
    page.click("#play");
    page.wait(&format!("document.body.dataset.turn === '{last}'"));
    playing(false);
    assert_eq!(page.places(0), places(&positions[last]));
    page.wait("$('.piece.gone') === null");
}
