//! Checks the lessons of the page by the slow rules.

use game::{CasePlay, Game};
use harness::Course;
use oracles::yahtzee::{best_total_of, score};
use yahtzee_judge::Yahtzee;

/// Names of the categories in entries.
const NAMES: &str = "1s 2s 3s 4s 5s 6s Ch 3k 4k 5k SS LS FH";

#[test]
fn an_entry_costs_what_trying_everything_finds() {
    for lesson in Course::of("yahtzee").lessons {
        let yahtzee = Yahtzee::with(&[("games", "1")]).unwrap();
        let case = CasePlay::new(yahtzee, lesson.seed);
        let game = case.case().games[0].map(|dice| dice.faces());
        let total = |entries: &[&str]| {
            let placed: Vec<(usize, u8, Option<usize>)> = (entries.iter())
                .map(|entry| {
                    let mut words = entry.split(' ');
                    let name = words.next().unwrap();
                    let category = NAMES.split(' ').position(|known| known == name).unwrap();
                    let points = words.next().unwrap().parse().unwrap();
                    let roll = words.next().map(|roll| roll[1..].parse().unwrap());
                    (category, points, roll)
                })
                .collect();
            let fits = |category: usize, round: usize| {
                placed.iter().all(|&(entered, points, roll)| {
                    let is_its_roll = roll.is_none_or(|roll| roll == round + 1);
                    if entered == category {
                        is_its_roll && score(game[round], category) == points
                    } else {
                        roll.is_none() || !is_its_roll
                    }
                })
            };
            best_total_of(&game, fits) as f64
        };
        let entries: Vec<&str> = lesson.entries.iter().map(String::as_str).collect();
        lesson.check(total(&entries), |entry| total(&[&entries, &[entry][..]].concat()));
    }
}
