//! A person plays Yahtzee, through pipes.

use common::yahtzee::ROUNDS;
use game::{Game, Move};
use harness::{ByHand, Judge};
use yahtzee_judge::{Yahtzee, YahtzeePlay};

const GAME: ByHand = ByHand {
    judge: Judge::new(env!("CARGO_BIN_EXE_yahtzee-judge")),
    case: &[("--games", "1")],
    contestant: "python3 data/examples/yahtzee.py",
    entries,
    wrong: "5k 49",
    reason: "no roll scores 49 in five of a kind",
    hinted: &[],
    // Without the last score: it is refused as well where the whole card could be better.
    moves: 12,
};

/// A score for each category, from the line of a card.
fn entries(output: &str) -> Vec<String> {
    let categories = "1s 2s 3s 4s 5s 6s ch 3K 4K 5K ss ls fh".split(' ');
    let scores = output.split_whitespace();
    let entries = categories.zip(scores);
    entries
        .map(|(category, score)| format!("{category} {score}"))
        .collect()
}

#[test]
fn a_person_plays() {
    GAME.check::<Yahtzee>();
}

/// A poor card ends the game. A person wrote no lines, so the reason names none.
#[test]
fn a_poor_card_is_named_without_its_line() {
    let game = Yahtzee::with(&[("games", "1")]).unwrap();
    let case = game.generate(3);
    let mut entries: Vec<String> = Vec::new();
    while entries.len() < ROUNDS {
        let moves = game.moves(&case, &entries, &YahtzeePlay::default());
        let legal = moves.into_iter().find(Move::is_legal);
        entries.push(legal.unwrap().entry);
    }
    let mut play = GAME.judge.command(&["play", "--seed", "3", "--games", "1"]);
    let output = play.write_stdin(entries.join("\n")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\nWA: game 1: the total is "), "{text}");
}
