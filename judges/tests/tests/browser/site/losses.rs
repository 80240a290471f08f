//! Where points were lost, on a page.

use std::fs;

use serde_json::Value;

use super::{GAMES, SmallGame, typed};
use crate::shown::{folder, programs};

/// Turns that a page names.
const DEAREST: usize = 3;

/// The turns that lost the most are those of the judge's own record, and lead there.
pub fn the_dearest_turns_are_those_of_the_record() {
    for game in &GAMES {
        check(game);
    }
}

fn check(game: &SmallGame) {
    let (output, losses) = example(game);
    let expected = dearest(&losses);
    // A card of Yahtzee that is accepted has lost nothing.
    assert_eq!(expected.is_empty(), game.name == "yahtzee", "{losses}");
    let page = game.open();
    let answer = Value::from(output);
    page.value(&format!(
        "void ((field) => {{ field.value = {answer}; field.dispatchEvent(new Event('input')); }})(document.getElementById('output'))"
    ));
    page.wait("document.getElementById('do-lost').checkVisibility()");
    page.browser.click("#do-lost").unwrap();
    let shown = match expected.is_empty() {
        true => "document.getElementById('lost').textContent.startsWith('No turn lost a point')",
        false => "document.querySelector('#lost button') !== null",
    };
    page.wait(shown);
    let shown = page
        .value("[...document.querySelectorAll('#lost button')].map((node) => node.textContent)");
    let shown: Vec<String> = serde_json::from_value(shown).unwrap();
    assert_eq!(shown, expected, "{}", game.name);
    if !expected.is_empty() {
        page.browser.click("#lost button").unwrap();
        page.wait(&format!(
            "document.body.dataset.turn === '{}'",
            losses["dearest"][0]["turn"]
        ));
        assert!(
            page.text("#caption").contains("lost "),
            "{}",
            page.text("#caption")
        );
    }
    page.screenshot(&format!("lost-{}", game.name));
    page.close();
}

/// The output of the example's contestant, and the losses that the judge's own program records.
fn example(game: &SmallGame) -> (String, Value) {
    let saved = folder().join(format!("lost-{}", game.name));
    let records = folder().join(format!("lost-{}.jsonl", game.name));
    let _ = fs::remove_dir_all(&saved);
    let example = programs().join(format!("../../data/examples/{}.py", game.name));
    let contestant = format!("python3 {}", example.display());
    let limits = ["--time-limit", "60000", "--wall-limit", "600000"];
    let kept = ["--losses", "--force", "--json", records.to_str().unwrap()];
    let saved_to = ["-saveSolOutput", saved.to_str().unwrap()];
    let run = ["--seed", "3", "--exec", &contestant];
    let options = typed(game.case.iter().chain(game.score));
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    game.judge(&[&run[..], &limits, &kept, &saved_to, &options].concat());
    let text = fs::read_to_string(&records).unwrap();
    let record: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(record["verdict"], "OK", "{}", game.name);
    let mut files = fs::read_dir(&saved).unwrap();
    let output = files.next().unwrap().unwrap().path();
    (
        fs::read_to_string(output).unwrap(),
        record["losses"].clone(),
    )
}

/// The turns of a record that a page names, in its words.
fn dearest(losses: &Value) -> Vec<String> {
    let turns = losses["dearest"].as_array().into_iter().flatten();
    let shown = turns.take(DEAREST).map(|turn| {
        let (points, error) = (turn["points"].as_f64().unwrap(), &turn["error"]);
        let points = match losses["basis"].as_str().unwrap() {
            "estimated" => format!("{points:.2} ± {:.2}", error.as_f64().unwrap_or(0.0)),
            "exact" if points.fract() == 0.0 => format!("{points}"),
            _ => format!("{points:.2}"),
        };
        let words = ["cause", "note"].map(|name| turn[name].as_str().unwrap());
        let unit = losses["unit"].as_str().unwrap();
        let (turn, words) = (&turn["turn"], words.join(", "));
        format!("turn {turn} lost {points} {unit}: {words}")
    });
    shown.collect()
}
