//! Every contestant against the judges of the suite: verdict, reason, exit status, score,
//! the judge's own memory, and nobody left behind.

use hostile::{Arena, contestants, game};

fn every_contestant(name: &str) {
    let arena = Arena::here().unwrap();
    let game = game(name);
    let complaints: Vec<String> = contestants()
        .iter()
        .filter_map(|contestant| {
            let outcome = arena.run(game, contestant);
            let checked = outcome.and_then(|outcome| outcome.check(&game.expects(contestant)));
            checked
                .err()
                .map(|complaint| format!("{}: {complaint:#}", contestant.name))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn ioiwari() {
    every_contestant("ioiwari");
}

#[test]
fn slider() {
    every_contestant("slider");
}

#[test]
fn lucky() {
    every_contestant("lucky");
}

#[test]
fn yahtzee() {
    every_contestant("yahtzee");
}

#[test]
fn tonga() {
    every_contestant("tonga");
}
