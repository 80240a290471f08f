//! Checks the lessons of the page by a plain recursion over squares and turns left.

use game::{CasePlay, Game};
use harness::Course;
use lucky_judge::Lucky;

const TURNS: usize = 1000;

/// The expected points of the best play, by squares and turns left.
fn values(symbols: &[u32], squares: usize) -> Vec<Vec<f64>> {
    let mut best = vec![vec![0.0_f64; TURNS + 1]; squares + 1];
    for left in 1..=squares {
        for turns in 1..=TURNS {
            let discarded = best[left][turns - 1];
            let rest = best[left - 1][turns - 1];
            let of = |&value: &u32| discarded.max(f64::from(value) * turns as f64 + rest);
            best[left][turns] = symbols.iter().map(of).sum::<f64>() / symbols.len() as f64;
        }
    }
    best
}

#[test]
fn a_choice_costs_what_the_recursion_finds() {
    for lesson in Course::of("lucky").lessons {
        let given = [("subtask", "2"), ("rounds", "1")];
        let case = CasePlay::new(Lucky::with(&given).unwrap(), lesson.seed);
        let played = case.play_entries(&lesson.entries).unwrap();
        let offered = played.input.trim_end().rsplit(' ').next().unwrap();
        let offered: usize = offered.parse().unwrap();
        let symbols = case.case().values();
        let placed = lesson.entries.iter().filter(|entry| *entry != "discard");
        let left = case.case().shape().area() - placed.count();
        let turns = TURNS - lesson.entries.len();
        let values = values(symbols, left);
        let points = f64::from(symbols[offered]) * turns as f64;
        let value = |entry: &str| match entry {
            "discard" => values[left][turns - 1],
            _ => points + values[left - 1][turns - 1],
        };
        lesson.check(value("discard").max(value("place")), value);
    }
}
