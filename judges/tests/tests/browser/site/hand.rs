//! Games by hand on their pages.

use std::fs;

use harness::browser::Pointer;
use serde_json::Value;

use super::board::{Board, IS_OVER};
use super::{GAMES, SmallGame, typed};
use crate::shown::{DOWN, LEFT, RIGHT, UP, folder};

/// Tab and Enter.
const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';

/// Moves after which our solver plays the rest: a game of Lucky has a thousand.
const MOVES: usize = 110;

/// Clicks play every game to its end; the judge's own program gives the same moves the same score.
pub fn clicks_play_to_the_end() {
    for game in &GAMES {
        play(game);
    }
}

fn play(game: &SmallGame) {
    let page = game.open();
    let mut board = Board::new(&page);
    let mut moves = Pointer::ALL.into_iter().cycle().take(MOVES);
    while let Some(pointer) = moves.next().filter(|_| !board.is_over()) {
        board.play(pointer);
    }
    if !board.is_over() {
        page.browser.click("#do-rest").unwrap();
        page.wait(IS_OVER);
    }
    let standing = page.text("#standing");
    assert!(
        standing.starts_with("The game is over: "),
        "{}: {standing}",
        game.name
    );
    page.browser.click("#do-keep").unwrap();
    let (_, saved) = page.browser.download().unwrap();
    let (file, record) = (
        folder().join("site-game.txt"),
        folder().join("site-game.jsonl"),
    );
    fs::write(&file, saved).unwrap();
    let options = typed(game.case.iter().chain(game.score));
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let (file, path) = (file.to_str().unwrap(), record.to_str().unwrap());
    let native = [
        "play",
        "--seed",
        "3",
        "--continue",
        file,
        "--json",
        path,
        "--force",
    ];
    let run = game.judge(&[&native[..], &options].concat());
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    let text = fs::read_to_string(&record).unwrap_or_else(|_| panic!("{}: {errors}", game.name));
    let records = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found = records
        .into_iter()
        .find(|record| record.get("score").is_some())
        .unwrap();
    // A card of Yahtzee is right if it is a best one.
    let is_right = game.name != "yahtzee";
    assert_eq!(found["verdict"] == "OK", is_right, "{}: {found}", game.name);
    // A person does not write lines.
    let reason = found["reason"].as_str().unwrap_or_default();
    let reason = reason.replace("line 1: ", "");
    let verdict = found["verdict"].as_str().unwrap();
    let ended = format!("The game is over: {verdict}");
    assert!(
        standing.starts_with(&ended) && standing.contains(&reason),
        "{standing}, {found}"
    );
    let shown = page
        .text(".seat .score b")
        .replace([','], "")
        .replace('−', "-");
    let shown: f64 = shown.parse().unwrap();
    let score = found["score"].as_f64().unwrap();
    assert!(
        (shown - score).abs() < 1e-4,
        "{}: {shown}, not {score}",
        game.name
    );
    page.screenshot(&format!("site-{}", game.name));
    page.close();
}

/// A hint is given at the beginning and after poor moves, and shows the place.
pub fn a_hint_is_given_anywhere() {
    for game in &GAMES {
        let page = game.open();
        let mut board = Board::new(&page);
        for clicks in [0, 2] {
            for _ in 0..clicks {
                board.click(Pointer::Mouse);
            }
            page.browser.click("#do-hint").unwrap();
            page.wait("document.getElementById('said').textContent.includes(': ')");
            page.wait("!document.body.hasAttribute('aria-busy')");
            let said = page.text("#said");
            assert!(said.starts_with("Our solver: "), "{}: {said}", game.name);
            let hinted = page.value("document.querySelectorAll('.choice.hinted').length");
            assert!(hinted.as_u64().unwrap() > 0, "{}", game.name);
        }
        page.browser.resize(390, 844).unwrap();
        page.wait("innerWidth === 390");
        page.value("void scrollTo(0, 0)");
        page.browser.click("#do-hint").unwrap();
        page.wait(
            "!document.body.hasAttribute('aria-busy') \
             && document.getElementById('said').getBoundingClientRect().bottom \
             <= document.querySelector('.transport').getBoundingClientRect().top",
        );
        page.screenshot(&format!("hint-{}", game.name));
        page.close();
    }
}

/// A wrong entry says why and changes nothing; undo and redo go back and on again.
pub fn a_wrong_move_says_why() {
    let tonga = &GAMES[3];
    let page = tonga.open();
    let enter = |entry: &str| {
        page.browser.fill("#entry", entry).unwrap();
        page.press(ENTER, false);
    };
    enter("2 2");
    page.wait("location.hash.includes('entries=2+2')");
    page.wait("!document.getElementById('do-undo').disabled");
    let entries = "new URLSearchParams(location.hash.slice(1)).get('entries')";
    enter("2 2");
    page.wait("document.getElementById('said').textContent === 'turn 2: 2 2 is taken'");
    enter("0 6");
    page.wait("document.getElementById('said').textContent.includes('0 6 is off the board')");
    enter("up");
    page.wait(
        "document.getElementById('said').textContent === 'turn 2: `up` is not a row and a column'",
    );
    assert_eq!(page.value(entries), "2 2");
    page.value("document.querySelector('.board').focus()");
    page.press(RIGHT, false);
    page.press(ENTER, false);
    page.wait("document.body.dataset.hand === '2'");
    // The cursor is where the stone is.
    page.press(ENTER, false);
    page.wait("document.getElementById('said').textContent === 'This square is taken: choose an empty one.'");
    assert_eq!(page.value("document.body.dataset.hand"), "2");
    page.press('u', false);
    page.wait("document.body.dataset.hand === '1'");
    page.browser.click("#do-undo").unwrap();
    page.wait("!location.hash.includes('entries')");
    page.browser.click("#do-redo").unwrap();
    page.wait("location.hash.includes('entries=2+2')");
    page.browser.click("#do-hint").unwrap();
    page.wait("document.getElementById('said').textContent.startsWith('Our solver: ')");
    assert_eq!(
        page.value("document.querySelectorAll('.choice.hinted').length"),
        1
    );
    page.close();
}

/// The keyboard alone reaches the board and plays.
pub fn the_keyboard_alone_plays() {
    for game in &GAMES {
        let page = game.open();
        let on_board = "document.activeElement.classList.contains('board')";
        for _ in 0..60 {
            if page.value(on_board) == true {
                break;
            }
            page.press(TAB, false);
        }
        assert_eq!(page.value(on_board), true, "{}", game.name);
        let has_entry = "location.hash.includes('entries=')";
        for key in [RIGHT, DOWN, LEFT, UP].into_iter().cycle().take(24) {
            page.press(key, false);
            page.press(ENTER, false);
            if page.value(has_entry) == true {
                break;
            }
        }
        page.wait(has_entry);
        page.wait(on_board);
        // Keys may have made more than one.
        for _ in 0..24 {
            page.press('u', false);
        }
        page.wait(&format!("!{has_entry}"));
        page.close();
    }
}
