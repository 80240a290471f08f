//! Lessons, and plays to look at, on the pages of the games.

use std::fs;

use serde_json::Value;

use super::GAMES;

/// A move without cost is right, another one is not, and the first play opens two boards.
pub fn a_move_is_valued() {
    for game in &GAMES {
        let file = format!(
            "{}/../../data/lessons/{}.json",
            env!("CARGO_MANIFEST_DIR"),
            game.name
        );
        let course: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let lessons = course["lessons"].as_array().unwrap();
        assert!(lessons.len() >= 6, "{}: {}", game.name, lessons.len());
        let page = game.open();
        for index in [0, lessons.len() - 1] {
            let costs = lessons[index]["costs"].as_object().unwrap();
            for (entry, cost) in costs {
                let open = format!("#lesson-list button:nth-child({})", index + 1);
                page.browser.click(&open).unwrap();
                page.wait(&format!(
                    "document.querySelectorAll('#moves button').length === {}",
                    costs.len()
                ));
                let at = lessons[index]["entries"].as_array().unwrap().len();
                page.wait(&format!("document.body.dataset.hand === '{at}'"));
                assert_eq!(page.text("#question"), course["question"].as_str().unwrap());
                assert_eq!(page.text("#answer"), "");
                let place = costs.keys().position(|other| other == entry).unwrap();
                let choose = format!("#moves button:nth-child({})", place + 1);
                page.browser.click(&choose).unwrap();
                page.wait("document.getElementById('answer').textContent !== ''");
                let begins = match cost.as_f64() {
                    Some(0.0) => "Right",
                    _ => "This loses ",
                };
                let answer = page.text("#answer");
                assert!(
                    answer.starts_with(begins),
                    "{}, {entry}: {answer}",
                    game.name
                );
            }
        }
        // The position that an answer is about stays in the window.
        let whole = "(() => { document.getElementById('answer').scrollIntoView();
            const { top, bottom } = document.querySelector('.seat .board').getBoundingClientRect();
            return top >= 0 && bottom <= document.querySelector('.transport').getBoundingClientRect().top; })()";
        assert_eq!(page.value(whole), true, "{}", game.name);
        page.screenshot(&format!("lesson-{}", game.name));
        page.browser.click("#plays button").unwrap();
        page.wait("document.querySelectorAll('.seat').length === 2");
        let shown = page.value("document.getElementById('ruling').dataset.score.split(' ')");
        let shown: Vec<String> = serde_json::from_value(shown).unwrap();
        let shown: Vec<f64> = shown.iter().map(|text| text.parse().unwrap()).collect();
        let scores: Vec<f64> =
            serde_json::from_value(course["plays"][0]["scores"].clone()).unwrap();
        assert_eq!(shown, scores, "{}", game.name);
        page.close();
    }
}
