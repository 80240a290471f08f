//! The judge of Ioiwari (IOI 2001): plays the second player perfectly. `crates/ioiwari/README.md`
//! has the rules and the protocol.

#[cfg(feature = "cases")]
mod cases;
pub mod instances;
mod losses;
mod scenes;

use std::cell::Cell;
use std::io::Read;

use common::ioiwari::{Board, Pit, Sown, Table};
use common::tokens::{Malformed, Tokens};
use game::{Bound, CaseScore, Details, Dialogue, Fault, Line, Losses, Opponent, Referee, Verdict};
use scene::SceneLayout;

use scenes::{Banks, Mover, View};

const WIN: f64 = 4.0;
const TIE: f64 = 2.0;

thread_local! {
    /// The table of the preceding case; its values hold for every case.
    static TABLE: Cell<Option<Table>> = const { Cell::new(None) };
}

fn with_table<T>(work: impl FnOnce(&mut Table) -> T) -> T {
    let mut table = TABLE.take().unwrap_or_else(Table::new);
    let done = work(&mut table);
    TABLE.set(Some(table));
    done
}

/// The game. Seeds 1 to 357 are the instances in order; seed 358 is the first again. The seed also
/// determines the draws among the opponent's best moves.
#[derive(Clone, Debug, Default)]
pub struct Ioiwari {
    /// True if all instances are played.
    pub all: bool,
    /// The second player.
    pub opponent: Opponent,
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
    /// The moves of both sides in turn, the contestant's first.
    pub moves: Vec<Pit>,
}

impl Referee for Ioiwari {
    const NAME: &'static str = "ioiwari";
    const HAS_LOSSES: bool = true;
    type Case = Board;
    type Play = IoiwariPlay;

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Board, Malformed> {
        Board::read(tokens)
    }

    fn layout(&self, _case: &Board) -> SceneLayout {
        scenes::layout()
    }

    fn play(
        &self,
        case: &Board,
        dialogue: &mut dyn Dialogue,
        play: &mut IoiwariPlay,
    ) -> Result<(), Fault> {
        play.game(*case, self.opponent, dialogue)
    }

    fn losses(&self, case: &Board, play: &IoiwariPlay) -> Option<Losses> {
        with_table(|table| losses::losses(*case, &play.moves, table))
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
    fn game(
        &mut self,
        mut board: Board,
        opponent: Opponent,
        dialogue: &mut dyn Dialogue,
    ) -> Result<(), Fault> {
        with_table(|table| {
            let mut view = View::new(board, table);
            dialogue.show(&mut || view.start(board))?;
            while !board.is_empty() {
                self.turns += 1;
                board = self
                    .turn(board, opponent, &mut view, dialogue)
                    .map_err(|fault| fault.at(format!("turn {}", self.turns)))?;
            }
            Ok(())
        })
    }

    /// Plays a move of the contestant and, unless the game is over, one of the judge.
    fn turn(
        &mut self,
        board: Board,
        opponent: Opponent,
        view: &mut View,
        dialogue: &mut dyn Dialogue,
    ) -> Result<Board, Fault> {
        let pit = pit(&dialogue.receive()?)?;
        let Some(sown) = board.sow(pit) else {
            dialogue.fault_at(scenes::place(pit));
            return Err(Fault::wrong(format!("pit {pit} is empty")));
        };
        self.moved(Mover::Contestant, pit, sown, view, dialogue)?;
        if sown.board.is_empty() {
            return Ok(sown.board);
        }
        let best = replies(opponent, sown.board, view.table);
        let reply = best[dialogue.choose(best.len().into(), &|index| best[index].to_string())?];
        let sown = sown.board.sow(reply).expect("a best move has beads");
        self.moved(Mover::Judge, reply, sown, view, dialogue)?;
        Ok(sown.board)
    }

    /// Counts and shows a move.
    fn moved(
        &mut self,
        mover: Mover,
        pit: Pit,
        sown: Sown,
        view: &mut View,
        dialogue: &mut dyn Dialogue,
    ) -> Result<(), Fault> {
        let (own, other) = match mover {
            Mover::Contestant => (sown.own, sown.other),
            Mover::Judge => (sown.other, sown.own),
        };
        self.moves.push(pit);
        self.own_bank += own;
        self.other_bank += other;
        let banks = Banks {
            own: self.own_bank,
            other: self.other_bank,
        };
        dialogue.show(&mut || view.moved(self.turns, mover, pit, sown.board, banks))
    }
}

/// Returns the moves among which the opponent draws one.
fn replies(opponent: Opponent, board: Board, table: &mut Table) -> Vec<Pit> {
    let gain = |pit: &Pit| board.sow(*pit).map(|sown| sown.gain());
    match opponent {
        Opponent::Judge => table.best_moves(board),
        Opponent::Greedy => {
            let most = board.moves().map(|pit| gain(&pit)).max().flatten();
            board.moves().filter(|pit| gain(pit) == most).collect()
        }
        Opponent::Random => board.moves().collect(),
    }
}

fn pit(line: &Line) -> Result<Pit, Fault> {
    let [label] = line.numbers("a pit, 1 to 7")?;
    Pit::from_label(label).ok_or_else(|| line.not("a pit, 1 to 7"))
}
