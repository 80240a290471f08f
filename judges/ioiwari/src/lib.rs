//! The judge of Ioiwari (IOI 2001): plays the second player perfectly. `crates/ioiwari/README.md`
//! has the rules and the protocol.

#[cfg(feature = "cases")]
mod cases;
pub mod instances;

use std::cell::RefCell;

use common::ioiwari::{Board, Pit, Sown, Table};
use common::tokens::{Malformed, Tokens};
use game::{
    Bound, CaseScore, Details, Dialogue, Fault, Opponent, OptionValues, Played, Referee, Verdict,
};

const WIN: f64 = 4.0;
const TIE: f64 = 2.0;

thread_local! {
    /// The table of values, shared by all cases.
    static TABLE: RefCell<Table> = RefCell::new(Table::new());
}

/// The game. Seeds 1 to 357 are the instances in order; seed 358 is the first one again. The seed
/// also determines how ties among the opponent's best moves are drawn.
#[derive(Clone, Debug, Default)]
pub struct Ioiwari {
    options: OptionValues,
}

/// A game in progress.
#[derive(Debug, Default)]
pub struct IoiwariPlay {
    /// Number of beads in the contestant's bank.
    pub own_bank: u8,
    /// Number of beads in the judge's bank.
    pub other_bank: u8,
    /// Number of moves of the contestant.
    pub turns: u32,
    /// The moves of both sides in order; the contestant's move comes first.
    pub moves: Vec<Pit>,
    /// The pits after the last move.
    board: Board,
    /// The empty pit that the contestant's last answer chose.
    wrong: Option<Pit>,
}

impl Referee for Ioiwari {
    const NAME: &'static str = "ioiwari";
    const END: &'static str = "all pits are empty";
    type Case = Board;
    type Play = IoiwariPlay;

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Board, Malformed> {
        Board::read(tokens)
    }

    fn play(&self, case: &Board, dialogue: &mut dyn Dialogue, play: &mut IoiwariPlay) -> Played {
        play.board = *case;
        let opponent = Opponent::of(&self.options);
        while !play.board.is_empty() {
            play.turns += 1;
            play.turn(opponent, dialogue).map_err(|fault| fault.in_turn(play.turns))?;
        }
        Ok(())
    }

    fn score(&self, _case: &Board, play: &IoiwariPlay, verdict: Verdict) -> CaseScore {
        let score = match (verdict, play.own_bank.cmp(&play.other_bank)) {
            (Verdict::Ok, std::cmp::Ordering::Greater) => WIN,
            (Verdict::Ok, std::cmp::Ordering::Equal) => TIE,
            _ => 0.0,
        };
        CaseScore {
            score,
            normalised: Some(score / WIN),
            bound: Some(Bound::new("maximum", WIN)),
            details: Details::new([
                ("own_bank", play.own_bank.into()),
                ("other_bank", play.other_bank.into()),
                ("turns", play.turns.into()),
            ]),
        }
    }
}

impl IoiwariPlay {
    /// Plays a move of the contestant and, unless the game is over, one of the judge.
    fn turn(&mut self, opponent: Opponent, dialogue: &mut dyn Dialogue) -> Played {
        let line = dialogue.receive()?;
        let [label] = line.numbers("a pit, 1 to 7")?;
        let pit = Pit::from_label(label).ok_or_else(|| line.not("a pit, 1 to 7"))?;
        let Some(sown) = self.board.sow(pit) else {
            self.wrong = Some(pit);
            return Err(Fault::wrong(format!("pit {pit} is empty")));
        };
        self.own_bank += sown.own;
        self.other_bank += sown.other;
        self.moved(pit, sown);
        if self.board.is_empty() {
            return Ok(());
        }
        let gain = |pit: &Pit| self.board.sow(*pit).map(Sown::gain);
        let best = opponent.weaker_moves(self.board.moves(), gain);
        let best =
            best.unwrap_or_else(|| TABLE.with_borrow_mut(|table| table.best_moves(self.board)));
        let reply = best[dialogue.chance(best.len(), &|index| best[index].to_string())?];
        let sown = self.board.sow(reply).expect("a best move has beads");
        self.own_bank += sown.other;
        self.other_bank += sown.own;
        self.moved(reply, sown);
        Ok(())
    }

    fn moved(&mut self, pit: Pit, sown: Sown) {
        self.moves.push(pit);
        self.board = sown.board;
    }
}
