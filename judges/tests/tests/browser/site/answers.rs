//! Answers on a page get the same verdict, reason and score as from the judge's own program.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use harness::Mutations;
use harness::hostile::{Arena, PATIENT};
use serde_json::json;

use super::{GAMES, SLIDER, SmallGame, typed};
use crate::shown::Shown;

/// JavaScript that drops files on the page's field, one after another, and collects rulings and
/// scores.
const DROP_ALL: &str = "void (async () => {
    globalThis.found = [];
    const field = $('#output');
    for (const text of FILES) {
        const before = document.body.dataset.refreshed;
        const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], 'answer.out'));
        field.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
        while (document.body.dataset.refreshed === before) await new Promise((done) => setTimeout(done, 1));
        const ruling = $('#ruling');
        globalThis.found.push([ruling.textContent, ruling.dataset.score ?? null]);
    }
})()";

/// Checks correct, wrong and mutated answers of every game.
pub fn are_judged_as_the_judge_does() {
    for game in &GAMES {
        let arena = Arena::here();
        let answers = answers(streams(&arena, game).as_bytes());
        let page = game.open();
        set(&page, "#input", &arena.read("case.in"));
        let files = answers.iter().map(|answer| STANDARD.encode(answer));
        let files: Vec<String> = files.collect();
        page.value(&DROP_ALL.replace("FILES", &json!(files).to_string()));
        page.wait(&format!("found.length === {}", answers.len()));
        let found: Vec<(String, Option<String>)> = page.get("found");
        let mut failed = 0;
        for (answer, (ruling, score)) in answers.iter().zip(found) {
            let shown = match score {
                Some(score) => {
                    let (ruling, _) = ruling.rsplit_once(" · score ").unwrap();
                    (ruling.to_string(), Some(score.parse::<f64>().unwrap()))
                }
                None => (ruling, None),
            };
            failed += usize::from(shown.0 != "OK");
            let expected = native(&arena, game, answer);
            assert_eq!(shown, expected, "{}", String::from_utf8_lossy(answer));
        }
        assert!((1..answers.len()).contains(&failed), "{failed} failed");
    }
}

/// Plays the case with our solver; writes its input to `case.in` and returns its output.
fn streams(arena: &Arena, game: &SmallGame) -> String {
    let (name, options) = (game.name, game.options());
    let solver = format!("env SOLVER_WORK=200 {name}");
    let save = format!("-saveAll streams --exec '{solver}'");
    let play = format!("{name}-judge --seed 3 {PATIENT} {save}{options}");
    arena.output(&play, 0);
    arena.write("case.in", &arena.read_first("streams", "in"));
    arena.read_first("streams", "out")
}

/// Returns the correct answer, and others with one or two mutations.
fn answers(right: &[u8]) -> Vec<Vec<u8>> {
    let mut mutations = Mutations::new(1, b"0123456789 -\nMSUDLRx\xff");
    let mut answers = vec![right.to_vec()];
    while answers.len() < oracles::test_size(50, 200) {
        let mut answer = right.to_vec();
        for _ in 0..=mutations.below(2) {
            mutations.mutate(&mut answer);
        }
        // The page does not judge an empty field.
        if !answer.trim_ascii().is_empty() {
            answers.push(answer);
        }
    }
    answers
}

/// Returns the ruling and the score of the judge's own program. The score is missing if the transcript
/// is not from this judge.
fn native(arena: &Arena, game: &SmallGame, answer: &[u8]) -> (String, Option<f64>) {
    fs::write(arena.path("answer.out"), answer).unwrap();
    let score = format!("{}-judge score case.in answer.out", game.name);
    let run = arena.run(&(score + &typed(game.score)));
    let Some(line) = run.out.lines().next() else {
        let (_, rest) = run.err.trim_end().split_once(".in:").unwrap();
        return (format!("input, line {rest}"), None);
    };
    let line = line.strip_prefix("Score = ").unwrap();
    let (score, ruling) = line.split_once(", Verdict = ").unwrap();
    let ruling = ruling.strip_suffix(": every rule was kept").unwrap_or(ruling);
    (ruling.to_string(), Some(score.parse().unwrap()))
}

/// Sets a field as a program does, and waits until the page has responded.
#[track_caller]
pub fn set(page: &Shown, field: &str, text: &str) {
    let before = page.value("document.body.dataset.refreshed");
    page.set(field, text);
    page.wait(&format!("document.body.dataset.refreshed !== {before}"));
}

/// Checks that a paste shows the verdict and the board, and that a link contains the answer.
pub fn a_paste_shows_its_verdict() {
    let page = SLIDER.open();
    for (width, height) in [(1280, 900), (390, 844)] {
        page.resize(width, height);
        page.run("$('#texts').open = true");
        page.bring("#output", "center");
        page.click("#output");
        let refreshed = "Number(document.body.dataset.refreshed)";
        let before: u32 = page.get(refreshed);
        page.run("document.execCommand('insertText', false, '1\\n0 0 S U\\n')");
        page.run("output.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }))");
        page.wait(&format!("{refreshed} > {before} + 1"));
        page.wait(
            "['.seat .badge', '.seat .board'].every((selector) => {
               const { top, bottom } = $(selector).getBoundingClientRect();
               return top >= 0 && bottom <= innerHeight;
             })",
        );
    }
    page.wait("location.hash.includes('packed=')");
    let verdict = page.text("#ruling");
    page.reopen(&page.get::<String>("location.hash"));
    page.wait("$('#ruling').checkVisibility()");
    assert_eq!(page.text("#ruling"), verdict);
    page.check("$('#output').value.includes('0 0 S U')");
    // An answer that is too long for an address outlives a reload, too.
    page.run("(() => { let state = 1; globalThis.long = Array.from({ length: 99999 }, () => (state = state * 48271 % 2147483647) % 10).join(''); })()");
    set(&page, "#output", &page.get::<String>("long"));
    page.wait("!location.hash.includes('packed=')");
    page.run("location.reload()");
    page.wait("globalThis.long === undefined && $('#output').value.length === 99999");
}

/// Uses the page like pahcer-studio: waits for `generate`, then sets the seed and the output.
pub fn other_programs_drive_the_page() {
    let page = SLIDER.open();
    page.wait("typeof generate === 'function' && typeof updateOutput === 'function'");
    page.run(
        "((seed, output) => {
            seed.value = '4'; seed.dispatchEvent(new Event('change', { bubbles: true }));
            output.value = '0'; output.dispatchEvent(new Event('input', { bubbles: true }));
        })($('#seed'), $('#output'))",
    );
    page.wait_text("#ruling", "OK · score 0");
    let arena = Arena::here();
    let options = SLIDER.options();
    arena.output(&format!("slider-judge gen --seed 4{options} --out ."), 0);
    let input: String = page.get("$('#input').value");
    assert_eq!(input, arena.read("4.in"));
    set(&page, "#other", "1\n0 0 S U\n");
    assert_eq!(page.count(".seat"), 2);
    set(&page, "#input", "10 2 3\n0 0 x\n");
    let ruling = page.text("#ruling");
    assert!(ruling.starts_with("input, line 2: "), "{ruling}");
}
