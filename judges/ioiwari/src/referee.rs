//! A game between the contestant and the optimal second player.

use common::ioiwari::{Board, Pit, Table};
use judge_kit::{Fault, Line, Wire, lines};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// How a game has gone so far.
#[derive(Debug, Default)]
pub struct Game {
    /// Beads the contestant has banked.
    pub own_bank: u8,
    /// Beads the judge has banked.
    pub other_bank: u8,
    /// Moves of the contestant.
    pub turns: u32,
}

/// Where the moves come from.
pub(crate) trait Seats {
    /// The contestant's next pit, whatever the board.
    fn contestant(&mut self) -> Result<Pit, Fault>;

    /// The judge's pit, one of the `best`, which are never none.
    fn judge(&mut self, best: &[Pit]) -> Result<Pit, Fault>;
}

impl Game {
    /// How many beads the contestant is ahead.
    pub fn lead(&self) -> i32 {
        i32::from(self.own_bank) - i32::from(self.other_bank)
    }

    /// Plays from `board` until all pits are empty.
    pub(crate) fn run(&mut self, mut board: Board, seats: &mut impl Seats) -> Result<(), Fault> {
        let mut table = Table::new();
        loop {
            self.turns += 1;
            let turn = format!("turn {}", self.turns);
            let pit = seats.contestant().map_err(|fault| fault.at(&turn))?;
            let sown = board
                .sow(pit)
                .ok_or_else(|| Fault::wrong(format!("pit {pit} is empty")).at(&turn))?;
            board = sown.board;
            self.own_bank += sown.own;
            self.other_bank += sown.other;
            if board.is_empty() {
                return Ok(());
            }
            let reply = seats
                .judge(&table.best_moves(board))
                .map_err(|fault| fault.at(&turn))?;
            if let Some(sown) = board.sow(reply) {
                board = sown.board;
                self.other_bank += sown.own;
                self.own_bank += sown.other;
            }
            if board.is_empty() {
                return Ok(());
            }
        }
    }
}

/// A contestant at the other end of a wire.
pub(crate) struct Live<'a, 'w> {
    pub wire: &'a mut Wire<'w>,
    /// Decides between equally good replies.
    pub ties: ChaCha8Rng,
}

impl Seats for Live<'_, '_> {
    fn contestant(&mut self) -> Result<Pit, Fault> {
        pit(&self.wire.receive()?)
    }

    fn judge(&mut self, best: &[Pit]) -> Result<Pit, Fault> {
        let pit = best
            .choose(&mut self.ties)
            .ok_or_else(|| Fault::internal("no reply"))?;
        self.wire.send(&format!("{pit}\n"));
        Ok(*pit)
    }
}

/// The two streams of a game played before.
pub(crate) struct Saved<'a> {
    replies: Box<dyn Iterator<Item = Line<'a>> + 'a>,
    answers: Box<dyn Iterator<Item = Line<'a>> + 'a>,
}

impl<'a> Saved<'a> {
    pub fn new(input: &'a str, output: &'a [u8]) -> Saved<'a> {
        Saved {
            replies: Box::new(lines(input.as_bytes())),
            answers: Box::new(lines(output)),
        }
    }

    /// Fails if more was saved than a game holds.
    pub fn finish(mut self) -> Result<(), Fault> {
        let left = self.answers.find(|line| !line.is_blank());
        match left.or_else(|| self.replies.find(|line| !line.is_blank())) {
            Some(line) => Err(line.not("part of the game, which is over")),
            None => Ok(()),
        }
    }
}

impl Seats for Saved<'_> {
    fn contestant(&mut self) -> Result<Pit, Fault> {
        pit(&self
            .answers
            .next()
            .ok_or_else(|| Fault::wrong("the output ends here"))?)
    }

    fn judge(&mut self, best: &[Pit]) -> Result<Pit, Fault> {
        let line = self.replies.next();
        let reply = pit(&line.ok_or_else(|| Fault::wrong("the judge's reply is missing"))?)?;
        if !best.contains(&reply) {
            return Err(Fault::wrong(format!("the judge would not reply {reply}")));
        }
        Ok(reply)
    }
}

fn pit(line: &Line) -> Result<Pit, Fault> {
    let [label] = line.numbers("a pit, 1 to 7")?;
    Pit::from_label(label).ok_or_else(|| line.not("a pit, 1 to 7"))
}
