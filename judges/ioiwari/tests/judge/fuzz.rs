//! The judge agrees with the slow rules on random case files, transcripts and answers.

use std::collections::HashMap;

use common::ioiwari::Board;
use common::rng::Rng;
use game::read_case;
use harness::slow_rules::{SlowRules, check_answers, check_cases, check_transcripts};
use harness::{Mutations, input_count};
use ioiwari_judge::{Ioiwari, IoiwariPlay};
use oracles::ioiwari::{self, PITS, PlainResult};
use oracles::{lines, number};

use crate::losses::game;

const ALPHABET: &[u8] = b"012345678 \t\r\n+-.x\0\xff";

/// Returns the pits in the first seven words of `text`.
fn pits(text: &str) -> Option<[u8; PITS]> {
    let words = text.split_ascii_whitespace().take(PITS);
    // A number of beads is written without a sign, even 0.
    let count = |word: &str| number(word).filter(|_| !word.starts_with('-'));
    let counts: Option<Vec<i64>> = words.map(count).collect();
    let counts: [i64; PITS] = counts?.try_into().ok()?;
    let pits = counts.map(|count| u8::try_from(count).unwrap_or(u8::MAX));
    let right = pits.iter().all(|&count| count <= 5) && pits != [0; PITS];
    right.then_some(pits)
}

#[test]
fn case_files() {
    let samples = ["4 3 2 4 2 3 2\n", "0 0 0 0 0 0 1", "5 5 5 5 5 5 5\n1\n2\n"];
    check_cases(&Ioiwari::default(), ALPHABET, &samples, pits);
}

/// The slow rules. They know the judge's replies.
#[derive(Default)]
struct Slow {
    known: HashMap<[u8; PITS], i32>,
}

impl SlowRules for Slow {
    type Game = Ioiwari;
    type State = PlainResult;
    const KNOWS_REPLIES: bool = true;

    fn referee(&mut self, case: &str, output: &str, input: &str) -> PlainResult {
        let pits = pits(case).unwrap();
        ioiwari::referee(pits, lines(output), lines(input), &mut self.known)
    }

    fn is_over(state: &PlainResult) -> bool {
        state.over
    }

    fn figures(state: &PlainResult) -> Vec<i64> {
        vec![state.turns.into(), state.own.into(), state.other.into()]
    }

    fn judged(_game: &Ioiwari, _case: &Board, play: &IoiwariPlay) -> Vec<i64> {
        let banks = [play.own_bank, play.other_bank].map(i64::from);
        vec![play.turns.into(), banks[0], banks[1]]
    }

    fn answer(_state: &PlainResult, mutations: &mut Mutations) -> String {
        format!("{}\n", 1 + mutations.below(PITS))
    }
}

const BOARDS: [&str; 4] =
    ["1 0 0 0 1 0 0\n", "2 0 1 0 0 1 0\n", "0 5 0 0 0 0 2\n", "1 1 1 1 1 1 1\n"];

#[test]
fn transcripts_of_games() {
    let mut slow = Slow::default();
    let mut rng = Rng::new(2);
    let sample = |text: &str| {
        let (board, _) = read_case(&Ioiwari::default(), text).unwrap();
        let (input, output, _) = game(&mut rng, board, 10, &mut slow.known);
        format!("{text}{input}|{output}")
    };
    let samples: Vec<String> = BOARDS.repeat(20).into_iter().map(sample).collect();
    let accepted = check_transcripts(&mut slow, &Ioiwari::default(), ALPHABET, &samples);
    assert!(accepted > input_count() / 10, "{accepted}");
}

/// A contestant that knows a legal pit most of the time.
#[test]
fn answers() {
    let played = check_answers(&mut Slow::default(), &Ioiwari::default(), ALPHABET, &BOARDS);
    assert!(played > input_count() / 100, "{played}");
}
