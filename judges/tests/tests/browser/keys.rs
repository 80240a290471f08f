//! Keys, buttons, the slider, and playing by itself.

use harness::browser::{Pointer, PointerStep, WindowPoint};

use crate::shown::{END, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, Shown};
use crate::solitaire::{game, places, replay};

pub(super) fn keys_and_buttons_step() {
    let positions = game(|turn, _| turn as usize * 3);
    let last = positions.len() as u64 - 1;
    assert!(last > 15);
    let page = Shown::open("keys", &[replay("us", &positions)], "");
    for (key, shift, turn) in [
        (RIGHT, false, 1),
        (RIGHT, false, 2),
        (LEFT, false, 1),
        (RIGHT, true, 3),
        (']', false, 6),
        ('[', false, 3),
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
        assert_eq!(page.places(0), places(&positions[turn as usize]));
    }
    for (button, turn) in [
        ("forward", 1),
        ("event-forward", 3),
        ("back", 2),
        ("last", last),
        ("event-back", (last - 1) / 3 * 3),
        ("first", 0),
    ] {
        page.browser.click(&format!("#{button}")).unwrap();
        assert_eq!(page.turn(), turn, "{button}");
    }
    page.browser
        .click(".events li:nth-child(2) button")
        .unwrap();
    assert_eq!(page.turn(), 6);
    page.press('?', true);
    assert_eq!(page.value("document.getElementById('keys').open"), true);
    page.screenshot("keys");
    page.close();
}

pub(super) fn the_slider_and_the_plot_are_dragged() {
    let positions = game(|turn, _| turn as usize * 3);
    let last = positions.len() as i64 - 1;
    let page = Shown::open("slider", &[replay("us", &positions)], "");
    let edges = |selector: &str| {
        let value = page.value(&format!(
            "(() => {{ const {{ left, right }} = document.querySelector('{selector}').getBoundingClientRect();
               return [left, right].map(Math.round); }})()"
        ));
        serde_json::from_value::<(i64, i64)>(value).unwrap()
    };
    for pointer in Pointer::ALL {
        page.press(HOME, false);
        let ((x, middle), (left, _)) = (page.middle("#slider"), edges("#slider"));
        page.steps(pointer, &PointerStep::drag((left + 9, middle), (x, middle)));
        let half = page.turn() as i64;
        assert!(
            (half - last / 2).abs() <= 1,
            "{half} of {last}, {pointer:?}"
        );
        assert_eq!(page.places(0), places(&positions[half as usize]));
        let ((_, middle), (_, right)) = (page.middle(".plot"), edges(".plot"));
        page.steps(
            pointer,
            &PointerStep::drag((right - 60, middle), (right - 10, middle)),
        );
        assert_eq!(page.turn() as i64, last, "{pointer:?}");
    }
    page.close();
}

/// A typed value takes effect at once: a press elsewhere, which takes the focus away, changes
/// nothing under the pointer.
pub(super) fn a_click_out_of_a_field_meets_what_is_seen() {
    let positions = game(|turn, _| turn as usize);
    let eventful = (positions.len() as u64 - 1) / 3 * 3;
    let page = Shown::open("field", &[replay("us", &positions)], "");
    // Shorter than its entries, so that it scrolls.
    page.value("void (document.querySelector('.events').style.maxHeight = '4rem')");
    for pointer in Pointer::ALL {
        page.press(HOME, false);
        page.browser.fill("#turn", &eventful.to_string()).unwrap();
        assert_eq!(page.value("document.activeElement.id"), "turn");
        let first = page.value(
            "(() => { const { top } = document.querySelector('.events').getBoundingClientRect();
               const buttons = [...document.querySelectorAll('.events button')];
               const seen = buttons.find((button) => button.getBoundingClientRect().top > top);
               const { x, y } = seen.getBoundingClientRect();
               return [Number(seen.firstChild.textContent), [Math.round(x + 9), Math.round(y + 9)]]; })()",
        );
        let (turn, at): (u64, WindowPoint) = serde_json::from_value(first).unwrap();
        page.click(pointer, at);
        assert_eq!(page.turn(), turn, "{pointer:?}");
    }
    page.close();
}

pub(super) fn it_plays_by_itself_to_the_end() {
    let positions = game(|turn, _| turn as usize * 3);
    let last = positions.len() - 1;
    let page = Shown::open("play", &[replay("us", &positions)], "");
    page.press(' ', false);
    page.wait("document.getElementById('play').ariaPressed === 'true'");
    page.wait("Number(document.body.dataset.turn) >= 2");
    page.press(' ', false);
    page.wait("document.getElementById('play').ariaPressed === 'false'");
    for _ in 0..6 {
        page.press('+', false);
    }
    assert_eq!(page.value("document.getElementById('speed').value"), "240");
    page.browser.click("#play").unwrap();
    page.wait(&format!("document.body.dataset.turn === '{last}'"));
    page.wait("document.getElementById('play').ariaPressed === 'false'");
    assert_eq!(page.places(0), places(&positions[last]));
    page.wait("document.querySelectorAll('.piece.gone').length === 0");
    page.close();
}
