//! The page that `judge-report html` writes about runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::shown::{CONTESTANT, RIGHT, Shown, folder, programs, say};

/// The command of the example's contestant.
fn example() -> String {
    let file = programs().join("../../data/examples/slider.py");
    format!("python3 {}", file.canonicalize().unwrap().display())
}

/// An empty folder.
fn empty(name: &str) -> PathBuf {
    let to = folder().join(name);
    let _ = fs::remove_dir_all(&to);
    fs::create_dir(&to).unwrap();
    to
}

/// Runs a program of the workspace in a folder, and returns its standard output.
fn output(to: &Path, program: &str, args: &[&str], status: i32) -> String {
    let mut command = Command::new(programs().join(program));
    let run = command.args(args).current_dir(to).output().unwrap();
    assert_eq!(run.status.code(), Some(status), "{run:?}");
    String::from_utf8(run.stdout).unwrap()
}

/// Plays four cases with two contestants, and opens the page about both runs.
pub fn open(name: &str) -> Shown {
    let to = empty(name);
    for (records, contestant, status) in
        [("a.jsonl", example(), 0), ("b.jsonl", CONTESTANT.into(), 1)]
    {
        let args = ["--seed", "1-4", "--json", records, "--exec", &contestant];
        output(&to, "slider-judge", &args, status);
    }
    let args = ["html", "a.jsonl", "b.jsonl", "--out", "page.html"];
    output(&to, "judge-report", &args, 0);
    Shown::open_file(&to.join("page.html"), "")
}

/// A record of run `run` on case `seed`; scores are of no simple form.
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
        "bound_kind": "maximum", "bound": 2e5, "share": if is_failed { 0.0 } else { score / 2e5 },
        "cpu_ms": mixed as f64 / 3.0, "wall_ms": mixed, "memory_kib": 4096,
    })
}

/// Writes runs of some cases as a history, and opens the page about them.
fn open_runs(name: &str, runs: u64, cases: u64, fragment: &str) -> Shown {
    let to = empty(name);
    let names: Vec<String> = (1..=runs).map(|run| format!("slider-{run}")).collect();
    for (run, name) in (1..).zip(&names) {
        let lines = (1..=cases).map(|seed| record(run, seed).to_string() + "\n");
        fs::create_dir_all(to.join("runs").join(name)).unwrap();
        let records = to.join("runs").join(name).join("records.jsonl");
        fs::write(records, lines.collect::<String>()).unwrap();
    }
    let mut args = vec!["html", "--runs", "runs", "--out", "page.html"];
    args.extend(names.iter().map(String::as_str));
    output(&to, "judge-report", &args, 0);
    Shown::open_file(&to.join("page.html"), fragment)
}

/// Puts a text into a field at once: as it is typed, each of its beginnings is a filter of its own.
#[track_caller]
fn fill(page: &Shown, id: &str, text: &str) {
    let [id, text] = [id, text].map(Value::from);
    page.value(&format!(
        "((field) => {{ field.value = {text}; return field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})(document.getElementById({id}))"
    ));
}

/// A table has the numbers that `compare` prints, of all cases; of a selection it has others, and a warning.
pub(super) fn the_page_has_the_digits_of_compare() {
    let page = open_runs("report-digits", 2, 300, "");
    let to = page.file.parent().unwrap();
    let args = ["compare", "slider-1", "slider-2", "--runs", "runs"];
    let text = output(to, "judge-report", &args, 0);
    let rows = page.value(
        "[...document.querySelectorAll('#comparison tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll('−', '-')))",
    );
    let rows: Vec<Vec<String>> = serde_json::from_value(rows).unwrap();
    assert_eq!(rows.len(), 5);
    for row in &rows[..4] {
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("| {} ", row[1])));
        let cells: Vec<&str> = line.unwrap().split('|').map(str::trim).collect();
        assert_eq!(cells[1..8], row[1..8], "{text}");
    }
    let sentence = text.lines().last().unwrap();
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_ascii_digit() && !"+-.".contains(letter));
        let words = words.filter(|word| word.contains(['+', '-']));
        words.map(String::from).collect()
    };
    assert_eq!(
        numbers(sentence)[..3],
        numbers(&rows[4][1])[1..4],
        "{sentence} {rows:?}"
    );
    assert!(!page.text("#comparison .caution").contains("proves nothing"));
    fill(&page, "filter", "N > 20");
    assert!(page.text("#comparison .caution").contains("proves nothing"));
    assert_ne!(
        page.text("#comparison tbody tr td:nth-child(3)"),
        rows[0][2]
    );
    page.close();
}

/// Filters and the cases that they leave; those with a fault leave the selection as it is.
pub(super) fn expressions_filter_and_are_no_script() {
    let page = open_runs("report-filter", 2, 60, "");
    let cases: Vec<Value> = (1..=60)
        .map(|seed| record(1, seed)["parameters"].clone())
        .collect();
    let count = |of: &dyn Fn(f64, f64) -> bool| {
        let value = |case: &Value, name: &str| case[name].as_f64().unwrap();
        let chosen = cases
            .iter()
            .filter(|case| of(value(case, "N"), value(case, "C")));
        chosen.count()
    };
    for (filter, expected) in [
        ("N>20 && C==2", count(&|n, c| n > 20.0 && c == 2.0)),
        ("N > 20 || !(C = 2)", count(&|n, c| n > 20.0 || c != 2.0)),
        ("log2(N) * C >= 12.5", count(&|n, c| n.log2() * c >= 12.5)),
        (
            "-N^2 + 3*C < -2^3*20",
            count(&|n, c| -n * n + 3.0 * c < -160.0),
        ),
        ("2^3^2 - 500 == C + 8", count(&|_, c| c == 4.0)),
        (
            "max(N, 2*C, 30) % 7 != 2",
            count(&|n, c| n.max(2.0 * c).max(30.0) % 7.0 != 2.0),
        ),
        ("`kind` == 'odd' && run == \"slider-2\"", 30),
        ("kind > 3", 0),
        ("sqrt(0 - N) < 1 || sqrt(0-N) >= 1", 0),
        ("1.5e1 <= N && .5 < 1", count(&|n, _| n >= 15.0)),
    ] {
        fill(&page, "filter", filter);
        assert_eq!(
            page.text("#selected"),
            format!("{expected} of 60 cases"),
            "{filter}"
        );
        assert_eq!(
            page.value("document.getElementById('filter-fault').hidden"),
            true
        );
    }
    fill(&page, "filter", "seed <= 7");
    let nested = "(".repeat(400);
    for (filter, fault) in [
        ("N >", "expected a value"),
        ("N + depth2", "called depth2"),
        ("constructor", "called constructor"),
        ("__proto__ == 1", "called __proto__"),
        ("N.constructor", "called N.constructor"),
        ("alert(1)", "called alert"),
        ("max.constructor('x')", "called max.constructor"),
        ("N; N", "unexpected ;"),
        ("N == 1 == 1", "unexpected =="),
        ("(N", "expected )"),
        ("{}", "unexpected {"),
        (&nested, "expected a value"),
        (&"1+".repeat(300), "at most 500"),
    ] {
        fill(&page, "filter", filter);
        assert_eq!(page.text("#selected"), "7 of 60 cases", "{filter}");
        let shown = page.text("#filter-fault");
        assert!(shown.contains(fault), "{filter}: {shown}");
    }
    page.close();
}

/// Markup in any name stays text, and is a name of expressions.
pub(super) fn names_are_text() {
    let to = empty("report-names");
    let names = [
        "</script><script>globalThis.hit = 1</script>",
        "<img src=x onerror=\"globalThis.hit = 1\">",
        "\"'><b onclick='globalThis.hit = 1'>",
        "\u{202e}evil",
        "__proto__",
        "constructor",
        "-->&lt;{{data}}",
    ];
    let lines = (1..=9).map(|seed| {
        let mut record = record(1, seed);
        for name in names {
            record["parameters"][name] = seed.into();
            record["data"][format!("{name} text")] = name.into();
        }
        record["variant"] = names[0].into();
        record["options"] = names[1].into();
        record["command"] = names.concat().into();
        record.to_string() + "\n"
    });
    let lines = lines.collect::<String>();
    fs::create_dir_all(to.join("runs/a")).unwrap();
    fs::write(to.join("runs/a/records.jsonl"), &lines).unwrap();
    let info = json!({
        "name": names[0], "game": names[0], "started": names[1], "command": names[2], "note": names.concat(),
        "limits": { "cpu_ms": 1, "wall_ms": 1, "memory_kib": 1, "output_bytes": 1 },
    });
    fs::write(to.join("runs/a/run.json"), info.to_string()).unwrap();
    let file = "<img src=x onerror='globalThis.hit = 1'>";
    fs::write(to.join(file), lines.replace("\"cpu_ms\":", "\"cpu_ms\":1")).unwrap();
    output(
        &to,
        "judge-report",
        &["html", "runs/a", file, "--out", "page.html"],
        0,
    );
    let page = Shown::open_file(&to.join("page.html"), "");
    for name in [
        "</script><script>globalThis.hit = 1</script>",
        "__proto__",
        "constructor",
    ] {
        fill(&page, "filter", &format!("`{name}` > 3"));
        assert_eq!(page.text("#selected"), "6 of 9 cases", "{name}");
    }
    page.value("document.querySelector('#matrix tbody th button').click()");
    page.press(RIGHT, false);
    let own = "document.querySelectorAll('script').length === 2 && document.images.length === 0 && document.querySelector('b') === null";
    assert_eq!(page.value(own), true);
    assert_eq!(
        page.value("globalThis.hit === undefined && ({}).hit === undefined"),
        true
    );
    assert_eq!(
        page.value("document.body.textContent.includes('\\u202e')"),
        false
    );
    assert!(page.text("#runs td.note").contains("onerror"));
    page.close();
}

pub(super) fn a_page_of_runs_fits_every_screen_and_is_used_by_keys() {
    let page = open_runs("report-fits", 4, 120, "#filter=N%3E20&scatter-x=log2(N)*C");
    assert_eq!(
        page.value("document.getElementById('filter').value"),
        "N>20"
    );
    let light = page.value("getComputedStyle(document.body).backgroundColor");
    for (width, height) in [(1280, 900), (390, 844), (844, 390)] {
        page.browser.resize(width, height).unwrap();
        page.check_width();
        page.check_whole("h1, h2");
    }
    // Arrow keys go from play to play, Enter opens one.
    page.value("document.querySelector('#scatter canvas').focus()");
    page.press(RIGHT, false);
    assert_eq!(page.value("document.getElementById('hover').hidden"), false);
    assert!(page.text("#hover").starts_with("seed "));
    page.press('\u{e007}', false);
    assert_eq!(page.value("document.getElementById('case').open"), true);
    page.screenshot("report-case-phone");
    page.value("document.getElementById('case').close()");
    // A column is sorted by its button, both ways.
    let first = "document.querySelector('#matrix tbody td:nth-child(3)').textContent";
    let sort = "document.querySelectorAll('#matrix thead button')[2].click()";
    for expected in ["21", "40"] {
        page.value(sort);
        assert_eq!(page.value(first), expected);
    }
    page.value("document.getElementById('on').click()");
    assert!(page.text("#rows").starts_with("21 to "));
    assert!(
        page.value("document.querySelectorAll('#matrix td.best').length")
            .as_u64()
            >= Some(20)
    );
    page.browser.resize(390, 844).unwrap();
    page.browser.prefer("prefers-color-scheme", "dark").unwrap();
    let dark = page.value("getComputedStyle(document.body).backgroundColor");
    assert_ne!(dark, light);
    page.screenshot("report-phone");
    page.close();
}

/// The commands of a case show its two runs.
pub(super) fn a_play_leads_to_its_case_and_both_runs() {
    let page = open("report-case");
    assert_eq!(
        page.text("#matrix tbody tr:nth-child(3) td:last-child"),
        "failed"
    );
    page.browser
        .click("#matrix tbody tr:nth-child(2) td:last-child button")
        .unwrap();
    assert_eq!(page.text("#case-title"), "seed 2");
    let values = page.text("#case-values");
    assert!(values.starts_with("C "), "{values}");
    page.screenshot("report");
    let command = page.text("#case .both code");
    let to = page.file.parent().unwrap().to_path_buf();
    page.close();
    let run = Command::new("sh")
        .args(["-c", &command])
        .current_dir(&to)
        .output()
        .unwrap();
    assert!(run.status.success(), "{command}: {run:?}");
    let page = Shown::open_file(&Path::new(&to).join("slider-2.html"), "");
    let shown = "[...document.querySelectorAll('.who')].map((node) => node.textContent)";
    assert_eq!(page.value(shown), json!([CONTESTANT, example()]));
    page.close();
}

/// A play of a run that wrote pages leads to its page.
pub(super) fn a_play_leads_to_its_page() {
    let to = empty("report-pages");
    let play = [
        "--seed",
        "1-2",
        "--runs",
        "runs",
        "--html",
        "its pages",
        "--exec",
    ];
    output(&to, "slider-judge", &[&play[..], &[&example()]].concat(), 0);
    let html = ["html", "slider-1", "--runs", "runs", "--out", "page.html"];
    output(&to, "judge-report", &html, 0);
    let page = Shown::open_file(&to.join("page.html"), "");
    let link = page.value("document.querySelector('#matrix tbody tr:nth-child(2) a').href");
    let case = "#matrix tbody tr:nth-child(2) th button";
    page.browser.click(case).unwrap();
    let command = page.text("#case code");
    page.close();
    let words = "judge show slider-1 --seed 2 --runs runs";
    assert!(command.ends_with(words), "{command}");
    let mut shell = Command::new("sh");
    let run = shell.args(["-c", &command]).current_dir(&to).output();
    assert!(run.unwrap().status.success(), "{command}");
    let page = Shown::visit(link.as_str().unwrap());
    assert_eq!(page.text("#title"), "Slider, seed 2");
    page.close();
}

/// Prints the times until the page is open, and until a filter is drawn; a busy host takes longer.
pub(super) fn ten_runs_of_a_thousand_cases_open_and_filter_at_once() {
    let page = open_runs("report-large", 10, 1000, "");
    let opened = page
        .value("Number(document.body.dataset.opened)")
        .as_f64()
        .unwrap();
    let mut times = Vec::new();
    for least in 8..28 {
        fill(&page, "filter", &format!("N>{least} && C==2"));
        times.push(
            page.value("Number(document.body.dataset.filtered)")
                .as_f64()
                .unwrap(),
        );
    }
    times.sort_by(f64::total_cmp);
    let middle = times[times.len() / 2];
    say(&format!(
        "page of 10 runs of 1,000 cases: open after {opened} ms, filtered in {middle} ms (median of {})",
        times.len()
    ));
    assert!(times[0] < 500.0 && opened < 10_000.0, "{opened} {times:?}");
    page.close();
}
