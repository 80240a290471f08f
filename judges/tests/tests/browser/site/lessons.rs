//! Lessons on the games' pages.

use std::fs;

use serde_json::Value;

use super::GAMES;

/// Checks that a move without cost is called right and another one wrong, and that the moves are
/// marked on the board.
pub fn a_move_is_valued() {
    for game in GAMES
        .iter()
        .filter(|game| ["ioiwari", "lucky", "yahtzee"].contains(&game.name))
    {
        let lessons = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/lessons");
        let course = fs::read_to_string(format!("{lessons}/{}.json", game.name)).unwrap();
        let course: Value = serde_json::from_str(&course).unwrap();
        let lessons = course["lessons"].as_array().unwrap();
        assert!(lessons.len() >= 6, "{}", lessons.len());
        let page = game.open();
        for index in [0, lessons.len() - 1] {
            let costs = lessons[index]["costs"].as_object().unwrap();
            let (count, at) = (
                costs.len(),
                lessons[index]["entries"].as_array().unwrap().len(),
            );
            for (place, (entry, cost)) in (1..).zip(costs) {
                page.click(&format!("#lesson-list button:nth-child({})", index + 1));
                page.wait(&format!("$$('#moves button').length === {count}"));
                page.wait(&format!("document.body.dataset.hand === '{at}'"));
                assert_eq!(course["question"], page.text("#question"));
                assert_eq!(page.text("#answer"), "");
                page.wait(&format!("$$('.choice.hinted').length === {count}"));
                page.click(&format!("#moves button:nth-child({place})"));
                page.wait("$('#answer').textContent !== ''");
                let begins = match cost.as_f64() {
                    Some(0.0) => "Right",
                    _ => "This loses ",
                };
                let answer = page.text("#answer");
                assert!(answer.starts_with(begins), "{entry}: {answer}");
            }
        }
        // The position in question stays in the window.
        page.run("$('#answer').scrollIntoView()");
        page.check(
            "(({ top, bottom }) => top >= 0 && bottom <= $('.transport').getBoundingClientRect().top)
               ($('.seat .board').getBoundingClientRect())",
        );
        page.screenshot(&format!("lesson-{}", game.name));
        page.click("#do-next");
        page.wait("$('#lesson-list button').ariaCurrent === 'true'");
        page.close();
    }
}
