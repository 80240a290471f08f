//! Mouse and fingers on the boards of games by hand; the focus may be anywhere.

use harness::browser::{Pointer, PointerStep};
use serde_json::json;

use super::board::{Board, IS_OVER};
use super::hand::open_panels;
use super::{GAMES, SLIDER, SmallGame};
use crate::shown::Shown;

/// JavaScript that waits for all pending work, then draws the case or the position again.
const SETTLED: &str = "updateOutput().then(() => null)";

/// JavaScript that is true if the last position is shown, after all animation.
const IS_LAST: &str = "document.body.dataset.frame === $('#slider').max";

/// Names of the controls of a page, by which [`control`] finds them.
const CONTROLS: &str = "(() => {
    globalThis.nameOf = (node) => node.id || `${node.closest('[id]')?.id}: ${node.textContent}`;
    globalThis.controls = () => $$('a, button, input, select, summary, textarea')
        .filter((node) => node.checkVisibility() && !node.closest('dialog, #lessons'));
    return controls().map(nameOf);
})()";

/// Returns an expression for the control with this name.
fn control(name: &str) -> String {
    let name = json!(name);
    format!("controls().find((node) => nameOf(node) === {name})")
}

/// Checks that the board answers a click after every button was clicked, and after every field and
/// link had the focus. Pages differ in trays and in the number of places of a move; the default two
/// games have both kinds.
pub fn a_click_counts_after_every_control() {
    for game in oracles::test_size(&GAMES[1..3], &GAMES) {
        let page = game.open();
        open_panels(&page);
        page.run("$('#work').value = '0.3'");
        let mut board = Board::new(&page);
        board.play(Pointer::Mouse);
        let mut names: Vec<String> = page.get(CONTROLS);
        // Controls for the seed come last, since a change of the case deletes the entries.
        names.sort_by_key(|name| name.contains("seed"));
        assert!(names.len() > 25, "{names:?}");
        for (name, pointer) in names.iter().zip(Pointer::ALL.into_iter().cycle()) {
            if page.is(&format!("{} === undefined", control(name))) {
                assert!(name.starts_with("events: "), "{name} is gone");
                continue;
            }
            if name == "do-redo" {
                board.undo();
            }
            page.wait(IS_LAST);
            board.after.clone_from(name);
            operate(&page, &board, pointer, name);
            // At an earlier position, the first click returns to the last one.
            if !page.is(IS_LAST) {
                page.check("getComputedStyle($('.layer-choices')).visibility === 'hidden'");
                let spot = board.draw();
                board.press(pointer.into(), spot);
                page.wait_text("#said", "This is the end of your game");
            }
            let drawn = page.value("document.body.dataset.refreshed");
            board.play(pointer);
            board.undo();
            // The click takes the focus from the field, but must not draw another case.
            let found = page.value("document.body.dataset.refreshed");
            assert_eq!(found, drawn, "{name}");
            if board.entries() == 0 {
                board.play(pointer);
            }
        }
    }
}

/// Clicks a button, or focuses a field or link. Then returns to the game by hand and undoes what
/// the button has entered.
fn operate(page: &Shown, board: &Board, pointer: Pointer, name: &str) {
    let (node, before, entries) = (control(name), board.progress(), board.entries());
    // A click on `do-load` would open a window of the system.
    if page.is(&format!("{node}.tagName !== 'BUTTON'")) || name == "do-load" {
        page.run(&format!("{node}.focus()"));
        return;
    }
    page.value(SETTLED);
    page.run(&format!("{node}.toggleAttribute('data-operated', true)"));
    // A disabled button gets a click, too.
    if page.is("$('[data-operated]').disabled") {
        page.click_at(pointer, page.middle("[data-operated]"));
    } else {
        page.point_at(pointer, "[data-operated]");
    }
    page.run("$('[data-operated]')?.removeAttribute('data-operated')");
    match name {
        "do-save" => drop(page.download()),
        "do-forget" => page.accept(),
        "do-undo" | "do-redo" | "trays: discard" => board.wait_after(&before),
        _ => page.run("$$('dialog[open]').forEach((dialog) => dialog.close())"),
    }
    page.value(SETTLED);
    if !page.is("document.body.dataset.mode === 'hand'") {
        page.point_at(pointer, "#do-back");
        page.wait("document.body.dataset.mode === 'hand'");
        page.value(SETTLED);
    }
    while page.is(IS_OVER) || board.entries() > entries {
        page.click("#do-undo");
        page.value(SETTLED);
    }
}

/// Time until a page that a finger has pushed is at rest, ms.
const REST: PointerStep = PointerStep::Wait(2000);

/// Maximum number of tries to make a double click.
const TRIES: usize = 20;

/// Checks a drag by one pixel, a double click and a second finger: no click is lost, and none
/// counts twice.
pub fn a_gesture_is_one_click() {
    for game in &GAMES {
        gestures(game);
        for pointer in Pointer::ALL {
            // A busy machine may be too slow for two clicks within the time of a double click.
            let is_double = (0..TRIES).any(|_| double_click(game, pointer));
            assert!(is_double, "{}: no two clicks within 200 ms", game.name);
        }
    }
}

fn gestures(game: &SmallGame) {
    let page = game.open();
    let mut board = Board::new(&page);
    for pointer in Pointer::ALL {
        let (x, y) = board.draw().1;
        let pixel = PointerStep::drag((x, y), (x + 1, y + 1));
        one_click(&page, &mut board, pointer, &[&pixel], 1);
        // A finger that moves from one place to another scrolls: no click at all.
        let (from, to) = (board.draw().1, page.middle("#title"));
        let mut drag = PointerStep::drag(from, to).to_vec();
        drag.extend((pointer == Pointer::Touch).then_some(REST));
        one_click(&page, &mut board, pointer, &[&drag], 0);
    }
    // Two fingers touch the board, as in a pinch gesture.
    let hands = [board.draw(), board.lit()[0]].map(|(_, at)| PointerStep::click(at));
    let hands = [&hands[0][..], &hands[1]];
    one_click(&page, &mut board, Pointer::Touch, &hands, 0);
}

/// Tries to make a double click, which must count as one click. Returns true if it was fast enough.
fn double_click(game: &SmallGame, pointer: Pointer) -> bool {
    let page = game.open();
    let mut board = Board::new(&page);
    page.run("addEventListener('click', (event) => (globalThis.clicks ??= []).push(event.timeStamp), true)");
    let (before, at) = (board.progress(), board.draw().1);
    page.steps(pointer, &[PointerStep::click(at); 2].concat());
    let is_double = page.is("clicks.length === 2 && clicks[1] - clicks[0] < 200");
    if is_double {
        board.wait_after(&before);
        // Gives a wrong second entry enough time to appear.
        page.value("new Promise((done) => setTimeout(done, 200))");
        assert_ne!(board.progress(), before);
        assert!(board.entries() <= 1);
    }
    is_double
}

/// Makes a gesture that must count as `clicks` clicks, then finishes the move as usual.
#[track_caller]
fn one_click(
    page: &Shown,
    board: &mut Board,
    pointer: Pointer,
    hands: &[&[PointerStep]],
    clicks: usize,
) {
    let (before, entries) = (board.progress(), board.entries());
    page.point(pointer, hands);
    if clicks == 1 {
        board.wait_after(&before);
    }
    let is_begun = board.entries() == entries;
    assert!(is_begun || board.entries() == entries + clicks as u64);
    assert!(clicks == 1 || board.progress() == before);
    if is_begun {
        board.play(Pointer::Mouse);
    }
    board.undo();
}

/// Minimum side of a target for a finger, CSS pixels.
const FINGER: i64 = 36;

/// Checks that the first tap on a large board enlarges it. Its places are then large enough, a drag
/// scrolls it, and further taps play.
pub fn a_finger_enlarges_a_large_board() {
    let slider = SmallGame { case: &[("N", "25")], ..SLIDER };
    let page = slider.open();
    page.resize(390, 844);
    let mut board = Board::new(&page);
    let is_large = || {
        let width = "Math.round($('.layer-choices .choice').getBoundingClientRect().width)";
        page.is(&format!("{width} >= {FINGER}"))
    };
    assert!(!is_large());
    let (place, at) = board.draw();
    page.click_at(Pointer::Touch, at);
    page.wait("$('.board.enlarged') !== null");
    assert!(is_large());
    assert_eq!(board.entries(), 0);
    let spot = format!(".choice[data-place='{place}']");
    let (x, y) = page.middle(&spot);
    for (from, to) in [((x, y), (x - 30, y - 20)), ((x - 30, y - 20), (x, y))] {
        page.steps(Pointer::Touch, &PointerStep::drag(from, to));
    }
    page.check("$('.choice.selected') === null");
    board.click_again(Pointer::Touch, page.middle(&spot));
    let selected = "$('.choice.selected')?.dataset.place";
    page.wait(&format!("{selected} === '{place}'"));
    board.click(Pointer::Touch);
    page.wait("document.body.dataset.hand === '1'");
    page.screenshot("enlarged");
    page.point_at(Pointer::Touch, ".whole");
    page.wait("$('.board.enlarged') === null");
    // Also checks the size of all buttons and fields.
    let small = page.value(&format!(
        "$$('button, select, summary, input:not([type=checkbox])')
           .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < {FINGER})
           .map((node) => node.outerHTML)"
    ));
    assert_eq!(small, json!([]));
}

/// Checks that the dice of a roll and the name of a category stay in view on an enlarged card.
pub fn headings_stay_on_an_enlarged_board() {
    let page = GAMES[4].open();
    page.resize(390, 844);
    let (place, at) = Board::new(&page).draw();
    page.click_at(Pointer::Touch, at);
    page.wait("$('.board.enlarged') !== null");
    page.check(&format!(
        "(() => {{
            const middle = (node) => (({{ x, y, width, height }}) => [x + width / 2, y + height / 2])(node.getBoundingClientRect());
            const at = middle($('.choice[data-place=\"{place}\"]'));
            const isLevel = (css, axis) => $$(`.board svg ${{css}}`).some((node) => Math.abs(middle(node)[axis] - at[axis]) < 3);
            return isLevel('.die', 1) && isLevel('.coordinate', 0);
        }})()"
    ));
    page.screenshot("enlarged-card");
}
