//! The judge agrees with the slow rules on random case files, transcripts and answers.

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{Case, IncrementalEvaluation, Player};
use game::{Referee, Verdict, read_case};
use harness::slow_rules::{SlowRules, check_answers, check_cases, check_transcripts, first_lines};
use harness::{Mutations, input_count};
use oracles::tonga::{self, PlainBoard, PlainResult, SERVER};
use oracles::{lines, numbers};
use tonga_judge::{Tonga, TongaPlay};

const ALPHABET: &[u8] = b"0123456789 \t\r\n+-.x\0\xff";

/// Returns the board that the first three words of `text` describe: empty or with the server's
/// opening.
fn beginning(text: &str) -> Option<PlainBoard> {
    let words: Vec<&str> = text.split_ascii_whitespace().take(3).collect();
    let [n, row, col] = numbers(&words.join(" "))?;
    if n % 2 != 0 || !(6..=16).contains(&n) {
        return None;
    }
    let mut plain = PlainBoard::new(n as usize);
    if [row, col] != [-1, -1] {
        let middle = n / 2 - 1..=n / 2;
        if !middle.contains(&row) || !middle.contains(&col) {
            return None;
        }
        let square = plain.square(row, col)?;
        plain.cells[square] = SERVER;
    }
    Some(plain)
}

#[test]
fn case_files() {
    let samples = ["6 -1 -1\n", "8 3 4", "16 7 8\n1 2\n", "10 5 5\r\n"];
    check_cases(&Tonga::default(), ALPHABET, &samples, beginning);
}

/// The slow rules. They know the squares among which the server draws, but not its draw.
struct Slow;

impl SlowRules for Slow {
    type Game = Tonga;
    type State = PlainResult;
    const KNOWS_REPLIES: bool = false;

    fn referee(&mut self, case: &str, output: &str, input: &str) -> PlainResult {
        tonga::referee(beginning(case).unwrap(), lines(output), lines(input))
    }

    fn is_over(state: &PlainResult) -> bool {
        state.over
    }

    fn figures(state: &PlainResult) -> Vec<i64> {
        vec![state.turns.into(), state.board.forfeited().into()]
    }

    fn judged(game: &Tonga, case: &Case, play: &TongaPlay) -> Vec<i64> {
        let scored = game.score(case, play, Verdict::Ok);
        let number = |name| scored.details.number(name).unwrap();
        let root = number("points").abs().sqrt();
        assert_eq!(scored.score, root.copysign(number("points")));
        vec![number("turns") as i64, number("points") as i64]
    }

    fn answer(state: &PlainResult, mutations: &mut Mutations) -> String {
        let at = mutations.choose(&state.board.empty());
        format!("{} {}\n", at / 6, at % 6)
    }
}

/// Returns the streams of a game of random stones: the judge's lines after the case, and the
/// answers.
fn random_game(case: &Case, rng: &mut Rng) -> [String; 2] {
    let mut deltas = IncrementalEvaluation::new(case.board());
    let mut streams = [String::new(), String::new()];
    for player in [Player::Contestant, Player::Server].into_iter().cycle() {
        let empty = deltas.board().empty();
        let squares = match player {
            Player::Contestant => empty,
            Player::Server => Search::new(&deltas).best_squares().1,
        };
        let drawn = rng.below(squares.len()) as usize;
        let Some(square) = squares.iter().nth(drawn) else {
            break;
        };
        // A stone of the server that fills the board is not sent.
        if player == Player::Contestant || empty.len() > 1 {
            let (row, col) = case.side().row_and_col(square);
            streams[player as usize] += &format!("{row} {col}\n");
        }
        deltas.play(player, square);
    }
    streams
}

/// Complete and incomplete games, with a random fault in one of the streams.
#[test]
fn transcripts() {
    let mut samples = Vec::new();
    for seed in 0..8 {
        let text = ["6 -1 -1\n", "6 2 3\n"][seed as usize % 2];
        let (case, _) = read_case(&Tonga::default(), text).unwrap();
        let [input, output] = random_game(&case, &mut Rng::new(seed));
        let input = text.to_string() + &input;
        // The judge takes longer for a whole game than for all others together.
        for turns in [1, 1, 1, 1, 2, 2, 2, 3, 18] {
            let [input, output] = [first_lines(&input, turns), first_lines(&output, turns)];
            samples.push(format!("{input}|{output}"));
        }
    }
    let accepted = check_transcripts(&mut Slow, &Tonga::default(), ALPHABET, &samples);
    assert!(accepted > input_count() / 100, "{accepted}");
}

/// A contestant that knows an empty square most of the time.
#[test]
fn answers() {
    let cases = ["6 -1 -1\n", "6 2 2\n", "6 3 3\n"];
    let played = check_answers(&mut Slow, &Tonga::default(), ALPHABET, &cases);
    assert!(played > input_count() / 1000, "{played}");
}
