//! A folder with the pages of a run: its index and the links between pages.

use harness::hostile::Arena;
use serde_json::json;

use crate::shown::{ENTER, Shown};

/// Returns the command of a contestant that plays correctly only on boards with a side below 20.
pub fn contestant(arena: &Arena) -> String {
    let wrong = "a-very-long-answer-that-is-no-number";
    let answer = format!("read n; if [ $n -lt 20 ]; then echo 0; else echo {wrong}; fi");
    arena.script("contestant", &format!("#!/bin/sh\n{answer}\n"))
}

/// Opens the index of three cases; the last one has failed.
fn open(arena: &Arena) -> Shown {
    let contestant = contestant(arena);
    let line = format!("slider-judge --seed 1-3 --html pages --exec \"{contestant}\"");
    arena.output(&line, 1);
    Shown::open_file(&arena.folder().join("pages/index.html"), "")
}

/// Checks that a case which is played several times counts once, as in the summary.
pub(super) fn repetitions_count_as_one_case() {
    let arena = Arena::here();
    let play = "slider-judge --seed {1,1,1,2} -N 10 --html pages --exec slider";
    let printed = arena.output(play, 0);
    let mean = printed.split("score    mean ").nth(1).unwrap();
    let (mean, _) = mean.split_once(' ').unwrap();
    let page = Shown::open_file(&arena.folder().join("pages/index.html"), "");
    let head = page.text("header").replace('\u{202f}', "");
    let mean: f64 = mean.parse().unwrap();
    assert!(head.contains("cases 2"), "{head}");
    assert!(head.contains(&format!("mean score {}", scene::decimal(mean))), "{head}");
}

pub(super) fn an_index_leads_to_every_case() {
    let arena = Arena::here();
    let page = open(&arena);
    assert_eq!(page.text("h1"), "Slider");
    let head = page.text("header");
    let contestant = contestant(&arena);
    let parts = [&*contestant, "cases 3", "failed 1", "mean score 0"];
    for part in parts {
        assert!(head.contains(part), "{head}, not {part}");
    }
    let expected = [
        ["Case", ""],
        ["N", "side of the board"],
        ["C", "colours: blocks have the values 1 to C"],
        ["H", "holes"],
        ["F", "chance that a cell got a block"],
        ["Verdict", ""],
        ["Score", ""],
        ["Share of bound", ""],
        ["Reason", ""],
    ];
    let heads = page.value("$$('thead th').map((head) => [head.textContent, head.title])");
    assert_eq!(heads, json!(expected));
    page.wait("$$('tbody .board .piece').length > 3");
    let reason = page.text("tbody tr:nth-child(3) .reason");
    let is_right = reason.contains("where the number of turns should be");
    assert!(is_right, "{reason}");
    for (width, height) in [(1280, 900), (390, 844)] {
        page.resize(width, height);
        page.check_width();
        page.check_whole("th, td:not(.reason)");
    }
    page.screenshot("index-phone");
    let order = || {
        page.value(
            "[$$('[aria-sort]').map((head) => head.textContent + ' ' + head.ariaSort).join(),
              $$('tbody tr a').map((link) => link.getAttribute('href'))]",
        )
    };
    let up = json!(["1.html", "2.html", "3.html"]);
    assert_eq!(order(), json!(["Case ascending", up]));
    // The failed third case must have the lowest score.
    page.click("thead th:nth-child(7) button");
    let lowest = ["3.html", "1.html", "2.html"];
    assert_eq!(order(), json!(["Score ascending", lowest]));
    page.press(ENTER, false);
    assert_eq!(order(), json!(["Score descending", up]));
    page.click("thead th:nth-child(9) button");
    page.click("thead th:nth-child(1) button");
    assert_eq!(order(), json!(["Case ascending", up]));
    for (case, near) in [(1, "index.html 2.html"), (2, "1.html index.html 3.html")] {
        page.click(&format!("tbody tr:nth-child({case}) a"));
        page.wait("document.body.dataset.ready === 'true'");
        assert_eq!(page.text("#title"), format!("Slider, seed {case}"));
        let links = page.value("$$('nav a').map((link) => link.getAttribute('href')).join(' ')");
        assert_eq!(links, near);
        page.click("nav [rel=up]");
        page.wait("$('main.index') !== null");
    }
    page.check_access();
}
