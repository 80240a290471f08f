//! Lost points on a page.

use harness::hostile::{Arena, PATIENT};
use serde_json::Value;

use super::{GAMES, SmallGame};

/// Number of turns that a page names.
const COSTLIEST: usize = 3;

/// Checks that the page lists the costliest turns of the judge's record, with links to them.
pub fn the_costliest_turns_are_those_of_the_record() {
    for game in GAMES.iter().filter(|game| game.has_losses()) {
        let (output, losses) = example(game);
        let expected = costliest(&losses);
        // An accepted card of Yahtzee has lost nothing.
        assert_eq!(expected.is_empty(), game.name == "yahtzee", "{losses}");
        let page = game.open();
        page.set("#output", &output);
        page.wait("$('#do-lost').checkVisibility()");
        page.click("#do-lost");
        if expected.is_empty() {
            page.wait_text("#lost", "No turn lost a point")
        } else {
            page.wait("$('#lost button') !== null")
        }
        let shown = page.texts("#lost button");
        assert!(!shown.iter().any(|text| text.contains(" -")), "{shown:?}");
        let plain = |text: &String| text.replace('−', "-").replace('\u{202f}', "");
        assert_eq!(shown.iter().map(plain).collect::<Vec<_>>(), expected);
        let is_charged = page.text("#lost").starts_with("Compared with the bound");
        assert_eq!(is_charged, losses["basis"] == "charged");
        if !expected.is_empty() {
            page.click("#lost button");
            let turn = &losses["costliest"][0]["turn"];
            page.wait(&format!("document.body.dataset.turn === '{turn}'"));
            let caption = page.text("#caption");
            assert!(caption.contains("lost "), "{caption}");
        }
        page.screenshot(&format!("lost-{}", game.name));
    }
}

/// Returns the output of the example contestant, and the losses that the judge's own program
/// records.
fn example(game: &SmallGame) -> (String, Value) {
    let arena = Arena::here();
    let (name, options) = (game.name, game.options());
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples");
    let kept = "--losses --json game.jsonl -saveSolOutput saved";
    let exec = format!("--exec 'python3 \"{examples}/{name}.py\"'");
    let play = format!("{name}-judge --seed 3 {PATIENT} {kept} {exec}{options}");
    arena.output(&play, 0);
    let record: Value = serde_json::from_str(&arena.read("game.jsonl")).unwrap();
    assert_eq!(record["verdict"], "OK", "{name}");
    (arena.read_first("saved", "out"), record["losses"].clone())
}

/// Returns the turns that a page names for a record, in the page's words.
fn costliest(losses: &Value) -> Vec<String> {
    let turns = losses["costliest"].as_array().into_iter().flatten();
    let shown = turns.take(COSTLIEST).map(|turn| {
        let points = turn["points"].as_f64().unwrap();
        let points = match losses["basis"].as_str().unwrap() {
            "exact" if points.fract() == 0.0 => format!("{points}"),
            _ => format!("{points:.2}"),
        };
        let words = ["cause", "note"].map(|name| turn[name].as_str().unwrap());
        let unit = losses["unit"].as_str().unwrap();
        let (turn, words) = (&turn["turn"], words.join(", "));
        let lost = scene::counted(points, unit);
        format!("turn {turn} lost {lost}: {words}")
    });
    shown.collect()
}
