//! The referee against a slow one that knows only the rules: whole games with
//! random stones, every square the server might have played, and forfeits.

use common::rng::Rng;
use common::tonga::signed_root;
use game::{Fault, Referee, Verdict, read_case, rescore};
use oracles::tonga::{CONTESTANT, PlainBoard, SERVER};
use tonga_judge::Tonga;

/// A game as its two streams show it.
struct PlainGame {
    board: PlainBoard,
    input: String,
    output: String,
    /// The contestant's last stone.
    last: usize,
}

impl PlainGame {
    /// A game on 6 × 6 squares that the server, with an opening, or the contestant starts.
    fn new(opening: Option<usize>) -> PlainGame {
        let mut board = PlainBoard::new(6);
        let mut input = "6 -1 -1\n".to_string();
        if let Some(at) = opening {
            board.cells[at] = SERVER;
            input = format!("6 {}\n", written(&board, at));
        }
        PlainGame {
            board,
            input,
            output: String::new(),
            last: 0,
        }
    }

    fn written(&self, at: usize) -> String {
        written(&self.board, at)
    }
}

fn written(board: &PlainBoard, at: usize) -> String {
    format!("{} {}", at / board.n, at % board.n)
}

/// The verdict of the judge on the two streams, and the points.
fn judged(input: &str, output: &str) -> (Result<(), Fault>, i64) {
    let tonga = Tonga::default();
    let (case, rest) = read_case(&tonga, input).unwrap();
    let mut play = Default::default();
    let result = rescore(&tonga, &case, rest, output.as_bytes(), &mut play);
    let marks = tonga.score(&case, &play, Verdict::Ok);
    let points = marks.details.number("points").unwrap() as i64;
    let root = (points.abs() as f64).sqrt();
    assert_eq!(marks.score, if points < 0 { -root } else { root });
    (result, points)
}

fn is_refused(result: &Result<(), Fault>) -> bool {
    matches!(result, Err(Fault::Transcript { .. }))
}

fn is_wrong(result: &Result<(), Fault>) -> bool {
    matches!(
        result,
        Err(Fault::Verdict(Verdict::Wa, _) | Fault::Ended(_))
    )
}

/// Plays a whole game with random stones on a board of side 6, where the slow
/// server is quick enough from the eighth stone or so; `check` sees it after
/// every stone of the contestant's, with the server's best squares.
fn game(rng: &mut Rng, opening: Option<usize>, check: impl Fn(&PlainGame, &[usize])) -> PlainGame {
    let mut plain = PlainGame::new(opening);
    loop {
        let empty = plain.board.empty();
        if empty.is_empty() {
            return plain;
        }
        plain.last = empty[rng.below(empty.len() as u32) as usize];
        plain.board.cells[plain.last] = CONTESTANT;
        plain.output += &format!("{}\n", plain.written(plain.last));
        match plain.board.empty()[..] {
            [] => return plain,
            [last] => {
                plain.board.cells[last] = SERVER;
                return plain;
            }
            _ => {}
        }
        let best = plain.board.best();
        check(&plain, &best);
        let reply = best[rng.below(best.len() as u32) as usize];
        plain.board.cells[reply] = SERVER;
        plain.input += &format!("{}\n", plain.written(reply));
    }
}

const OPENINGS: [usize; 4] = [14, 15, 20, 21];

/// The server's stones that the slow server might have played pass, all others are refused. A game
/// that ends before the contestant's last stone gives every empty square to the server.
fn check_turn(plain: &PlainGame, best: &[usize]) {
    for at in 0..36 {
        let input = format!("{}{}\n", plain.input, plain.written(at));
        let (result, _) = judged(&input, &plain.output);
        let passes = matches!(result, Err(Fault::Ended(_)));
        assert_eq!(passes, best.contains(&at), "{input}");
        assert_eq!(is_refused(&result), !passes, "{result:?}");
    }
    let mut before = PlainBoard::new(6);
    before.cells.clone_from(&plain.board.cells);
    before.cells[plain.last] = 0;
    let taken = before.cells.iter().position(|&cell| cell != 0);
    let points = i64::from(before.forfeited());
    let last = plain.written(plain.last) + "\n";
    let output = plain.output.strip_suffix(&last).unwrap();
    // No answer, as after a crash or past the time.
    let (result, counted) = judged(&plain.input, output);
    assert!(matches!(result, Err(Fault::Ended(_))), "{result:?}");
    assert_eq!(counted, points);
    // An answer that the judge ignored.
    let (result, counted) = judged(&plain.input, &plain.output);
    assert!(is_wrong(&result), "{result:?}");
    assert_eq!(counted, points);
    let taken = taken.map(|at| plain.written(at));
    let bad = [
        "6 0", "0 6", "-1 0", "0 -1", "x", "", "1", "1 2 3", "1,2", "1.0 2",
    ];
    for answer in bad.into_iter().chain(taken.as_deref()) {
        let (result, counted) = judged(&plain.input, &format!("{output}{answer}\n"));
        assert!(is_wrong(&result), "{answer}: {result:?}");
        assert_eq!(counted, points, "{answer}");
    }
}

#[test]
fn games_are_refereed_as_by_the_slow_rules() {
    let mut rng = Rng::new(1);
    for round in 0..8 {
        let opening = OPENINGS.get(round).copied();
        let plain = game(&mut rng, opening, |plain, best| {
            if round % 4 == 3 {
                check_turn(plain, best);
            }
        });
        let points = i64::from(plain.board.forfeited());
        assert_eq!(judged(&plain.input, &plain.output), (Ok(()), points));
        // The filling stone of a game that the server ends is not sent.
        let stones = plain.input.lines().count() + plain.output.lines().count();
        assert_eq!(stones, 36);
    }
    for at in 0..36 {
        let case = format!("6 {} {}\n", at / 6, at % 6);
        let read = read_case(&Tonga::default(), &case);
        assert_eq!(read.is_ok(), OPENINGS.contains(&at));
    }
}

#[test]
fn tampered_transcripts_are_refused() {
    let mut rng = Rng::new(4);
    let plain = game(&mut rng, None, |_, _| {});
    let (lines, answers): (Vec<&str>, Vec<&str>) = (
        plain.input.lines().collect(),
        plain.output.lines().collect(),
    );
    let text = |lines: &[&str]| lines.join("\n") + "\n";

    let more = judged(&format!("{}0 0\n", plain.input), &plain.output).0;
    assert!(is_refused(&more), "{more:?}");
    let more = judged(&plain.input, &format!("{}0 0\n", plain.output)).0;
    assert!(is_wrong(&more), "{more:?}");
    assert_eq!(
        judged(&plain.input, &format!("{}\n", plain.output)).0,
        Ok(())
    );
    for at in 1..lines.len() {
        // One stone of the server is missing, or a line is not a stone.
        let mut fewer = lines.clone();
        fewer.remove(at);
        let result = judged(&text(&fewer), &plain.output).0;
        assert!(is_refused(&result) || is_wrong(&result), "{at}: {result:?}");
        let mut broken = lines.clone();
        broken[at] = "1 x";
        let result = judged(&text(&broken), &plain.output).0;
        assert!(is_refused(&result), "{at}: {result:?}");
        // The contestant stops although the server goes on.
        let result = judged(&plain.input, &text(&answers[..at - 1])).0;
        assert!(is_wrong(&result), "{at}: {result:?}");
    }
}

/// A score is the root of a whole number of points, to the last bit.
#[test]
fn scores_of_the_baseline_are_roots() {
    let baseline = include_str!("../../../../data/tonga/baseline.csv");
    let scores = baseline.lines().filter_map(|row| {
        let mut fields = row.split(',').skip_while(|field| *field != "OK");
        fields.nth(1)
    });
    let mut count = 0;
    for score in scores {
        let value: f64 = score.parse().unwrap();
        let points = value.signum() * (value * value).round();
        assert_eq!(signed_root(points as i32).to_string(), score);
        count += 1;
    }
    assert!(count >= 100, "{count} scores");
}
