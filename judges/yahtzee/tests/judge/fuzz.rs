//! The judge agrees with the slow rules on random case files and answers.

use std::collections::HashMap;

use game::{Game as _, Verdict, read_case};
use harness::slow_rules::{check_cases, saved};
use harness::{input_count, inputs};
use oracles::is_blank;
use oracles::yahtzee::{self, GameDice, ROUNDS, best_card, bonus, optimum};
use yahtzee_judge::Yahtzee;

const ALPHABET: &[u8] = b"01234567 \t\r\n+-.x\0\xff";

fn yahtzee() -> Yahtzee {
    Yahtzee::with(&[]).unwrap()
}

/// Returns the games of `text`, read line by line.
fn games(text: &str) -> Option<Vec<GameDice>> {
    let lines = text.split('\n').filter(|line| !is_blank(line));
    let roll = |line: &str| -> Option<[u8; 5]> {
        let die = |word: &str| match word.as_bytes() {
            [digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ => None,
        };
        let dice: Option<Vec<u8>> = line.split_ascii_whitespace().map(die).collect();
        dice?.try_into().ok()
    };
    let rolls: Vec<[u8; 5]> = lines.map(roll).collect::<Option<_>>()?;
    let games = rolls.chunks(ROUNDS).map(|game| game.try_into().ok());
    games.collect()
}

/// Returns a case of every kind, each with one game.
fn cases() -> Vec<String> {
    let of_kind = |kind| {
        let game = Yahtzee::with(&[("games", "1"), ("kind", kind)]).unwrap();
        game.generate(1).to_string()
    };
    let kinds = ["random", "threshold", "equal", "straights"];
    kinds.map(of_kind).to_vec()
}

#[test]
fn case_files() {
    check_cases(&yahtzee(), ALPHABET, &cases(), games);
}

/// Returns a best card as a line of an answer.
fn card(game: &GameDice) -> String {
    let scores = best_card(game);
    let words = scores.map(|score| score.to_string());
    format!("{} {} {}\n", words.join(" "), bonus(&scores), optimum(game))
}

/// The protocol and its saved form consist of the answer only.
#[test]
fn answers() {
    let yahtzee = yahtzee();
    let cases = cases();
    let games: Vec<GameDice> = cases.iter().flat_map(|text| games(text).unwrap()).collect();
    let cards: Vec<String> = games.iter().map(card).collect();
    // A letter for the case, its answer, and sometimes more than that.
    let samples = ('a'..).zip(cards.iter().zip(cards.iter().rev()));
    let samples = samples.flat_map(|(letter, (card, other))| {
        ["", "\r\n", "\n0", other].map(|more| format!("{letter}{card}{more}"))
    });
    let samples: Vec<String> = samples.collect();
    let mut optima = HashMap::new();
    let mut accepted = 0;
    inputs(2, ALPHABET, &samples, |bytes| {
        let (index, output) = match bytes {
            [letter @ b'a'..=b'd', output @ ..] => (usize::from(letter - b'a'), output),
            output => (0, output),
        };
        let answer = String::from_utf8_lossy(output);
        let (case, _) = read_case(&yahtzee, &cases[index]).unwrap();
        let (judged, play) = saved(&yahtzee, &case, "", output);
        let (right, complete) = yahtzee::referee(&games[index..=index], &answer, &mut optima);
        let found = (judged.is_ok(), play.right);
        assert_eq!(found, (complete, right), "{answer:?}: {judged:?}");
        match &judged {
            Ok(()) => accepted += 1,
            Err(fault) if fault.verdict() == Verdict::Wa => {}
            Err(fault) => panic!("{answer:?}: {fault:?}"),
        }
    });
    assert!(accepted > input_count() / 20, "{accepted}");
}
