//! The strength of every solver: play with a fixed amount of work is a function of the case.

use std::thread;

use xtask::games;
use xtask::last_values::LastValues;
use xtask::strength::{last, replayed};

use crate::programs;

#[test]
fn every_solver_scores_what_it_scored_last() {
    let games = games::all().unwrap();
    let all = games.iter().filter_map(|game| Some((&game.name, last(&game.name).unwrap()?)));
    let all: Vec<(&String, LastValues)> = all.collect();
    assert!(all.len() >= 5, "{all:?}");
    thread::scope(|scope| {
        for (game, last) in &all {
            scope.spawn(|| {
                let now = replayed(game, last, programs()).unwrap();
                let advice = "if this is meant, `make strength WRITE=1` keeps the new scores";
                assert!(now == *last, "{}\n{advice}", last.compared(&now, |_| ""));
                assert_eq!(xtask::text(&last.file).unwrap(), last.to_string());
            });
        }
    });
}

#[test]
fn a_change_of_a_score_is_found_and_shown() {
    let mut last = last("ioiwari").unwrap().unwrap();
    last.rows = vec![("--seed 1-2,1".into(), 3.2)];
    let now = replayed("ioiwari", &last, programs()).unwrap();
    assert!(now != last, "{now:?}");
    let shown = last.compared(&now, |_| "").to_string();
    let cells = ["--seed 1-2", "3.2", "| 4 ", "+25.000 %"];
    assert!(cells.iter().all(|cell| shown.contains(cell)), "{shown}");
}
