//! The judge of Ioiwari (IOI 2001): plays the second player perfectly. `crates/ioiwari/README.md`
//! has the rules and the protocol.

#[cfg(feature = "cases")]
mod cases;
pub mod instances;
mod losses;
mod scene;

use std::cell::Cell;
use std::io::Read;

use ::scene::SceneLayout;
use common::ioiwari::{Board, Pit, Table};
use common::tokens::{Malformed, Tokens};
use game::{Bound, CaseScore, Details, Dialogue, Fault, Line, Losses, Opponent, Referee, Verdict};

use scene::{Banks, Mover, View};

const WIN: f64 = 4.0;
const TIE: f64 = 2.0;

thread_local! {
    /// The table of the preceding case; its values hold for every case.
    static TABLE: Cell<Option<Table>> = const { Cell::new(None) };
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
        scene::layout()
    }

    fn play(
        &self,
        case: &Board,
        dialogue: &mut dyn Dialogue,
        play: &mut IoiwariPlay,
    ) -> Result<(), Fault> {
        let mut table = TABLE.take().unwrap_or_else(Table::new);
        let played = play.game(*case, self.opponent, &mut table, dialogue);
        TABLE.set(Some(table));
        played
    }

    fn losses(&self, case: &Board, play: &IoiwariPlay) -> Option<Losses> {
        let mut table = TABLE.take().unwrap_or_else(Table::new);
        let losses = losses::losses(*case, &play.moves, &mut table);
        TABLE.set(Some(table));
        losses
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
    fn banks(&self) -> Banks {
        Banks {
            own: self.own_bank,
            other: self.other_bank,
        }
    }

    fn game(
        &mut self,
        mut board: Board,
        opponent: Opponent,
        table: &mut Table,
        dialogue: &mut dyn Dialogue,
    ) -> Result<(), Fault> {
        let mut view = View::new(board);
        dialogue.show(&mut || view.start(board, table))?;
        while !board.is_empty() {
            self.turns += 1;
            board = self
                .turn(board, (opponent, table), &mut view, dialogue)
                .map_err(|fault| fault.at(format!("turn {}", self.turns)))?;
        }
        Ok(())
    }

    /// Plays a move of the contestant and, unless the game is over, one of the judge.
    fn turn(
        &mut self,
        board: Board,
        (opponent, table): (Opponent, &mut Table),
        view: &mut View,
        dialogue: &mut dyn Dialogue,
    ) -> Result<Board, Fault> {
        let pit = pit(&dialogue.receive()?)?;
        let empty = || Fault::wrong(format!("pit {pit} is empty"));
        let sown = board.sow(pit).ok_or_else(|| {
            dialogue.fault_at(scene::place(pit));
            empty()
        })?;
        let before = self.banks();
        self.moves.push(pit);
        self.own_bank += sown.own;
        self.other_bank += sown.other;
        let banks = (before, self.banks());
        dialogue.show(&mut || {
            view.moved(
                self.turns,
                (Mover::Contestant, pit),
                sown.board,
                banks,
                table,
            )
        })?;
        if sown.board.is_empty() {
            return Ok(sown.board);
        }
        let best = replies(opponent, sown.board, table);
        let reply = best[dialogue.choose(best.len().into(), &|index| best[index].to_string())?];
        let sown = sown.board.sow(reply).ok_or_else(empty)?;
        let before = self.banks();
        self.moves.push(reply);
        self.other_bank += sown.own;
        self.own_bank += sown.other;
        let banks = (before, self.banks());
        dialogue.show(&mut || {
            view.moved(self.turns, (Mover::Judge, reply), sown.board, banks, table)
        })?;
        Ok(sown.board)
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
