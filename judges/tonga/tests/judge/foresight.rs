//! A player with foresight finds games. The referee must play them to the same end.

use game::{CasePlay, Game, Salt, Verdict};
use tonga_judge::Tonga;

#[path = "../../examples/foresight/beam.rs"]
mod beam;

/// Returns the score of the game that a beam of this width finds, after the referee has played it.
fn refereed(starter: &str, seed: u64, salt: Option<&Salt>, width: usize) -> f64 {
    let tonga = Tonga::with(&[("N", "6"), ("starter", starter)]).unwrap();
    let mut play = CasePlay::new(tonga.clone(), seed);
    play.salt = salt.cloned();
    let case = play.case();
    let (stones, score) = beam::foreseen(case, play.rng(), width);
    let line = |stone| {
        let (row, col) = case.side().row_and_col(stone);
        format!("{row} {col}\n")
    };
    let output: String = stones.into_iter().map(line).collect();
    let judged = play.play(output.as_bytes()).judged;
    assert_eq!(judged.ruling.verdict, Verdict::Ok);
    assert_eq!(judged.scored().score, score);
    score
}

#[test]
fn the_referee_draws_what_was_foreseen() {
    let salt = Salt::try_from("a".to_string()).unwrap();
    for starter in ["contestant", "server"] {
        for seed in 1..=3 {
            refereed(starter, seed, None, 2);
            refereed(starter, seed, Some(&salt), 2);
        }
    }
}

#[test]
fn a_row_of_the_table_is_worked_out_again() {
    let table = include_str!("../../../../data/tonga/foresight.csv");
    let row = format!("1,6,server,64,{:.3},", refereed("server", 1, None, 64));
    assert!(table.lines().any(|line| line.starts_with(&row)), "{row}");
}
