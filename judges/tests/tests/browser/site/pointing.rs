//! A mouse and fingers on the boards of games by hand, from wherever the focus is.

use harness::browser::{Pointer, PointerStep};
use serde_json::json;

use super::board::Board;
use super::{GAMES, SmallGame};
use crate::shown::Shown;

/// Message about the last entry.
const SAID: &str = "document.getElementById('said').textContent";

/// A page that nothing on has been clicked yet.
pub fn the_first_click_counts() {
    for game in &GAMES {
        for pointer in Pointer::ALL {
            let page = game.open();
            assert_eq!(page.value("document.activeElement === document.body"), true);
            Board::new(&page).play(pointer);
            page.close();
        }
    }
}

/// Draws the case that the page names, after all that is under way.
const SETTLED: &str = "updateOutput().then(() => null)";

/// True if the last position is shown: the steps to it are over.
const IS_LAST: &str = "document.body.dataset.frame === document.getElementById('slider').max";

/// Names of the controls of a page, by which [`control`] finds them.
const CONTROLS: &str = "(() => {
    globalThis.nameOf = (node) => node.id || `${node.closest('[id]')?.id}: ${node.textContent}`;
    globalThis.controls = () => [...document.querySelectorAll('a, button, input, select, summary, textarea')]
        .filter((node) => node.checkVisibility() && !node.closest('dialog, #lessons'));
    return controls().map(nameOf);
})()";

/// The control of a name, as an expression.
fn control(name: &str) -> String {
    format!(
        "controls().find((node) => nameOf(node) === {})",
        json!(name)
    )
}

/// The board answers a click after every button has been clicked, and out of every field and link. The
/// pages differ in the trays and in the number of places of a move: two games have both kinds.
pub fn a_click_counts_after_every_control() {
    let games = oracles::test_size(&GAMES[1..3], &GAMES);
    games.iter().for_each(after_every_control);
}

fn after_every_control(game: &SmallGame) {
    let page = game.open();
    page.value("void (document.getElementById('time').value = '300')");
    let mut board = Board::new(&page);
    board.play(Pointer::Mouse);
    let mut names: Vec<String> = serde_json::from_value(page.value(CONTROLS)).unwrap();
    // Another case begins without entries.
    names.sort_by_key(|name| name.contains("seed"));
    assert!(names.len() > 25, "{names:?}");
    for (index, name) in names.iter().enumerate() {
        let pointer = Pointer::ALL[index % 2];
        if page.value(&format!("{} === undefined", control(name))) == true {
            assert!(name.starts_with("events: "), "{name} is gone");
            continue;
        }
        if name == "do-redo" {
            board.undo();
        }
        page.wait(IS_LAST);
        board.after = format!("{name} of {}", game.name);
        operate(&page, &board, pointer, name);
        // At an earlier position, the first click leads back to the last.
        if ["first", "event-back", "back"].contains(&&**name) {
            assert_eq!(page.value(IS_LAST), false);
            board.point(pointer);
            page.wait(&format!(
                "{SAID}.startsWith('This is the end of your game')"
            ));
        }
        let drawn = page.value("document.body.dataset.refreshed");
        board.play(pointer);
        board.undo();
        // A press on the board leaves a field, which draws no other case.
        assert_eq!(page.value("document.body.dataset.refreshed"), drawn);
        if board.entries() == 0 {
            board.play(pointer);
        }
    }
    page.close();
}

/// Clicks a button, or gives a field or a link the focus, and waits for what it does.
fn operate(page: &Shown, board: &Board, pointer: Pointer, name: &str) {
    let node = control(name);
    if name == "seed" {
        page.browser.fill("#seed", "4").unwrap();
        page.value(SETTLED);
        return;
    }
    if page.value(&format!("{node}.tagName !== 'BUTTON'")) == true {
        page.value(&format!("{node}.focus()"));
        return;
    }
    // It opens a window of the system.
    if name == "do-load" {
        page.value(&format!("{node}.focus()"));
        return;
    }
    let before = board.progress();
    page.value(&format!("{node}.toggleAttribute('data-operated', true)"));
    let is_enabled = page.value(&format!("!{node}.disabled")) == true;
    page.click(pointer, page.middle("[data-operated]"));
    page.value("document.querySelector('[data-operated]')?.removeAttribute('data-operated')");
    match name {
        "do-undo" | "do-redo" | "trays: discard" => {
            assert!(is_enabled, "{name}");
            board.wait_after(&before);
        }
        "do-hint" => page.wait(&format!("{SAID}.startsWith('Our solver: ')")),
        "do-rest" => {
            page.wait(&format!("{SAID}.startsWith('Our solver made')"));
            board.undo();
        }
        "do-follow" => {
            board.wait_after(&before);
            board.undo();
        }
        "do-ours" | "do-beside" => {
            page.wait("document.getElementById('ruling').checkVisibility() && !document.body.hasAttribute('aria-busy')");
            page.click(pointer, page.middle("#do-back"));
            page.wait("document.body.dataset.mode === 'hand'");
            page.value(SETTLED);
        }
        "do-keep" | "save-png" => drop(page.browser.download().unwrap()),
        "save-svg" => {
            let (_, svg) = page.browser.download().unwrap();
            // A picture shows the position, not what can be played.
            assert!(!String::from_utf8(svg).unwrap().contains("choice"));
        }
        "do-seed-back" | "do-seed-forward" => {
            page.wait("document.body.dataset.hand === '0'");
            page.value(SETTLED);
        }
        "show-rules" => page.click(pointer, page.middle("#rules button")),
        "help" => page.click(pointer, page.middle("#keys button")),
        "play" => page.wait("document.getElementById('play').ariaPressed === 'false'"),
        _ => {}
    }
    page.wait("!document.body.hasAttribute('aria-busy')");
}

/// A time in which a page that a finger has pushed comes to rest, ms.
const REST: PointerStep = PointerStep::Wait(2000);

/// Times that a double click is tried.
const TRIES: usize = 20;

/// A pixel's drag, a double click and a second finger: no click is lost, none counts twice.
pub fn a_gesture_is_one_click() {
    for game in &GAMES {
        gestures(game);
        for pointer in Pointer::ALL {
            double_click(game, pointer);
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
        // From one place to another, by which a finger scrolls: no click at all.
        let (from, to) = (board.draw().1, page.middle("#title"));
        let drag = [&PointerStep::drag(from, to)[..], &[REST]].concat();
        one_click(&page, &mut board, pointer, &[&drag], 0);
    }
    // Two fingers touch the board, as in a pinch.
    let (one, other) = (board.draw().1, board.lit()[0].1);
    let hands = [one, other].map(|at| {
        [
            PointerStep::Move(at),
            PointerStep::Down,
            PointerStep::Wait(50),
            PointerStep::Up,
        ]
    });
    let hands = [&hands[0][..], &hands[1][..]];
    one_click(&page, &mut board, Pointer::Touch, &hands, 0);
    page.close();
}

/// Tries to click twice within the time of a double click, which a busy machine may not be able to:
/// that counts once.
fn double_click(game: &SmallGame, pointer: Pointer) {
    for _ in 0..TRIES {
        let page = game.open();
        let mut board = Board::new(&page);
        page.value("void addEventListener('click', (event) => (globalThis.clicks ??= []).push(event.timeStamp), true)");
        let (before, at) = (board.progress(), board.draw().1);
        page.steps(
            pointer,
            &[PointerStep::click(at), PointerStep::click(at)].concat(),
        );
        let is_double = page.value("clicks.length === 2 && clicks[1] - clicks[0] < 200") == true;
        if is_double {
            board.wait_after(&before);
            // Time for a second entry to be made.
            page.value("new Promise((done) => setTimeout(done, 200))");
            assert_ne!(board.progress(), before, "{}", game.name);
            assert!(board.entries() <= 1, "{}", game.name);
        }
        page.close();
        if is_double {
            return;
        }
    }
    panic!("{}: no two clicks came within 200 ms", game.name);
}

/// Makes a gesture, which counts as so many clicks; then the move goes on as usual.
#[track_caller]
fn one_click(
    page: &Shown,
    board: &mut Board,
    pointer: Pointer,
    hands: &[&[PointerStep]],
    clicks: usize,
) {
    let (before, entries) = (board.progress(), board.entries());
    page.browser.point(pointer, hands).unwrap();
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

/// Side of a target that a finger meets, px.
const FINGER: i64 = 36;

/// The first tap on a large board enlarges it: then its places are large enough, a drag moves them, and
/// further taps play.
pub fn a_finger_enlarges_a_large_board() {
    let slider = SmallGame {
        case: &[("N", "25")],
        ..GAMES[2]
    };
    let page = slider.open();
    page.browser.resize(390, 844).unwrap();
    page.wait("innerWidth === 390");
    let mut board = Board::new(&page);
    let side = "Math.round(document.querySelector('.layer-choices .choice').getBoundingClientRect().width)";
    let is_large = |page: &Shown| page.value(side).as_i64().unwrap() >= FINGER;
    assert!(!is_large(&page));
    let (place, at) = board.draw();
    page.click(Pointer::Touch, at);
    page.wait("document.querySelector('.board.enlarged') !== null");
    assert!(is_large(&page));
    assert_eq!(board.entries(), 0);
    let spot = |page: &Shown| page.middle(&format!(".choice[data-place='{place}']"));
    let (x, y) = spot(&page);
    for (from, to) in [((x, y), (x - 30, y - 20)), ((x - 30, y - 20), (x, y))] {
        page.steps(Pointer::Touch, &PointerStep::drag(from, to));
    }
    assert_eq!(
        page.value("document.querySelector('.choice.selected')"),
        json!(null)
    );
    board.click_again(Pointer::Touch, spot(&page));
    page.wait(&format!(
        "document.querySelector('.choice.selected')?.dataset.place === '{place}'"
    ));
    board.click(Pointer::Touch);
    page.wait("document.body.dataset.hand === '1'");
    page.screenshot("enlarged");
    page.click(Pointer::Touch, page.middle(".whole"));
    page.wait("document.querySelector('.board.enlarged') === null");
    // Buttons and rows that open something.
    let small = page.value(&format!(
        "[...document.querySelectorAll('button, select, summary, input:not([type=checkbox])')]
           .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < {FINGER})
           .map((node) => node.outerHTML)"
    ));
    assert_eq!(small, json!([]));
    page.close();
}

/// A click on a place where nothing can be played says why, and makes no entry.
pub fn a_place_where_nothing_can_be_played_says_why() {
    for game in &GAMES {
        refusals(game);
    }
}

/// Message about a place that was just played on and cannot be played on again.
fn taken(game: &str) -> &'static str {
    match game {
        "ioiwari" => "This pit is empty: choose one with beads.",
        "lucky" => "This square is taken: choose an empty one, or discard.",
        "slider" => "This square is empty: choose a block.",
        "tonga" => "This square is taken: choose an empty one.",
        _ => "This category is entered already: choose another one.",
    }
}

fn refusals(game: &SmallGame) {
    let page = game.open();
    let mut board = Board::new(&page);
    let refused = |board: &Board, at, pointer, expected: &str| {
        let before = board.progress();
        board.click_again(pointer, at);
        page.wait(&format!("{SAID} === {expected:?}"));
        let is_wrong = "document.getElementById('said').classList.contains('wrong')";
        assert_eq!(page.value(is_wrong), true);
        assert_eq!(board.progress(), before, "{}", game.name);
    };
    if game.name == "slider" {
        for pointer in Pointer::ALL {
            let hole = page.middle(".board [data-mark=hole]");
            refused(&board, hole, pointer, "This is a hole: choose a block.");
        }
    }
    let mut found = 0;
    while found < 2 {
        let pointer = Pointer::ALL[found];
        // The first place of a move of two, which a block has left; else its only place.
        let first = board.click(pointer);
        if game.name == "slider" {
            board.click(pointer);
        }
        page.wait("document.querySelectorAll('.piece.gone').length === 0");
        if board.lit().iter().all(|(place, _)| *place != first.0) && first.0 >= 0 {
            refused(&board, first.1, pointer, taken(game.name));
            found += 1;
        }
        assert!(!board.is_over(), "{}", game.name);
    }
    page.close();
}
