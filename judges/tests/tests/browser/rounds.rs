//! Cases of many rounds.

use std::fs;
use std::process::Command;

use common::tokens::Tokens;
use common::yahtzee::{Card, Case, Category};

use crate::shown::{DOWN, Shown, UP, folder, programs};
use crate::solitaire::{game, places, replay_rounds};

pub(super) fn a_round_is_chosen() {
    let rounds: Vec<_> = (0..30)
        .map(|round| game(|turn, _| round * 11 + turn as usize * round))
        .collect();
    let page = Shown::open("rounds", &[replay_rounds("us", &rounds)], "#round=3&turn=4");
    let shows = |round: usize, turn: usize| {
        page.wait(&format!(
            "document.getElementById('round').value === '{round}'"
        ));
        assert_eq!(
            page.places(0),
            places(&rounds[round][turn]),
            "round {round}"
        );
    };
    shows(2, 4);
    page.press(DOWN, true);
    shows(3, 0);
    page.press(UP, true);
    page.press(UP, true);
    shows(1, 0);
    page.value("(() => { const round = document.getElementById('round'); round.value = '17'; round.dispatchEvent(new Event('change')); })()");
    shows(17, 0);
    page.go(2);
    page.wait("location.hash === '#round=18&turn=2'");
    page.browser.click("#sort").unwrap();
    let bars =
        "[...document.querySelectorAll('.rounds rect')].map((bar) => Number(bar.dataset.round))";
    let order: Vec<usize> = serde_json::from_value(page.value(bars)).unwrap();
    assert!(
        order.is_sorted_by_key(|&round| rounds[round].len()),
        "{order:?}"
    );
    page.screenshot("rounds");
    page.browser.click(".rounds").unwrap();
    page.wait("document.getElementById('round').value !== '17'");
    let opened = page.value("Number(document.getElementById('round').value)");
    let in_the_middle = order[14..=15].iter().position(|&round| opened == round);
    shows(order[14 + in_the_middle.unwrap()], 0);
    page.close();
}

/// Of several poor cards of Yahtzee, the page opens at the first.
pub(super) fn a_failed_run_opens_in_the_round_of_its_fault() {
    let judge = || Command::new(programs().join("yahtzee-judge"));
    let drawn = judge()
        .args(["gen", "--seed", "1", "--games", "3"])
        .output();
    let input = drawn.unwrap().stdout;
    let case = Case::read(&mut Tokens::new(&input[..])).unwrap();
    let in_order = case.games().iter().map(|game| {
        let scores = Category::ALL.map(|category| game[category as usize].roll().score(category));
        let card = Card { scores };
        let scores = scores.map(|score| score.to_string()).join(" ");
        format!("{scores} {} {}\n", card.bonus(), card.total())
    });
    let path = |name: &str| folder().join(format!("poor.{name}"));
    fs::write(path("in"), &input).unwrap();
    fs::write(path("out"), in_order.collect::<String>()).unwrap();
    let mut show = judge();
    show.args(["show", "--force", "--losses", "--out"]);
    let run = show.args(["html", "in", "out"].map(path)).output().unwrap();
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    let page = Shown::open_file(&path("html"), "");
    assert_eq!(page.value("document.getElementById('round').value"), "0");
    assert_eq!(page.turn(), 13);
    assert!(page.text(".fault").starts_with("WA game 1: "));
    page.screenshot("poor");
    page.close();
}
