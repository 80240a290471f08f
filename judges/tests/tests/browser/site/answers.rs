//! Answers on a page: verdict, reason and score are those of the judge's own program.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use harness::Mutations;
use serde_json::{Value, json};

use super::{GAMES, SmallGame, typed};
use crate::shown::{folder, say};

/// Gives the page files, one after another, as if they were dropped on its field, and collects
/// rulings and scores.
const DROP_ALL: &str = "void (async () => {
    globalThis.found = [];
    const field = document.getElementById('output');
    for (const text of FILES) {
        const before = document.body.dataset.refreshed;
        const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], 'answer.out'));
        field.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
        while (document.body.dataset.refreshed === before) await new Promise((done) => setTimeout(done, 1));
        const ruling = document.getElementById('ruling');
        globalThis.found.push([ruling.textContent, ruling.dataset.score ?? null]);
    }
})()";

/// Right, wrong and spoilt answers of every game.
pub fn are_judged_as_the_judge_does() {
    for game in &GAMES {
        check(game);
    }
}

fn check(game: &SmallGame) {
    let (input, right) = game.streams();
    let answers = answers(&right);
    let page = game.open();
    let text = fs::read_to_string(&input).unwrap();
    set(&page, "input", &text);
    let files: Vec<String> = answers
        .iter()
        .map(|answer| STANDARD.encode(answer))
        .collect();
    page.value(&DROP_ALL.replace("FILES", &json!(files).to_string()));
    page.wait(&format!("found.length === {}", answers.len()));
    let found: Vec<(String, Option<String>)> = serde_json::from_value(page.value("found")).unwrap();
    let times = page.value("performance.getEntriesByName('judge').map(({ duration }) => duration)");
    let mut times: Vec<f64> = serde_json::from_value(times).unwrap();
    let first = times.remove(0);
    times.sort_by(f64::total_cmp);
    say(&format!(
        "{}: an answer is judged in {first:.1} ms the first time, then in {:.1} ms (median)",
        game.name,
        times[times.len() / 2]
    ));
    let mut failed = 0;
    for (answer, (ruling, score)) in answers.iter().zip(found) {
        let expected = native(game, input.to_str().unwrap(), answer);
        let shown = match score {
            Some(score) => {
                let (ruling, _) = ruling.rsplit_once(" · score ").unwrap();
                (ruling.to_string(), Some(score.parse::<f64>().unwrap()))
            }
            None => (ruling, None),
        };
        failed += usize::from(shown.0 != "OK");
        let answer = String::from_utf8_lossy(answer);
        assert_eq!(shown, expected, "{}: {answer}", game.name);
    }
    assert!(
        (1..answers.len()).contains(&failed),
        "{}: {failed} failed",
        game.name
    );
    page.close();
}

/// The right answer, and others that are spoilt in one place or two.
fn answers(right: &[u8]) -> Vec<Vec<u8>> {
    let mut mutations = Mutations::new(1, b"0123456789 -\nMSUDLRx\xff");
    let mut answers = vec![right.to_vec()];
    while answers.len() < oracles::test_size(50, 200) {
        let mut answer = right.to_vec();
        for _ in 0..=mutations.below(2) {
            mutations.mutate(&mut answer);
        }
        // An empty field asks for no ruling.
        if !answer.trim_ascii().is_empty() {
            answers.push(answer);
        }
    }
    answers
}

/// The ruling and the score of the judge's own program; no score where the transcript is not one
/// of this judge's.
fn native(game: &SmallGame, input: &str, answer: &[u8]) -> (String, Option<f64>) {
    let output = folder().join("site-answer.out");
    fs::write(&output, answer).unwrap();
    let options = typed(game.score.iter());
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let run = game.judge(&[&["score", input, output.to_str().unwrap()], &options[..]].concat());
    let stdout = String::from_utf8(run.stdout).unwrap();
    let Some(line) = stdout.lines().next() else {
        let stderr = String::from_utf8(run.stderr).unwrap();
        let (_, rest) = stderr.trim_end().split_once(".in:").unwrap();
        return (format!("input, line {rest}"), None);
    };
    let line = line.strip_prefix("Score = ").unwrap();
    let (score, ruling) = line.split_once(", Verdict = ").unwrap();
    let ruling = ruling
        .strip_suffix(": every rule was kept")
        .unwrap_or(ruling);
    (ruling.to_string(), Some(score.parse().unwrap()))
}

/// Sets a field as a program that drives the page does.
pub fn set(page: &crate::shown::Shown, field: &str, text: &str) {
    let before = page.value("document.body.dataset.refreshed");
    let text = Value::from(text);
    page.value(&format!(
        "void ((field) => {{ field.value = {text}; field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})(document.getElementById('{field}'))"
    ));
    page.wait(&format!("document.body.dataset.refreshed !== {before}"));
}

/// After a paste, the verdict and the board are in view, and a link holds the answer.
pub fn a_paste_shows_its_verdict() {
    let slider = &GAMES[2];
    let page = slider.open();
    for (width, height) in [(1280, 900), (390, 844)] {
        page.browser.resize(width, height).unwrap();
        page.wait(&format!("innerWidth === {width}"));
        page.value("void (document.getElementById('texts').open = true)");
        page.browser.click("#output").unwrap();
        let before = page.value("Number(document.body.dataset.refreshed)");
        page.value("document.execCommand('insertText', false, '1\\n0 0 S U\\n') && null");
        page.value(
            "void output.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }))",
        );
        page.wait(&format!(
            "Number(document.body.dataset.refreshed) > {before} + 1"
        ));
        page.wait(
            "['.seat .badge', '.seat .board'].every((selector) => {
               const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
               return top >= 0 && bottom <= innerHeight;
             })",
        );
    }
    page.wait("location.hash.includes('packed=')");
    let verdict = page.text("#ruling");
    let link = page.value("location.href");
    page.browser.visit(link.as_str().unwrap()).unwrap();
    page.wait("document.getElementById('ruling').checkVisibility()");
    assert_eq!(page.text("#ruling"), verdict);
    assert_eq!(
        page.value("document.getElementById('output').value.includes('0 0 S U')"),
        true
    );
    page.close();
}

/// The way of pahcer-studio: it waits for `generate`, then sets the seed and the output.
pub fn other_programs_drive_the_page() {
    let slider = &GAMES[2];
    let page = slider.open();
    page.wait("typeof generate === 'function' && typeof updateOutput === 'function'");
    page.value(
        "void ((seed, output) => {
            seed.value = '4'; seed.dispatchEvent(new Event('change', { bubbles: true }));
            output.value = '0'; output.dispatchEvent(new Event('input', { bubbles: true }));
        })(document.getElementById('seed'), document.getElementById('output'))",
    );
    page.wait("document.getElementById('ruling').textContent.startsWith('OK · score 0')");
    let input = page.value("document.getElementById('input').value");
    let case = slider.judge(&["gen", "--seed", "4", "-N", "10", "-H", "3", "--stdout"]);
    let case = String::from_utf8_lossy(&case.stdout).into_owned();
    if !case.is_empty() {
        assert_eq!(input, case);
    }
    set(&page, "other", "1\n0 0 S U\n");
    assert_eq!(page.value("document.querySelectorAll('.seat').length"), 2);
    set(&page, "input", "10 2 3\n0 0 x\n");
    assert!(
        page.text("#ruling").starts_with("input, line 2: "),
        "{}",
        page.text("#ruling")
    );
    page.close();
}
