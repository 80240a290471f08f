//! A mouse and fingers on the boards of games by hand, from wherever the focus is.

use browser::{Pointer, Step};
use serde_json::json;

use super::board::Board;
use super::{GAMES, SmallGame};
use crate::harness::Shown;

/// What is said of the last entry.
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

/// True if the last position is shown: the steps to it are over.
const IS_LAST: &str = "document.body.dataset.frame === document.getElementById('slider').max";

/// Names of the controls of a page, by which `use` finds one: it gives a field or a link the focus,
/// and returns the middle of a button, which it brings into the window.
const CONTROLS: &str = "(() => {
    const nameOf = (node) => node.id || `${node.closest('[id]')?.id}: ${node.textContent}`;
    const controls = () => [...document.querySelectorAll('a, button, input, select, summary, textarea')]
        .filter((node) => node.checkVisibility() && !node.closest('dialog'));
    globalThis.use = (name) => {
        const node = controls().find((node) => nameOf(node) === name);
        if (!node) return null;
        // The last one opens a window of the system.
        if (node.tagName !== 'BUTTON' || name === 'do-load') return node.focus();
        node.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = node.getBoundingClientRect();
        return [Math.round(x + width / 2), Math.round(y + height / 2)];
    };
    return controls().map(nameOf);
})()";

/// The board answers a click after every button has been clicked, and out of every field and link.
pub fn a_click_counts_after_every_control() {
    for game in &GAMES {
        after_every_control(game);
    }
}

fn after_every_control(game: &SmallGame) {
    let page = game.open();
    page.value("void (document.getElementById('time').value = '300')");
    let mut board = Board::new(&page);
    board.play(Pointer::Mouse);
    page.wait(IS_LAST);
    let mut names: Vec<String> = serde_json::from_value(page.value(CONTROLS)).unwrap();
    // Another case has no entries to take back.
    names.sort_by_key(|name| name.contains("seed"));
    assert!(names.len() > 25, "{names:?}");
    for (name, pointer) in names.iter().zip(Pointer::ALL.into_iter().cycle()) {
        board.after = format!("{name} of {}", game.name);
        if name == "do-redo" {
            board.undo();
        }
        operate(&page, &board, pointer, name);
        let before = board.progress();
        // At an earlier position, the first click leads back to the last.
        if ["first", "event-back", "back"].contains(&&**name) {
            board.point(&before, pointer);
            page.wait(&format!(
                "{SAID}.startsWith('This is the end of your game')"
            ));
        }
        board.play(pointer);
        board.undo();
        let now = board.progress();
        // A press on the board leaves a field, which draws no other case.
        assert_eq!(now.drawn, before.drawn, "after {}", board.after);
        if now.entries == 0 {
            board.play(pointer);
            page.wait(IS_LAST);
        }
    }
    page.close();
}

/// Clicks a button, or gives a field or a link the focus, and waits for what it does.
fn operate(page: &Shown, board: &Board, pointer: Pointer, name: &str) {
    let before = board.progress();
    let wait_drawn = |before: &str| {
        page.wait(&format!("document.body.dataset.refreshed !== {before:?}"));
    };
    if name == "seed" {
        page.browser.fill("#seed", "4").unwrap();
        page.value("updateOutput().then(() => null)");
        return;
    }
    let middle = page.value(&format!("use({})", json!(name)));
    let Ok(middle) = serde_json::from_value(middle) else {
        return;
    };
    page.click(pointer, middle);
    match name {
        "do-undo" | "do-redo" | "trays: discard" => board.wait_after(&before),
        "do-hint" => page.wait(&format!("{SAID}.startsWith('Our solver: ')")),
        "do-rest" => {
            page.wait(&format!("{SAID}.startsWith('Our solver made')"));
            board.undo();
        }
        "do-ours" => {
            wait_drawn(&before.drawn);
            let drawn = board.progress().drawn;
            page.click(pointer, page.middle("#do-back"));
            wait_drawn(&drawn);
        }
        "do-keep" | "save-png" => drop(page.browser.download().unwrap()),
        "save-svg" => {
            let (_, svg) = page.browser.download().unwrap();
            // A picture shows the position, not what can be played.
            assert!(!String::from_utf8(svg).unwrap().contains("choice"));
        }
        "do-seed-back" | "do-seed-forward" => wait_drawn(&before.drawn),
        "show-rules" => page.click(pointer, page.middle("#rules button")),
        "help" => page.click(pointer, page.middle("#keys button")),
        "play" => page.wait("document.getElementById('play').ariaPressed === 'false'"),
        _ => {}
    }
    page.wait("!document.body.hasAttribute('aria-busy')");
}

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
        let now = board.progress();
        let (x, y) = board.draw(&now).1;
        let pixel = Step::drag((x, y), (x + 1, y + 1));
        one_click(&page, &mut board, pointer, &[&pixel], 1);
        // From one place to another: no click at all.
        let to = page.middle("#title");
        let now = board.progress();
        let from = board.draw(&now).1;
        one_click(&page, &mut board, pointer, &[&Step::drag(from, to)], 0);
    }
    // Two fingers on the board, as those that pinch.
    let spots = board.progress().highlighted;
    let hands =
        [spots[0], spots[1]].map(|(_, at)| [Step::Move(at), Step::Down, Step::Wait(50), Step::Up]);
    one_click(
        &page,
        &mut board,
        Pointer::Touch,
        &[&hands[0], &hands[1]],
        0,
    );
    page.close();
}

/// Tries to click twice within the time of a double click, which a busy machine may not be able to:
/// that counts once.
fn double_click(game: &SmallGame, pointer: Pointer) {
    for _ in 0..TRIES {
        let page = game.open();
        let mut board = Board::new(&page);
        page.value("void addEventListener('click', (event) => (globalThis.clicks ??= []).push(event.timeStamp), true)");
        let before = board.progress();
        let at = board.draw(&before).1;
        page.steps(pointer, &[Step::click(at), Step::click(at)].concat());
        let is_double = page.value("clicks.length === 2 && clicks[1] - clicks[0] < 200") == true;
        if is_double {
            board.wait_after(&before);
            // Time for a second entry to be made.
            page.value("new Promise((done) => setTimeout(done, 200))");
            let now = board.progress();
            let has_begun = now.entries == 1 || now.selected.is_some();
            assert!(has_begun && now.entries <= 1, "{}: {now:?}", game.name);
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
fn one_click(page: &Shown, board: &mut Board, pointer: Pointer, hands: &[&[Step]], clicks: usize) {
    let before = board.progress();
    page.browser.point(pointer, hands).unwrap();
    if clicks == 1 {
        board.wait_after(&before);
    }
    let now = board.progress();
    assert!(clicks == 1 || now == before, "{now:?}, not {before:?}");
    if now.entries == before.entries {
        board.play(Pointer::Mouse);
    }
    board.undo();
}

/// A click on a place where nothing can be played says why, and makes no entry.
pub fn a_place_where_nothing_can_be_played_says_why() {
    for game in &GAMES {
        refusals(game);
    }
}

/// What is said of a place that was just played on, where it cannot be played on again.
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
        let mut highlighted = board.progress().highlighted.into_iter();
        if first.0 >= 0 && highlighted.all(|(place, _)| place != first.0) {
            refused(&board, first.1, pointer, taken(game.name));
            found += 1;
        }
        assert!(!board.is_over(), "{}", game.name);
    }
    page.close();
}
