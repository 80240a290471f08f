//! A folder of pages: its index, and the links between its pages.

use std::fs;
use std::process::Command;

use serde_json::json;

use crate::shown::{CONTESTANT, Shown, folder, programs};

const ENTER: char = '\u{e007}';

/// Opens the index of three cases; one is failed.
pub fn open(name: &str) -> Shown {
    let to = folder().join(name);
    let _ = fs::remove_dir_all(&to);
    let run = Command::new(programs().join("slider-judge"))
        .args(["--seed", "1-3", "--exec", CONTESTANT, "--html"])
        .arg(&to)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    Shown::open_file(&to.join("index.html"), "")
}

pub(super) fn an_index_leads_to_every_case() {
    let page = open("index");
    assert_eq!(page.text("h1"), "Slider");
    let head = page.text("header");
    for part in [CONTESTANT, "cases 3", "failed 1", "mean score -0.3333"] {
        assert!(head.contains(part), "{head}, not {part}");
    }
    let heads =
        page.value("[...document.querySelectorAll('thead th')].map((head) => head.textContent)");
    let expected = [
        "Case",
        "N",
        "C",
        "H",
        "F",
        "Verdict",
        "Score",
        "Share of bound",
        "Reason",
    ];
    assert_eq!(heads, json!(expected));
    page.wait("document.querySelectorAll('tbody .board .piece').length > 3");
    let reason = page.text("tbody tr:nth-child(3) .reason");
    assert!(
        reason.contains("where the number of turns should be"),
        "{reason}"
    );
    for (width, height) in [(1280, 900), (390, 844)] {
        page.browser.resize(width, height).unwrap();
        page.check_width();
        page.check_whole("th, td:not(.reason)");
    }
    page.screenshot("index-phone");
    let order = || {
        let sorted = page.value("[...document.querySelectorAll('[aria-sort]')].map((head) => head.textContent + ' ' + head.ariaSort).join()");
        let cases = page.value(
            "[...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('a').getAttribute('href'))",
        );
        (sorted.as_str().unwrap().to_string(), cases)
    };
    let up = json!(["1.html", "2.html", "3.html"]);
    assert_eq!(order(), ("Case ascending".into(), up.clone()));
    // The third case failed, with a score below the others.
    page.browser.click("thead th:nth-child(7) button").unwrap();
    let lowest = json!(["3.html", "1.html", "2.html"]);
    assert_eq!(order(), ("Score ascending".into(), lowest));
    page.press(ENTER, false);
    assert_eq!(order(), ("Score descending".into(), up.clone()));
    page.browser.click("thead th:nth-child(9) button").unwrap();
    page.browser.click("thead th:nth-child(1) button").unwrap();
    assert_eq!(order(), ("Case ascending".into(), up));
    let links = "[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))";
    for (case, near) in [
        (1, vec!["index.html", "2.html"]),
        (2, vec!["1.html", "index.html", "3.html"]),
    ] {
        page.browser
            .click(&format!("tbody tr:nth-child({case}) a"))
            .unwrap();
        page.wait("document.body.dataset.ready === 'true'");
        assert_eq!(page.text("#title"), format!("Slider, seed {case}"));
        assert_eq!(page.value(links), json!(near));
        page.browser.click("nav [rel=up]").unwrap();
        page.wait("document.querySelector('main.index') !== null");
    }
    page.close();
}
