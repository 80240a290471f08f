//! The page that `judge-report html` writes about runs.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::shown::{CONTESTANT, Shown, folder, programs};

/// The command of the example's contestant.
fn example() -> String {
    let file = programs().join("../../data/examples/slider.py");
    format!("python3 {}", file.canonicalize().unwrap().display())
}

/// Plays four cases with two contestants, and opens the page about both runs.
pub fn open(name: &str) -> Shown {
    let to = folder().join(name);
    let _ = fs::remove_dir_all(&to);
    fs::create_dir(&to).unwrap();
    let run = |program: &str, args: &[&str]| {
        let mut command = Command::new(programs().join(program));
        command.args(args).current_dir(&to).output().unwrap()
    };
    for (records, contestant, status) in
        [("a.jsonl", example(), 0), ("b.jsonl", CONTESTANT.into(), 1)]
    {
        let args = ["--seed", "1-4", "--json", records, "--exec", &contestant];
        let run = run("slider-judge", &args);
        assert_eq!(run.status.code(), Some(status), "{run:?}");
    }
    let args = ["html", "a.jsonl", "b.jsonl", "--out", "page.html"];
    let report = run("judge-report", &args);
    assert!(report.status.success(), "{report:?}");
    Shown::open_file(&to.join("page.html"), "")
}

pub(super) fn a_page_of_runs_fits_and_has_short_numbers() {
    let page = open("report");
    let light = page.value("getComputedStyle(document.body).backgroundColor");
    for (width, height) in [(1280, 900), (390, 844), (844, 390)] {
        page.browser.resize(width, height).unwrap();
        page.check_width();
        page.check_whole("h1, h2, th, td:not(:last-child)");
    }
    let parameters = page.text("#case-0-0 td:nth-child(2)");
    assert_eq!(parameters, "C 4, F 0.5886, H 3, N 19");
    assert_eq!(page.text("#case-0-2 td:nth-child(4)"), "failed");
    let longest = "Math.max(...[...document.querySelectorAll('svg text')].map((node) => /^[-.0-9]+$/.test(node.textContent) ? node.textContent.length : 0))";
    assert!(page.value(longest).as_u64().unwrap() <= 6);
    page.browser.resize(390, 844).unwrap();
    page.browser.prefer("prefers-color-scheme", "dark").unwrap();
    let dark = page.value("getComputedStyle(document.body).backgroundColor");
    assert_ne!(dark, light);
    page.screenshot("report-phone");
    page.close();
}

/// A point of a plot leads to its case, whose command shows the two runs.
pub(super) fn a_point_leads_to_its_case_and_both_runs() {
    let page = open("report-case");
    page.browser.click("svg a[href='#case-0-1']").unwrap();
    assert_eq!(page.value("location.hash"), "#case-0-1");
    let seen = "(() => { const { top, bottom } = document.querySelector(':target').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()";
    page.wait(seen);
    assert_eq!(page.text(":target td"), "seed 2");
    page.screenshot("report");
    let command = page.text(":target code");
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
    assert_eq!(page.value(shown), json!([example(), CONTESTANT]));
    page.close();
}
