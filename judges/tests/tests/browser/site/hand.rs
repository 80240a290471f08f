//! Games by hand on their pages.

use std::fs;
use std::time::Instant;

use harness::browser::Pointer;
use serde_json::Value;

use super::answers::set;
use super::board::{Board, IS_OVER};
use super::{GAMES, SmallGame, typed};
use crate::shown::{DOWN, LEFT, RIGHT, Shown, TAB, UP, folder, say};

/// Enter.
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
    page.value("void localStorage.clear()");
    let mut board = Board::new(&page);
    let mut moves = Pointer::ALL.into_iter().cycle().take(MOVES);
    while let Some(pointer) = moves.next().filter(|_| !board.is_over()) {
        board.play(pointer);
    }
    if !board.is_over() {
        page.browser.click("#do-rest").unwrap();
        page.wait(IS_OVER);
        // The board comes to the end soon, however many turns were left.
        let over = Instant::now();
        page.wait(
            "document.getElementById('slider').value === document.getElementById('slider').max",
        );
        assert!(over.elapsed().as_secs() < 60, "{}", game.name);
    }
    // The end is described in words, once it is compared with the best play.
    page.wait("document.getElementById('ending').textContent.startsWith('The game is over. You ')");
    let said = page.text("#ending");
    say(&format!("{}: {said}", game.name));
    assert_eq!(
        page.value("document.querySelector('.seat .badge').className"),
        "badge"
    );
    let standing = page.text("#standing");
    if let Some(total) = standing.split("Total ").nth(1) {
        let total: String = total.chars().take_while(char::is_ascii_digit).collect();
        assert!(said.contains(&format!("reached {total} points")), "{said}");
    }
    page.browser.click("#do-keep").unwrap();
    let (_, saved) = page.browser.download().unwrap();
    let (file, record) = (
        folder().join("site-game.txt"),
        folder().join("site-game.jsonl"),
    );
    fs::write(&file, &saved).unwrap();
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
    let ruling = format!("as an answer: {verdict}, {reason}");
    assert_eq!(standing.contains(&ruling), !is_right, "{standing}, {found}");
    let shown = page
        .text(".seat .score b")
        .replace(['\u{202f}'], "")
        .replace('−', "-");
    let shown: f64 = shown.parse().unwrap();
    let score = found["score"].as_f64().unwrap();
    assert!(
        (shown - score).abs() < 1e-4,
        "{}: {shown}, not {score}",
        game.name
    );
    page.screenshot(&format!("site-{}", game.name));
    scores(&page, game);
    reopened(&page, &String::from_utf8(saved).unwrap());
    page.close();
}

/// A saved game is opened while the page holds another case, pasted.
fn reopened(page: &Shown, saved: &str) {
    let entries = page.value("document.body.dataset.hand");
    let case = page.value("document.getElementById('input').value");
    page.value("void ((field) => { field.value = '4'; field.dispatchEvent(new Event('change', { bubbles: true })); })(document.getElementById('seed'))");
    page.wait("location.hash.includes('seed=4') && document.body.dataset.hand === '0'");
    let other = page.value("document.getElementById('input').value");
    set(page, "input", &format!("{}\n", other.as_str().unwrap()));
    page.value(&format!(
        "void (() => {{
            const files = new DataTransfer();
            files.items.add(new File([{}], 'game.txt'));
            dispatchEvent(new DragEvent('drop', {{ dataTransfer: files }}));
        }})()",
        Value::from(saved)
    ));
    page.wait(&format!(
        "document.getElementById('input').value === {case} && document.body.dataset.hand === {entries}"
    ));
    assert_eq!(page.value("document.getElementById('seed').value"), "3");
}

/// The browser keeps the score of the game, and saves it as comma-separated values.
fn scores(page: &Shown, game: &SmallGame) {
    page.browser.click("#scores summary").unwrap();
    let rows = page.value("document.querySelectorAll('#score-table tbody tr').length");
    assert_eq!(rows, 1, "{}", game.name);
    page.browser.click("#do-export").unwrap();
    let (name, table) = page.browser.download().unwrap();
    assert_eq!(name, format!("{}-scores.csv", game.name));
    let table = String::from_utf8(table).unwrap();
    let mut lines = table.lines();
    let names = "date,game,seed,options,score,bound,solver,help,ending,entries";
    assert_eq!(lines.next(), Some(names));
    let row = lines.next().unwrap();
    let case = format!("\"{}\",\"3\",", game.name);
    assert!(row.contains(&case) && row.contains("\"You "), "{row}");
    page.browser.click("#do-forget").unwrap();
    page.wait("!document.getElementById('scores').checkVisibility()");
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
        let entries = board.entries();
        page.browser.click("#do-follow").unwrap();
        page.wait(&format!("document.body.dataset.hand === '{}'", entries + 1));
        beside(&page, game);
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

/// Our solver plays beside the game that was begun: the page opens where the two part. The board of an
/// answer refuses clicks, and the game goes on after it.
fn beside(page: &Shown, game: &SmallGame) {
    let entries = page.value("document.body.dataset.hand");
    page.browser.click("#do-beside").unwrap();
    page.wait("document.querySelectorAll('.seat').length === 2 && document.getElementById('ruling').checkVisibility()");
    let ruling = page.text("#ruling");
    let parts = ["Turn ", "So far both play the same", "Both play the same"];
    let is_parting = parts.iter().any(|part| ruling.starts_with(part));
    assert!(is_parting, "{}: {ruling}", game.name);
    assert!(!ruling.contains("undefined"), "{}: {ruling}", game.name);
    page.screenshot(&format!("beside-{}", game.name));
    page.click(Pointer::Mouse, page.middle(".seat .piece"));
    page.wait("document.getElementById('notice').textContent === 'This is an answer: go back to your game to play.'");
    page.browser.click("#do-back").unwrap();
    page.wait("document.body.dataset.mode === 'hand'");
    assert_eq!(page.value("document.body.dataset.hand"), entries);
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

/// Weaker opponents are named on the page and in a saved game, which the judge does not continue.
pub fn a_weaker_opponent_is_for_practice() {
    for game in [&GAMES[0], &GAMES[3]] {
        for level in ["greedy", "random"] {
            let page = game.open();
            page.value(&format!(
                "void ((field) => {{ field.value = '{level}'; field.dispatchEvent(new Event('change')); }})(document.getElementById('option-opponent'))"
            ));
            page.wait(&format!("location.hash.includes('opponent={level}')"));
            page.wait(&format!(
                "document.getElementById('parameters').textContent.includes('opponent {level}')"
            ));
            page.browser.click("#do-rest").unwrap();
            page.wait(IS_OVER);
            page.wait("document.getElementById('scores').checkVisibility()");
            let kept = page.text("#score-table tbody");
            assert!(kept.contains(&format!("opponent {level}")), "{kept}");
            page.browser.click("#do-keep").unwrap();
            let (_, saved) = page.browser.download().unwrap();
            let file = folder().join("practice.txt");
            fs::write(&file, saved).unwrap();
            let options = typed(game.case.iter());
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let native = ["play", "--seed", "3", "--continue", file.to_str().unwrap()];
            let run = game.judge(&[&native[..], &options].concat());
            assert!(!run.status.success(), "{}, {level}", game.name);
            page.value("void localStorage.clear()");
            page.close();
        }
    }
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
        // The board describes the position.
        let label = page.value("document.querySelector('.board').ariaLabel");
        let label = label.as_str().unwrap();
        assert!(
            label.contains("turn ") && label.contains("legal"),
            "{label}"
        );
        let role = "document.querySelector('.board').getAttribute('role')";
        assert_eq!(page.value(role), "application");
        // Keys may have made more than one.
        for _ in 0..24 {
            page.press('u', false);
        }
        page.wait(&format!("!{has_entry}"));
        page.press('g', false);
        page.wait(has_entry);
        page.press('?', true);
        let keys = page.text("#keys");
        for purpose in [
            "undo",
            "redo",
            "hint",
            "play the hint",
            "new game",
            "begin a move",
        ] {
            assert!(keys.contains(purpose), "{keys}");
        }
        page.press('?', true);
        page.press('n', false);
        page.wait("document.getElementById('title').textContent.endsWith('seed 4')");
        page.wait("document.body.dataset.hand === '0'");
        page.close();
    }
}
