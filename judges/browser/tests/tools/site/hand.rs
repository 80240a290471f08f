//! Games by hand on their pages.

use std::fs;

use common::rng::Rng;
use serde_json::Value;

use super::{GAMES, SmallGame, typed};
use crate::harness::{DOWN, LEFT, RIGHT, Shown, UP, folder};

/// Tab and Enter.
const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';
/// Most moves that are clicked before our solver plays the rest.
const CLICKS: usize = 120;

/// The places that light up.
const LIT: &str = "[...document.querySelectorAll('.layer-choices .choice:not(.selected, .hinted, .cursor)')].map((node) => Number(node.dataset.place))";

/// Clicks play every game to its end; the judge's own program gives the same moves the same score.
pub fn clicks_play_to_the_end() {
    for game in &GAMES {
        play(game);
    }
}

fn play(game: &SmallGame) {
    let page = game.open();
    let mut rng = Rng::new(7);
    // Yahtzee's last score is refused unless the card is the best: our solver fills it.
    let most = if game.name == "yahtzee" { 0 } else { CLICKS };
    let most = if game.name == "lucky" { 25 } else { most };
    for _ in 0..most {
        let lit: Vec<i64> = serde_json::from_value(page.value(LIT)).unwrap();
        if lit.is_empty() {
            break;
        }
        click(&page, lit[rng.below(lit.len() as u32) as usize]);
    }
    if page.value("document.getElementById('do-rest').disabled") == false {
        page.browser.click("#do-rest").unwrap();
        page.wait("/^Our solver/.test(document.getElementById('said').textContent) && !document.body.hasAttribute('aria-busy')");
    }
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
    assert_eq!(found["verdict"], "OK", "{}: {found}", game.name);
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

/// Clicks a place that lights up, and waits for what it leads to.
fn click(page: &Shown, place: i64) {
    let state = "[document.body.dataset.hand, document.querySelector('.choice.selected')?.dataset.place].join()";
    let before = page.value(state);
    page.value(&format!(
        "void ((node) => {{
            const {{ x, y, width, height }} = node.getBoundingClientRect();
            node.dispatchEvent(new MouseEvent('click', {{ bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }}));
        }})(document.querySelector('.layer-choices .choice[data-place=\"{place}\"]'))"
    ));
    page.wait(&format!("{state} !== {before}"));
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
    assert_eq!(page.value(entries), "2 2");
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
