//! Games by hand on the page that a running judge serves.

use harness::PageServer;
use harness::browser::Pointer;

use super::GAMES;
use super::board::Board;
use super::hand::open_panels;
use crate::shown::{CONTROL, Shown};

/// Begins a game by clicks, lets our solver finish it, and checks that the judge records what the
/// page shows.
pub fn the_judge_records_the_game() {
    for game in &GAMES {
        let options = format!("--seed 3 --json game.jsonl{}", game.options());
        let mut judge = PageServer::start(game.name, &options);
        let page = Shown::visit(&format!("http://{}{}", judge.host, judge.path), "");
        page.wait("document.body.dataset.hand !== undefined");
        page.check("!$('#case-form').checkVisibility()");
        // The first click has an effect.
        Board::new(&page).play(Pointer::Mouse);
        page.press_with(CONTROL, 'z');
        page.wait("document.body.dataset.hand === '0'");
        // The game of our solver is available for comparison.
        page.wait("$('#standing').textContent.includes('our solver')");
        page.click("#do-hint");
        page.wait_text("#said", "Our solver: ");
        open_panels(&page);
        page.click("#do-rest");
        page.wait_text("#said", "Our solver made");
        let shown = page.score();
        page.screenshot(&format!("judged-{}", game.name));
        page.click("#do-end");
        page.wait("document.body.dataset.mode === 'ended'");
        assert_eq!(judge.end().0, Some(0), "{}", game.name);
        let record = judge.arena.records("game.jsonl").pop().unwrap();
        assert_eq!(record.origin.command, "by hand");
        assert!((shown - record.score.raw).abs() < 1e-4, "{shown}, {record:?}");
    }
}
