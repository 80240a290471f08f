//! The strength of every solver: play with a fixed amount of work is a function of the case.

use std::thread;

use xtask::games;
use xtask::strength::StrengthTable;

use crate::programs;

/// Returns the last scores of every game that has them.
fn last() -> Vec<StrengthTable> {
    let games = games::all().unwrap();
    let last = games
        .iter()
        .map(|game| StrengthTable::last(&game.name).unwrap());
    last.flatten().collect()
}

#[test]
fn every_solver_scores_what_it_scored_last() {
    let all = last();
    assert!(all.len() >= 5, "{all:?}");
    thread::scope(|scope| {
        for last in &all {
            scope.spawn(|| {
                let now = last.replayed(programs()).unwrap();
                let advice = "if this is meant, `make strength WRITE=1` keeps the new scores";
                assert!(now == *last, "{}\n{advice}", last.compared(&now));
            });
        }
    });
}

#[test]
fn a_change_of_a_score_is_found_and_shown() {
    let mut ioiwari = last()
        .into_iter()
        .find(|one| one.game == "ioiwari")
        .unwrap();
    ioiwari.rows.truncate(1);
    ioiwari.rows[0].options = "--seed 1-2".into();
    let right = ioiwari.replayed(programs()).unwrap();
    let mut last = right.clone();
    last.rows[0].score = 3.2;
    let now = last.replayed(programs()).unwrap();
    assert!(now == right && now != last, "{now:?}");
    let shown = last.compared(&now).to_string();
    let cells = ["--seed 1-2", "3.200", "4.000", "+25.000 %"];
    assert!(cells.iter().all(|cell| shown.contains(cell)), "{shown}");
}

#[test]
fn a_file_is_read_as_it_is_written() {
    for last in last() {
        let read = StrengthTable::read(&last.game, &last.to_string()).unwrap();
        assert_eq!(read, last);
    }
    for row in ["--seed 1,5", "--seed 1,five,2", "--seed 1,5,two"] {
        let text = format!("options,work,score\n--seed 1,5,2\n{row}\n");
        let error = StrengthTable::read("slider", &text)
            .unwrap_err()
            .to_string();
        let start = "data/slider/strength.csv: line 3: ";
        assert!(error.starts_with(start), "{error}");
    }
    assert!(StrengthTable::read("slider", "").is_err());
}
