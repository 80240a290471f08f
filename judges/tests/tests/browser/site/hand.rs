//! Games by hand on their pages.

use harness::browser::Pointer;
use harness::hostile::Arena;
use serde_json::json;

use super::answers::set;
use super::board::{Board, IS_OVER};
use super::{GAMES, TONGA, typed};
use crate::shown::{ENTER, Shown};

/// Saves the game as `game.txt`; returns the file's folder and text.
pub fn save(page: &Shown) -> (Arena, String) {
    let arena = Arena::here();
    open_panels(page);
    page.click("#do-save");
    let saved = String::from_utf8(page.download().1).unwrap();
    arena.write("game.txt", &saved);
    (arena, saved)
}

/// Opens all folded parts of the page.
pub fn open_panels(page: &Shown) {
    page.run("$$('.panel details').forEach((node) => (node.open = true))");
}

/// Checks that a saved game opens while the page holds another, pasted case.
pub fn reopened(page: &Shown, saved: &str) {
    let entries = page.value("document.body.dataset.hand");
    let case = page.value("$('#input').value");
    page.set("#seed", "4");
    page.wait("location.hash.includes('seed=4') && document.body.dataset.hand === '0'");
    let other: String = page.get("$('#input').value");
    set(page, "#input", &format!("{other}\n"));
    page.run(&format!(
        "(() => {{
            const files = new DataTransfer();
            files.items.add(new File([{}], 'game.txt'));
            dispatchEvent(new DragEvent('drop', {{ dataTransfer: files }}));
        }})()",
        json!(saved)
    ));
    page.wait(&format!("$('#input').value === {case} && document.body.dataset.hand === {entries}"));
    page.check("$('#seed').value === '3'");
}

/// Checks that a wrong entry gets a reason and changes nothing.
pub fn a_wrong_entry_says_why() {
    let page = TONGA.open();
    open_panels(&page);
    for (entry, said) in [
        ("2 2", ""),
        ("2 2", "turn 2: 2 2 is taken"),
        ("0 6", "turn 2: 0 6 is off the board"),
        ("up", "turn 2: `up` is not a row and a column"),
    ] {
        page.fill("#entry", entry);
        page.press(ENTER, false);
        page.wait_text("#said", said);
        page.wait("new URLSearchParams(location.hash.slice(1)).get('entries') === '2 2'");
    }
}

/// Checks that weaker opponents are named on the page and in a saved game, which the judge refuses
/// to continue.
pub fn a_weaker_opponent_is_for_practice() {
    for game in [&GAMES[0], &TONGA] {
        for level in ["greedy", "random"] {
            let page = game.open();
            page.set("#option-opponent", level);
            page.wait(&format!("location.hash.includes('opponent={level}')"));
            let named = format!("opponent {level}");
            page.wait(&format!("$('#parameters').textContent.includes('{named}')"));
            open_panels(&page);
            if game.has_losses() {
                page.fill("#entry", "1");
                page.press(ENTER, false);
                page.wait("document.body.dataset.hand === '1'");
            }
            page.click("#do-rest");
            page.wait(IS_OVER);
            page.wait("$('#scores').checkVisibility()");
            let kept = page.text("#score-table tbody");
            assert!(kept.contains(&named), "{kept}");
            // What is known of the judge's own opponent is not said of a weaker one.
            page.wait("!$('#ending').textContent.includes('Comparing')");
            let ending = page.text("#ending");
            assert!(!ending.contains("reference") && !ending.contains("no play is better"));
            assert!(!page.text(".how").contains("Your opponent"));
            let (arena, _) = save(&page);
            let play = format!("{}-judge play --seed 3 --continue game.txt", game.name);
            let run = arena.run(&(play + &typed(game.case)));
            assert_ne!(run.status, 0, "{run:?}");
            if game.has_losses() {
                page.click("#do-lost");
                page.wait_text("#lost", "Compared with the best play of both sides: turn 1 lost ");
            }
            page.run("localStorage.clear()");
        }
    }
}

/// Checks that nothing is lost: Back leads from another case to this game, redo works after a
/// reload, a link with unsuitable entries opens its case, and large seeds keep all digits.
pub fn nothing_is_lost() {
    let page = GAMES[0].open();
    let mut board = Board::new(&page);
    board.play(Pointer::Mouse);
    let placed = page.value("new URLSearchParams(location.hash.slice(1)).get('entries')");
    page.wait("/our solver \\d/.test($('#standing').textContent)");
    page.click("#do-hint");
    page.wait_text("#said", "Our solver: ");
    // What the page shows first for the next case, since our solver may answer soon.
    page.run(
        "new MutationObserver(() => {
            if ($('#title').textContent.endsWith('seed 4')) window.standingThen ??= $('#standing').textContent;
        }).observe(document.body, { subtree: true, childList: true, characterData: true })",
    );
    page.click("#do-seed-forward");
    page.wait("$('#title').textContent.endsWith('seed 4') && document.body.dataset.hand === '0'");
    page.check("typeof standingThen === 'string' && !/our solver \\d/.test(standingThen)");
    page.check("$('#said').textContent === ''");
    page.run("history.back()");
    page.wait("$('#title').textContent.endsWith('seed 3') && document.body.dataset.hand === '1'");
    let entries = "new URLSearchParams(location.hash.slice(1)).get('entries')";
    assert_eq!(page.value(entries), placed);
    page.click("#do-undo");
    page.wait("document.body.dataset.hand === '0' && !location.hash.includes('entries')");
    page.run("delete document.body.dataset.hand");
    page.run("location.reload()");
    page.wait("document.body.dataset.hand === '0' && !$('#do-redo').disabled");
    page.click("#do-redo");
    page.wait("document.body.dataset.hand === '1'");
    assert_eq!(page.value(entries), placed);
    page.reopen("#seed=3&entries=9");
    page.wait_text("#said", "The link's entries do not fit: ");
    page.check("document.body.dataset.hand === '0' && $('.seat .board') !== null");
    // An address that names no case leads to the first one.
    page.reopen("#seed=abc");
    page.wait_text("#ruling", "seed: `abc` is not a number from 0 to");
    page.check("$('#title').textContent.endsWith('seed 1') && $('.seat .board') !== null");
    for (seed, shown) in [
        ("18446744073709551615", ""),
        ("9007199254740993", ""),
        ("-5", "seed: `-5` is not a number from 0 to 18446744073709551615"),
        ("1.5", "seed: `1.5` is not a number from 0 to"),
        ("", "seed: `` is not a number from 0 to"),
    ] {
        page.set("#seed", seed);
        match shown {
            "" => page.wait(&format!("$('#title').textContent.endsWith('seed {seed}')")),
            _ => page.wait_text("#ruling", shown),
        }
    }
}

/// Checks that the symbol on offer is discarded by buttons alone, one by one or many at once.
pub fn a_symbol_is_discarded_by_a_button() {
    let page = GAMES[1].open();
    let offer = page.middle(".board .tray");
    page.click_at(Pointer::Mouse, offer);
    page.wait_text("#said", "Use the button beside the board: discard.");
    page.check("document.body.dataset.hand === '0'");
    for count in 1..=5 {
        page.click("#trays button");
        page.wait(&format!("document.body.dataset.hand === '{count}'"));
    }
    page.fill("#trays input", "900");
    page.click("#trays span button");
    page.wait("Number(document.body.dataset.hand) > 5 && !document.body.hasAttribute('data-past')");
    let value = "Number(/– (\\d+) a turn/.exec($('#offers').textContent)[1])";
    page.check(&format!("{value} >= 900"));
    page.click("#trays > button:last-child");
    page.wait(IS_OVER);
    page.check("document.body.dataset.hand === '1000'");
}
