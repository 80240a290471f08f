//! Whatever a case file, a transcript or a contestant holds, the judge says
//! what the slow rules say.

use std::collections::HashMap;

use common::ioiwari::Board;
use harness::slow_rules::{SlowRules, check_answers, check_cases, check_transcripts};
use harness::{Mutations, input_count};
use ioiwari_judge::{Ioiwari, IoiwariPlay};
use oracles::ioiwari::{self, PITS, PlainResult, gains, sow};
use oracles::{lines, number};

const ALPHABET: &[u8] = b"012345678 \t\r\n+-.x\0\xff";

/// The pits that the first seven words of `text` say.
fn pits(text: &str) -> Option<[u8; PITS]> {
    let words = text.split_ascii_whitespace().take(PITS);
    // No number of beads is signed, not even 0.
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

/// The slow rules, which know the judge's replies.
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

const BOARDS: [&str; 4] = [
    "1 0 0 0 1 0 0\n",
    "2 0 1 0 0 1 0\n",
    "0 5 0 0 0 0 2\n",
    "1 1 1 1 1 1 1\n",
];

/// Whole games from every board, as transcripts: input after the case, a `|`, output.
fn transcripts(text: &str, known: &mut HashMap<[u8; PITS], i32>) -> Vec<String> {
    fn extend(
        pits: [u8; PITS],
        game: (String, String),
        found: &mut Vec<String>,
        known: &mut HashMap<[u8; PITS], i32>,
    ) {
        for (chosen, _) in gains(pits, known) {
            let (input, output) = (game.0.clone(), format!("{}{}\n", game.1, chosen + 1));
            let (after, _, _) = sow(pits, chosen);
            let gains = gains(after, known);
            let Some(&(reply, _)) = gains.iter().max_by_key(|&&(_, gain)| gain) else {
                found.push(format!("{input}|{output}"));
                continue;
            };
            let input = format!("{input}{}\n", reply + 1);
            let (after, _, _) = sow(after, reply);
            if after == [0; PITS] {
                found.push(format!("{input}|{output}"));
            } else {
                extend(after, (input, output), found, known);
            }
        }
    }
    let mut found = Vec::new();
    extend(pits(text).unwrap(), Default::default(), &mut found, known);
    found.truncate(20);
    found
}

#[test]
fn transcripts_of_games() {
    let mut slow = Slow::default();
    let of_board = |board: &&str| {
        let games = transcripts(board, &mut slow.known).into_iter();
        games
            .map(|game| format!("{board}{game}"))
            .collect::<Vec<_>>()
    };
    let samples: Vec<String> = BOARDS.iter().flat_map(of_board).collect();
    let accepted = check_transcripts(&mut slow, &Ioiwari::default(), ALPHABET, &samples);
    assert!(accepted > input_count() / 10, "{accepted}");
}

/// Answers of a contestant that mostly knows a pit.
#[test]
fn answers() {
    let played = check_answers(&mut Slow::default(), &Ioiwari::default(), ALPHABET, &BOARDS);
    assert!(played > input_count() / 100, "{played}");
}
