//! A game between the contestant and the server.

use common::tonga::referee::forfeit;
use common::tonga::server::Search;
use common::tonga::{Board, Outlook, Player, Side, Square, Squares};
use judge_kit::{Fault, Line, Verdict, Wire, lines};
use rand_chacha::ChaCha8Rng;

use crate::case::{Case, Stone, choose, square};

/// How a game has gone so far.
#[derive(Default)]
pub struct Game {
    /// The stones that count; `None` before the first turn.
    board: Option<Board>,
    /// Turns of the contestant.
    pub turns: u32,
}

/// Where the stones come from.
pub(crate) trait Seats {
    /// The contestant's next stone: a row and a column, on the board or not.
    fn contestant(&mut self) -> Result<(i64, i64), Fault>;

    /// The server's stone, one of the `best`, which are never none.
    fn server(&mut self, side: Side, best: Squares) -> Result<Square, Fault>;
}

impl Game {
    /// Plays from the beginning that `case` is until the board is full.
    pub(crate) fn run(&mut self, case: Case, seats: &mut impl Seats) -> Result<(), Fault> {
        let mut outlook = Outlook::new(case.board());
        loop {
            self.board = Some(outlook.board().clone());
            if outlook.board().empty().is_empty() {
                return Ok(());
            }
            self.turns += 1;
            let turn = format!("turn {}", self.turns);
            round(&mut outlook, seats).map_err(|fault| fault.at(turn))?;
        }
    }

    /// The full board that counts: what is left empty is the server's.
    pub(crate) fn result(&self, case: Case) -> (Board, u32) {
        let mut board = self.board.clone().unwrap_or_else(|| case.board());
        let left = board.empty().len();
        forfeit(&mut board);
        (board, left)
    }
}

/// One stone of the contestant's and, if there is room, the server's answer.
fn round(outlook: &mut Outlook, seats: &mut impl Seats) -> Result<(), Fault> {
    let side = outlook.board().side();
    let (row, col) = seats.contestant()?;
    let stone = square(side, row, col).ok_or_else(|| {
        let last = side.rows() - 1;
        Fault::wrong(format!(
            "{row} {col} is off the board, rows and columns 0 to {last}"
        ))
    })?;
    if !outlook.board().empty().has(stone) {
        return Err(Fault::wrong(format!("{row} {col} is taken")));
    }
    outlook.play(Player::Contestant, stone);
    let empty = outlook.board().empty();
    let reply = match empty.len() {
        0 => return Ok(()),
        // The stone that fills the board is nobody's news.
        1 => empty.iter().next(),
        _ => {
            let (_, best) = Search::new(outlook).best_squares();
            Some(seats.server(side, best)?)
        }
    };
    if let Some(reply) = reply {
        outlook.play(Player::Server, reply);
    }
    Ok(())
}

/// A contestant at the other end of a wire.
pub(crate) struct Live<'a, 'w> {
    pub wire: &'a mut Wire<'w>,
    /// Decides between equally good squares.
    pub ties: ChaCha8Rng,
}

impl Seats for Live<'_, '_> {
    fn contestant(&mut self) -> Result<(i64, i64), Fault> {
        row_and_column(&self.wire.receive()?)
    }

    fn server(&mut self, side: Side, best: Squares) -> Result<Square, Fault> {
        let stone = choose(best, &mut self.ties).ok_or_else(|| Fault::internal("no square"))?;
        self.wire.send(&format!("{}\n", Stone(side, stone)));
        Ok(stone)
    }
}

/// The two streams of a game played before. What is wrong with the server's is
/// no fault of the contestant's: such a transcript is not of this judge.
pub(crate) struct Saved<'a> {
    server: Box<dyn Iterator<Item = Line<'a>> + 'a>,
    answers: Box<dyn Iterator<Item = Line<'a>> + 'a>,
}

impl<'a> Saved<'a> {
    pub fn new(input: &'a str, output: &'a [u8]) -> Saved<'a> {
        Saved {
            server: Box::new(lines(input.as_bytes())),
            answers: Box::new(lines(output)),
        }
    }

    /// The verdict on the whole transcript, of which the game `played` so:
    /// there may not be more of it.
    pub fn finish(mut self, played: Result<(), Fault>) -> Result<(), Fault> {
        if matches!(played, Err(Fault::Verdict(Verdict::Ie, _))) {
            return played;
        }
        if let Some(line) = self.server.find(|line| !line.is_blank()) {
            return Err(foreign(&line, "part of the game, which ends before"));
        }
        played?;
        match self.answers.find(|line| !line.is_blank()) {
            Some(line) => Err(line.not("part of the game, which is over")),
            None => Ok(()),
        }
    }
}

impl Seats for Saved<'_> {
    fn contestant(&mut self) -> Result<(i64, i64), Fault> {
        let line = self.answers.next();
        let ended = || Fault::Ended("the output ends here".into());
        row_and_column(&line.ok_or_else(ended)?)
    }

    fn server(&mut self, side: Side, best: Squares) -> Result<Square, Fault> {
        // The judge took no notice of the answer: it came too early or too late.
        let line = self.server.next();
        let line = line.ok_or_else(|| Fault::wrong("the game was broken off after this answer"))?;
        let expected = "one of the server's best squares";
        let [row, col] = line.numbers(STONE).map_err(|_| foreign(&line, expected))?;
        let stone = square(side, row, col).filter(|&stone| best.has(stone));
        stone.ok_or_else(|| foreign(&line, expected))
    }
}

const STONE: &str = "a row and a column";

fn row_and_column(line: &Line) -> Result<(i64, i64), Fault> {
    let [row, col] = line.numbers(STONE)?;
    Ok((row, col))
}

/// The fault that a line of the server's is not what this judge would send.
fn foreign(line: &Line, expected: &str) -> Fault {
    let shown = line.shown();
    Fault::internal(format!(
        "not a game of this judge: {shown} is not {expected}"
    ))
}
