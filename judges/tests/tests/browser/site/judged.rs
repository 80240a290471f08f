//! Games by hand on the page that a running judge serves.

use std::io::{BufRead, BufReader};

use harness::KilledOnDrop;
use harness::browser::Pointer;
use harness::hostile::Arena;

use super::GAMES;
use super::board::Board;
use super::hand::open_panels;
use crate::shown::{CONTROL, Shown};

/// Begins a game by clicks, lets our solver finish it, and checks that the judge records what the
/// page shows.
pub fn the_judge_records_the_game() {
    for game in &GAMES {
        let arena = Arena::here();
        let play = "play --browser --seed 3 --json game.jsonl";
        let line = format!("{}-judge {play}{}", game.name, game.options());
        let mut judge = arena.command(&line);
        judge.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let mut judge = KilledOnDrop(judge.spawn().unwrap());
        let mut output = BufReader::new(judge.0.stdout.take().unwrap()).lines();
        let line = output.next().unwrap().unwrap();
        let address = line.strip_prefix("play at ").unwrap();
        let page = Shown::visit(address.split(' ').next().unwrap(), "");
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
        assert!(judge.0.wait().unwrap().success(), "{}", game.name);
        let record = arena.records("game.jsonl").pop().unwrap();
        assert_eq!(record.command, "by hand");
        assert!((shown - record.score).abs() < 1e-4, "{shown}, {record:?}");
        page.close();
    }
}
