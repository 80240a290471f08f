//! Games by hand on the page that a judge has sent.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use harness::browser::Pointer;
use serde_json::Value;

use super::board::Board;
use super::{GAMES, SmallGame, typed};
use crate::shown::{Shown, folder, programs};

/// A judge, which does not outlive its test.
struct Judge(Child);

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Clicks begin a game, our solver ends it, and the judge records what the page shows.
pub fn the_judge_records_the_game() {
    for game in &GAMES {
        check(game);
    }
}

fn check(game: &SmallGame) {
    let records = folder().join(format!("judged-{}.jsonl", game.name));
    let judge = programs().join(format!("{}-judge", game.name));
    let judge = Command::new(judge)
        .args(["play", "--browser", "--seed", "3", "--force", "--json"])
        .arg(&records)
        .args(typed(game.case.iter().chain(game.score)))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut judge = Judge(judge);
    let mut output = BufReader::new(judge.0.stdout.take().unwrap()).lines();
    let line = output.next().unwrap().unwrap();
    let address = line.strip_prefix("play at ").unwrap();
    let page = Shown::visit(address.split(' ').next().unwrap());
    page.wait("document.body.dataset.hand !== undefined");
    assert_eq!(
        page.value("document.getElementById('case-form').checkVisibility()"),
        false
    );
    // The first click counts.
    Board::new(&page).play(Pointer::Mouse);
    page.press('u', false);
    page.wait("document.body.dataset.hand === '0'");
    // Our solver's own game is there to compare with.
    page.wait("document.getElementById('standing').textContent.includes('our solver')");
    page.browser.click("#do-hint").unwrap();
    page.wait("document.getElementById('said').textContent.startsWith('Our solver: ')");
    page.browser.click("#do-rest").unwrap();
    page.wait("document.getElementById('said').textContent.startsWith('Our solver made')");
    let shown = page
        .text(".seat .score b")
        .replace('−', "-")
        .replace('\u{202f}', "");
    page.screenshot(&format!("judged-{}", game.name));
    page.browser.click("#do-end").unwrap();
    page.wait("document.body.dataset.mode === 'ended'");
    assert!(judge.0.wait().unwrap().success(), "{}", game.name);
    let text = fs::read_to_string(&records).unwrap();
    let record: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(record["command"], "by hand");
    let (shown, score): (f64, f64) = (shown.parse().unwrap(), record["score"].as_f64().unwrap());
    assert!(
        (shown - score).abs() < 1e-4,
        "{}: {shown}, {score}",
        game.name
    );
    page.close();
}
