//! The page that `judge-report html` writes about runs.

use std::fs;
use std::path::Path;

use harness::hostile::Arena;
use serde_json::{Value, json};

use crate::folder::contestant;
use crate::shown::{ENTER, RIGHT, Shown};

/// Returns the command of the example contestant.
fn example() -> String {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples");
    let examples = Path::new(examples).canonicalize().unwrap();
    format!("python3 '{}/slider.py'", examples.display())
}

/// Opens the page that `judge-report html` writes with these arguments.
#[track_caller]
fn report(arena: &Arena, args: &str, fragment: &str) -> Shown {
    arena.output(&format!("judge-report html {args} --out page.html"), 0);
    Shown::open_file(&arena.folder().join("page.html"), fragment)
}

/// Plays four cases with two contestants; opens the page about both runs.
fn open(arena: &Arena) -> Shown {
    for (records, contestant, status) in
        [("a.jsonl", example(), 0), ("b.jsonl", contestant(arena), 1)]
    {
        let run = format!("slider-judge --seed 1-4 --json {records} --exec \"{contestant}\"");
        arena.output(&run, status);
    }
    report(arena, "a.jsonl b.jsonl", "")
}

/// Returns a record of run `run` on case `seed`. The scores have many digits.
fn record(run: u64, seed: u64) -> Value {
    let mixed = (seed * 7919 + run * 104_729) % 1009;
    let score = 1000.0 + (mixed * mixed) as f64 / 7.0;
    let is_failed = mixed.is_multiple_of(251);
    let kind = ["odd", "even"][seed as usize % 2];
    json!({
        "game": "slider", "seed": seed, "command": "python3 player.py",
        "parameters": { "N": 8 + seed % 33, "C": 1 + seed % 6, "kind": kind },
        "data": { "depth": mixed % 9 }, "details": { "turns": mixed },
        "verdict": if is_failed { "RE" } else { "OK" }, "score": if is_failed { 0.0 } else { score },
        "bound_kind": "maximum", "bound": 2e5, "bound_ratio": if is_failed { 0.0 } else { score / 2e5 },
        "cpu_ms": mixed as f64 / 3.0, "wall_ms": mixed, "memory_kib": 4096,
    })
}

/// Writes records into a history, as one run.
fn write_run(arena: &Arena, name: &str, records: impl Iterator<Item = Value>) -> String {
    let lines: String = records.map(|record| record.to_string() + "\n").collect();
    fs::create_dir_all(arena.folder().join("runs").join(name)).unwrap();
    arena.write(&format!("runs/{name}/records.jsonl"), &lines);
    lines
}

/// Writes a history with runs of some cases; opens the page about them.
fn open_runs(arena: &Arena, runs: u64, cases: u64, fragment: &str) -> Shown {
    let names: Vec<String> = (1..=runs).map(|run| format!("slider-{run}")).collect();
    for (run, name) in (1..).zip(&names) {
        write_run(arena, name, (1..=cases).map(|seed| record(run, seed)));
    }
    report(arena, &format!("--runs runs {}", names.join(" ")), fragment)
}

/// Compares a table with the numbers that `compare` prints for all cases. A selection of cases has
/// other numbers and a warning.
pub(super) fn the_page_has_the_digits_of_compare() {
    let arena = Arena::here();
    let page = open_runs(&arena, 2, 300, "");
    let compare = "judge-report compare slider-1 slider-2 --runs runs";
    let text = arena.output(compare, 0);
    let rows: Vec<Vec<String>> = page.get(
        "$$('#measures tbody tr').map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll('−', '-')))",
    );
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let begins = format!("| {} ", row[1]);
        let line = text.lines().find(|line| line.starts_with(&begins));
        let cells: Vec<&str> = line.unwrap().split('|').map(str::trim).collect();
        assert_eq!(cells[1..8], row[1..8], "{text}");
    }
    let sentence = text.lines().last().unwrap();
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_ascii_digit() && !"+-.".contains(letter));
        let words = words.filter(|word| word.contains(['+', '-']));
        words.map(String::from).collect()
    };
    let shown = page.text("#verdicts .sentence").replace('−', "-");
    assert_eq!(numbers(sentence), numbers(&shown), "{sentence} {shown}");
    page.check("$('#verdicts .interval rect') !== null");
    assert!(!page.text("#comparison .caution").contains("proves nothing"));
    let made = page.text("#made");
    let is_new = made.starts_with("Made 20") && made.contains(" UTC of slider-1, slider-2: ");
    assert!(is_new && made.contains(" min old; "), "{made}");
    page.run("Date.now = ((now) => () => now() + 3 * 3_600_000)(Date.now)");
    page.run("$('#game').dispatchEvent(new Event('input'))");
    assert!(page.text("#made").contains(": 3 h old; "));
    page.set("#filter", "N > 20");
    assert!(page.text("#comparison .caution").contains("proves nothing"));
    let cases = page.text("#measures tbody tr td:nth-child(3)");
    assert_ne!(cases, rows[0][2]);
}

/// Checks filters. An invalid filter does not change the selected cases, and shows no count.
pub(super) fn a_filter_selects_cases() {
    let arena = Arena::here();
    let page = open_runs(&arena, 2, 60, "");
    for (filter, selected, rows, fault) in [
        ("`kind` == 'odd'", "30 of 60 cases", "1 to 20 of 30", ""),
        ("seed <= 7", "7 of 60 cases", "1 to 7 of 7", ""),
        ("verdict == 'RE'", "1 of 60 cases", "1 to 1 of 1", ""),
        ("seed <= 7", "7 of 60 cases", "1 to 7 of 7", ""),
        ("seed <=", "", "1 to 7 of 7", "seed <=: expected a value"),
    ] {
        page.set("#filter", filter);
        assert_eq!(page.text("#selected"), selected, "{filter}");
        assert_eq!(page.text("#rows"), rows, "{filter}");
        assert_eq!(page.is("$('#filter-fault').hidden"), fault.is_empty());
        assert!(page.text("#filter-fault").starts_with(fault), "{filter}");
    }
    // A run without plays has neither a curve nor the best mean; a hidden run has no counts.
    page.set("#filter", "run == 'slider-1' && seed <= 2");
    page.check("$$('#distribution .curve').length === 1 && $('#runs .best') === null && $('#pair text') === null");
    page.set("#scatter-x", "seed");
    page.check(
        "$$('#scatter text').map((text) => text.textContent).slice(-4, -2).join() === '1,2'",
    );
    page.click("#runs tbody tr:nth-child(2) input");
    page.check("$('#runs tbody tr:nth-child(2) td:nth-child(4)').textContent === '–' && !$('#runs thead').textContent.includes('best')");
}

/// Checks that markup in names is shown as text, and that filters can use these names.
pub(super) fn names_are_text() {
    let arena = Arena::here();
    let names = [
        "</script><script>globalThis.hit = 1</script>",
        "<img src=x onerror=\"globalThis.hit = 1\">",
        "\"'><b onclick='globalThis.hit = 1'>",
        "\u{202e}evil",
        "__proto__",
        "constructor",
        "-->&lt;{{data}}",
    ];
    let records = (1..=9).map(|seed| {
        let mut record = record(1, seed);
        for name in names {
            record["parameters"][name] = seed.into();
            record["data"][format!("{name} text")] = name.into();
        }
        record["variant"] = names[0].into();
        record["options"] = names[1].into();
        record["command"] = names.concat().into();
        record
    });
    let lines = write_run(&arena, "a", records);
    let info = json!({
        "name": names[0], "game": names[0], "started": names[1], "command": names[2], "note": names.concat(), "cases": 1,
        "limits": { "cpu_ms": 1, "wall_ms": 1, "memory_kib": 1, "output_bytes": 1 },
    });
    arena.write("runs/a/run.json", &info.to_string());
    let file = "<img src=x onerror='globalThis.hit = 1'>";
    arena.write(file, &lines.replace("\"cpu_ms\":", "\"cpu_ms\":1"));
    let page = report(&arena, &format!("runs/a \"{file}\""), "");
    for name in [names[0], "__proto__", "constructor"] {
        page.set("#filter", &format!("`{name}` > 3"));
        assert_eq!(page.text("#selected"), "6 of 9 cases", "{name}");
    }
    page.run("$('#matrix tbody th button').click()");
    page.press(RIGHT, false);
    page.check("$$('script').length === 2 && document.images.length === 0 && $('b') === null");
    page.check("globalThis.hit === undefined && ({}).hit === undefined");
    page.check("!document.body.textContent.includes('\\u202e')");
    assert!(page.text("#runs .note").contains("onerror"));
}

pub(super) fn a_page_of_runs_fits_every_screen_and_is_used_by_keys() {
    let arena = Arena::here();
    let page = open_runs(&arena, 4, 120, "#filter=N%3E20&scatter-x=log2(N)*C");
    page.check("$('#filter').value === 'N>20'");
    let background = "getComputedStyle(document.body).backgroundColor";
    let light = page.value(background);
    for (width, height) in [(1280, 900), (390, 844), (844, 390)] {
        page.resize(width, height);
        page.check_width();
        page.check_whole("h1, h2");
    }
    // Arrow keys move between plays, and Enter opens one.
    page.run("$('#scatter .plot').focus()");
    page.press(RIGHT, false);
    page.check("!$('#hover').hidden");
    assert!(page.text("#hover").starts_with("seed "));
    page.press(ENTER, false);
    page.check("$('#case').open");
    page.screenshot("report-case-phone");
    page.run("$('#case').close()");
    // The button of a column sorts it in both directions.
    for expected in ["21", "40"] {
        page.run("$$('#matrix thead button')[2].click()");
        assert_eq!(page.text("#matrix tbody td:nth-child(3)"), expected);
    }
    page.run("$('#on').click()");
    assert!(page.text("#rows").starts_with("21 to "));
    assert!(page.count("#matrix td.best") >= 20);
    page.resize(390, 844);
    page.prefer("prefers-color-scheme", "dark");
    assert_ne!(page.value(background), light);
    page.screenshot("report-phone");
}

/// Checks that the printed commands of a case show its two runs.
pub(super) fn a_play_leads_to_its_case_and_both_runs() {
    let arena = Arena::here();
    let page = open(&arena);
    page.check_access();
    let failed = page.text("#matrix tbody tr:nth-child(3) td:last-child");
    assert_eq!(failed, "WA");
    page.click("#matrix tbody tr:nth-child(2) td:last-child button");
    assert_eq!(page.text("#case-title"), "seed 2");
    let values = page.text("#case-values");
    assert!(values.starts_with("C "), "{values}");
    page.screenshot("report");
    arena.output(&page.text("#case .both code"), 0);
    drop(page);
    let page = Shown::open_file(&arena.folder().join("slider-2.html"), "");
    let titles: Vec<String> = page.get("$$('.who').map((node) => node.title)");
    assert_eq!(titles, [example(), contestant(&arena)]);
}

/// Checks that a play leads to its page, if the run wrote pages.
pub(super) fn a_play_leads_to_its_page() {
    let arena = Arena::here();
    let run = "slider-judge --seed 1-2 --runs runs --html 'its pages' --exec";
    arena.output(&format!("{run} \"{}\"", example()), 0);
    let page = report(&arena, "slider-1 --runs runs", "");
    let links = page.value("$$('#matrix td a').map((link) => link.getAttribute('href'))");
    assert_eq!(links, json!(["its%20pages/1.html", "its%20pages/2.html"]));
    let link: String = page.get("$('#matrix tbody tr:nth-child(2) a').href");
    page.click("#matrix tbody tr:nth-child(2) th button");
    let command = page.text("#case code");
    drop(page);
    let words = "judge show slider-1 --seed 2 --runs runs";
    assert!(command.ends_with(words), "{command}");
    arena.output(&command, 0);
    let page = Shown::visit(&link, "");
    assert_eq!(page.text("#title"), "Slider, seed 2");
}
