//! The lessons of the page, by the slow rules.

use game::{CasePlay, Game};
use harness::Lesson;
use oracles::yahtzee::best_total;
use yahtzee_judge::Yahtzee;

/// Categories in entries.
const NAMES: &str = "1s 2s 3s 4s 5s 6s Ch 3k 4k 5k SS LS FH";

#[test]
fn an_entry_costs_what_trying_everything_finds() {
    for lesson in Lesson::of("yahtzee") {
        let yahtzee = Yahtzee::with(&[("games", "1")]).unwrap();
        let case = CasePlay::new(yahtzee, lesson.seed);
        let game = case.case().games[0].map(|dice| dice.faces());
        let total = |entries: &[&str]| {
            let (mut forced, mut scores) = (Vec::new(), [0; 13]);
            for entry in entries {
                let (name, score) = entry.split_once(' ').unwrap();
                let category = NAMES.split(' ').position(|known| known == name).unwrap();
                forced.push(category);
                scores[category] = score.parse().unwrap();
            }
            best_total(&game, &forced, &scores) as f64
        };
        let entries: Vec<&str> = lesson.entries.iter().map(String::as_str).collect();
        lesson.check(total(&entries), |entry| {
            total(&[&entries, &[entry][..]].concat())
        });
    }
}
