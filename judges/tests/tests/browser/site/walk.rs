//! Whole games on their pages: by mouse, by touch and by keyboard.

use std::collections::BTreeMap;

use harness::browser::{Engine, Pointer};
use serde_json::json;

use super::board::{Board, IS_OVER, Input};
use super::hand::{reopened, save};
use super::{GAMES, SmallGame};
use crate::shown::{CONTROL, Shown, TAB, say};

pub fn in_chromium() {
    let inputs = [Some(Pointer::Mouse), Some(Pointer::Touch), None];
    for game in &GAMES {
        walk(game, Engine::Chromium, &inputs);
    }
}

pub fn in_firefox() {
    for game in &GAMES {
        walk(game, Engine::Firefox, &[Some(Pointer::Mouse), None]);
    }
}

/// Plays a game to its end with each input. The judge's own program must record the same result.
fn walk(game: &SmallGame, engine: Engine, inputs: &[Input]) {
    let page = game.open_in(engine);
    page.run("localStorage.clear()");
    if engine == Engine::Chromium {
        looks(&page, game);
        page.unplug(true);
    }
    for &input in inputs {
        page.reopen(&game.fragment());
        // The first click counts.
        page.check("document.activeElement === document.body");
        if input.is_none() {
            tab_to_the_board(&page);
        }
        play(&page, game, input);
        if !page.is(IS_OVER) {
            page.click("#do-finish");
        }
        ended(&page, game);
    }
    page.screenshot(&format!("walk-{}-{engine:?}", game.name));
    if engine == Engine::Chromium {
        page.check_access();
    }
    // Firefox plays whole games; what follows them is walked in Chromium.
    if engine == Engine::Firefox {
        return;
    }
    // The browser keeps scores, and deletes them after a confirmation. If the game that was opened
    // again is over, it is kept once it is compared.
    page.wait("!$('#ending').textContent.includes('Comparing')");
    page.run("$('#scores details').open = true");
    assert!(page.count("#score-table tbody tr") > 0);
    page.click("#do-forget");
    page.accept();
    page.wait("!$('#scores').checkVisibility()");
    page.click("#do-ours");
    page.wait_text("#ruling", "OK · score ");
    let asked = page.value(
        "performance.getEntriesByType('resource').map(({ name }) => name)
           .filter((name) => !name.startsWith('blob:') && !name.startsWith('data:'))",
    );
    assert_eq!(asked, json!([]), "the page needs a network");
}

/// Checks that a page is accessible and fits every screen.
fn looks(page: &Shown, game: &SmallGame) {
    page.check_access();
    page.prefer("prefers-color-scheme", "dark");
    for (width, height) in [(844, 390), (800, 600), (640, 450), (390, 844)] {
        page.resize(width, height);
        page.check_width();
        page.screenshot(&format!("site-{}-{width}", game.name));
    }
    // A hint is in view, above the bar at the lower end.
    page.click("#do-hint");
    page.wait("$('#said').textContent.startsWith('Our solver: ')");
    page.wait(
        "$('#said').getBoundingClientRect().bottom <= $('.transport').getBoundingClientRect().top",
    );
    page.resize(1280, 900);
}

/// Checks that Tab leads through the page to the board. The bar at the lower end of the window must
/// not cover the controls on the way.
fn tab_to_the_board(page: &Shown) {
    let covered = "(() => {
        const [bar, node] = [$('.transport'), document.activeElement];
        const [below, at] = [bar, node].map((shown) => shown.getBoundingClientRect());
        const isApart = at.bottom <= below.top || at.top >= below.bottom;
        return isApart || bar.contains(node) || node === document.body ? '' : node.outerHTML;
    })()";
    let purposes = page.texts("#keys dd");
    for purpose in ["undo", "redo", "choose a legal place"] {
        assert!(purposes.contains(&purpose.into()), "{purposes:?}");
    }
    let mut tabs = 0;
    while tabs < 60 || !page.is("document.activeElement.matches('.board')") {
        page.press(TAB, false);
        assert_eq!(page.value(covered), "");
        tabs += 1;
        assert!(tabs < 120, "Tab does not lead to the board");
    }
}

/// Plays some moves, and lets our solver play the rest. Checks hints, undo, refused places and the
/// comparison with our solver on the way.
fn play(page: &Shown, game: &SmallGame, input: Input) {
    let mut board = Board::new(page);
    let mut is_refused = false;
    let mut placed = BTreeMap::new();
    hint(page);
    if let ("slider", Some(pointer)) = (game.name, input) {
        page.click_at(pointer, page.middle(".board [data-mark=hole]"));
        page.wait_text("#said", "This is a hole: choose a block.");
    }
    for count in 1..=game.moves {
        let spot = board.play(input);
        page.wait("$('.piece.gone') === null");
        if input.is_none() {
            page.check("document.activeElement.matches('.board')");
        }
        if game.stays {
            let places = page.places(0);
            placed.retain(|_, place| *place >= 0);
            let mut pieces = placed.iter();
            let stay = pieces.all(|(id, place)| places.get(id) == Some(place));
            assert!(stay, "{placed:?} became {places:?}");
            placed = places;
        }
        if board.is_over() {
            assert!(is_refused || input.is_none());
            return;
        }
        if !is_refused && spot.0 >= 0 && board.lit().iter().all(|(place, _)| *place != spot.0) {
            let before = board.progress();
            if board.press(input, spot) {
                page.wait(&format!("$('#said').textContent === {:?}", game.used));
                page.check("$('#said').classList.contains('wrong')");
                assert_eq!(board.progress(), before);
                is_refused = true;
            }
        }
        if count == 2 {
            undone(page, &board, input);
            hint(page);
            beside(page);
        }
    }
    page.run("$('#do-rest').closest('details').open = true");
    page.click("#do-rest");
    page.wait_text("#said", "Our solver made ");
}

/// Asks for a hint, whose places must be marked.
fn hint(page: &Shown) {
    page.click("#do-hint");
    page.wait("$('#said').textContent.startsWith('Our solver: ') && $('#busy').hidden");
    assert!(page.count(".choice.hinted") > 0);
}

/// Checks undo and redo, and that the board and the details describe the position that is shown.
fn undone(page: &Shown, board: &Board, input: Input) {
    let details = "$$('#details p').map((line) => line.textContent).join()";
    let (now, described) = (board.progress(), page.value(details));
    for (key, button) in [('z', "#do-undo"), ('y', "#do-redo")] {
        let before = board.progress();
        match input {
            Some(_) => page.run(&format!("$('{button}').click()")),
            None => page.press_with(CONTROL, key),
        }
        board.wait_after(&before);
        if key == 'z' && input == Some(Pointer::Mouse) {
            page.wait(&format!("{details} !== {described}"));
        }
    }
    assert_eq!(board.progress(), now);
    page.check(
        "/turn \\d.*legal/.test($('.board').ariaLabel) && $('.board').role === 'application'",
    );
    page.check(
        "(({ top, bottom, left }, board) => bottom <= board.top || top >= board.bottom || left >= board.right)
           ($('#details').getBoundingClientRect(), $('.board').getBoundingClientRect())",
    );
}

/// Lets our solver play beside the unfinished game; the page must open at the first different turn.
/// The board of an answer refuses clicks, and afterwards the game can go on.
fn beside(page: &Shown) {
    let entries = page.value("document.body.dataset.hand");
    page.run("$('#do-beside').closest('details').open = true");
    page.click("#do-beside");
    page.wait("$$('.seat').length === 2 && $('#ruling').checkVisibility()");
    let ruling = page.text("#ruling");
    let parts = ["Turn ", "So far both play the same", "Both play the same"];
    let is_parting = parts.iter().any(|part| ruling.starts_with(part));
    assert!(is_parting && !ruling.contains("undefined"), "{ruling}");
    assert!(!page.text(".state").starts_with("ended"));
    page.click_at(Pointer::Mouse, page.middle(".seat .piece"));
    page.wait_text("#notice", "This is an answer: go back to your game to play.");
    page.click("#do-back");
    page.wait("document.body.dataset.mode === 'hand'");
    assert_eq!(page.value("document.body.dataset.hand"), entries);
}

/// Checks that the judge's own program records the score and the ruling of the game that has ended.
/// Checks that the saved game opens while the page holds another, pasted case.
fn ended(page: &Shown, game: &SmallGame) {
    // The text appears once the game is compared with the best play.
    page.wait_text("#ending", "The game is over. You ");
    page.wait("$('#slider').value === $('#slider').max");
    page.check("$('.seat .badge').className === 'badge'");
    let losses = format!("$('#do-lost').checkVisibility() === {}", game.has_losses());
    page.check(&format!("$('#do-finish').hidden && {losses}"));
    let (standing, ending) = (page.text("#standing"), page.text("#ending"));
    say(&format!("{} {:?}: {ending}", game.name, page.engine()));
    if let Some(total) = standing.split("Total ").nth(1) {
        let total: String = total.chars().take_while(char::is_ascii_digit).collect();
        let is_kept = ending.contains(&format!("reached {total} points"));
        assert!(is_kept, "{ending}");
    }
    let (arena, saved) = save(page);
    let play = format!("{}-judge play --seed 3 --continue game.txt", game.name);
    let run = arena.run(&format!("{play} --json game.jsonl{}", game.options()));
    assert!(run.status < 2, "{run:?}");
    let record = arena.records("game.jsonl").remove(0);
    // A card of Yahtzee is correct only if it is a best one.
    let is_right = game.name != "yahtzee";
    let verdict = record.ruling.verdict.to_string();
    assert_eq!(verdict == "OK", is_right, "{record:?}");
    // The page names no line of the output, since a person writes none.
    let reason = record.ruling.reason.unwrap_or_default();
    let reason = reason.replace("line 1: ", "");
    let ruling = format!("as an answer: {verdict}, {reason}");
    let found = standing.contains(&ruling);
    assert_eq!(found, !is_right, "{standing}, {ruling}");
    let (shown, score) = (page.score(), record.score.raw);
    assert!((shown - score).abs() < 1e-4, "{shown}, not {score}");
    reopened(page, &saved);
}
