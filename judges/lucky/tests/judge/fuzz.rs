//! The judge agrees with the slow rules on random case files, transcripts and answers.

use common::lucky::Case;
use game::{Game, Referee, Verdict};
use harness::slow_rules::{SlowRules, check_answers, check_cases, check_transcripts, first_lines};
use harness::{Mutations, input_count};
use lucky_judge::{Lucky, LuckyPlay};
use oracles::lines;
use oracles::lucky::{PlainCase, PlainResult, TURNS};

const ALPHABET: &[u8] = b"0123456789 \t\r\n+-.placedisrx\0\xff";

/// Number of rounds of a game.
const ROUNDS: usize = 2;

fn lucky() -> Lucky {
    Lucky::with(&[("rounds", "2")]).unwrap()
}

const CASES: [&str; 4] = [
    "3 4 4 4\n20 50 10 100\n90 0 1\n70 0 2\n30 0 3\n100 3 3\n",
    "1 1 1 0\n7\n",
    "2 2 3 1\n0 0 1000000\n1 1 2\n",
    "1 6 2 2\n1 2\n5 0 0\n6 1 1\n",
];

#[test]
fn case_files() {
    check_cases(&lucky(), ALPHABET, &CASES, |text| {
        let mut plain = PlainCase::read(text)?;
        plain.pairs.sort_unstable_by_key(|&[_, x, y]| [x, y]);
        Some(plain)
    });
}

/// The slow rules. They know the form of the judge's calls, but not the symbols that it draws.
struct Slow;

impl SlowRules for Slow {
    type Game = Lucky;
    type State = PlainResult;
    const KNOWS_REPLIES: bool = false;

    fn referee(&mut self, case: &str, output: &str, input: &str) -> PlainResult {
        let plain = PlainCase::read(case).unwrap();
        plain.referee(ROUNDS, lines(output), lines(input))
    }

    fn is_over(state: &PlainResult) -> bool {
        state.over
    }

    fn figures(state: &PlainResult) -> Vec<i64> {
        let points = state.points.map(|points| points as i64);
        [&[state.turns as i64], &points[..]].concat()
    }

    fn judged(game: &Lucky, case: &Case, play: &LuckyPlay) -> Vec<i64> {
        let scored = game.score(case, play, Verdict::Ok);
        let sum = |name| scored.details.number(name).unwrap() * ROUNDS as f64;
        let points = ["value", "equal_pairs", "different_pairs"].map(sum);
        assert_eq!(scored.score * ROUNDS as f64, points.iter().sum::<f64>());
        let points = points.map(|points| points as i64);
        [&[play.actions.len() as i64], &points[..]].concat()
    }

    fn answer(_state: &PlainResult, mutations: &mut Mutations) -> String {
        match mutations.below(4) {
            0 => format!("place {} {}\n", mutations.below(3), mutations.below(4)),
            _ => "discard\n".into(),
        }
    }
}

/// A whole game that places a symbol in every seventh turn while there are squares. Returns the
/// case with the judge's calls, and the contestant's answers.
fn game(text: &str, mutations: &mut Mutations) -> [String; 2] {
    let plain = PlainCase::read(text).unwrap();
    let [rows, cols] = plain.size;
    let (mut input, mut output) = (text.to_string(), String::new());
    for turn in 0..ROUNDS * TURNS {
        if turn % TURNS == 0 {
            input += "newRound\n";
        }
        input += &format!("playTurn {}\n", mutations.below(plain.values.len()));
        let square = (turn % TURNS) as i64 / 7;
        output += &if turn % 7 == 3 && square < rows * cols {
            format!("place {} {}\n", square / cols, square % cols)
        } else {
            "discard\n".into()
        };
    }
    [input, output]
}

/// Complete and incomplete games, with a random fault in one of the streams.
#[test]
fn transcripts() {
    let mut mutations = Mutations::new(4, ALPHABET);
    let mut samples = Vec::new();
    for text in CASES {
        let [input, output] = game(text, &mut mutations);
        // The judge takes longer for a whole game than for all others together.
        for turns in [2, 4, 8, 16, 16, 32, 32, 64, 64, TURNS * ROUNDS] {
            let lines = text.lines().count() + turns + turns.div_ceil(TURNS);
            let [input, output] = [first_lines(&input, lines), first_lines(&output, turns)];
            samples.push(format!("{input}|{output}"));
        }
    }
    let accepted = check_transcripts(&mut Slow, &lucky(), ALPHABET, &samples);
    assert!(accepted > input_count() / 100, "{accepted}");
}

#[test]
fn answers() {
    check_answers(&mut Slow, &lucky(), ALPHABET, &CASES);
}
