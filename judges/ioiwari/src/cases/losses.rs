//! Exact losses of a game of Ioiwari: the value of the board before a move minus the value after
//! it. The judge's best moves lose nothing. If a weaker opponent loses beads, that is luck.

use common::ioiwari::{Board, Pit, Table};
use game::{LUCK, LossBasis, Losses};

/// A move that turns a win into a tie or a loss, or a tie into a loss.
const RESULT: &str = "result";
/// A move that costs beads and does not change the result.
const MARGIN: &str = "margin";

/// Returns the losses of a game with these moves, in beads of the final difference of the banks.
/// Returns `None` if the moves do not empty the board.
pub fn losses(case: Board, moves: &[Pit], table: &mut Table) -> Option<Losses> {
    let turns = moves.len().div_ceil(2) as u32;
    let mut losses = Losses::new(LossBasis::Exact, ("beads", 1), turns);
    losses.best = table.value(case).into();
    let mut board = case;
    let mut lead = 0;
    for (index, &pit) in moves.iter().enumerate() {
        let sown = board.sow(pit)?;
        let side = if index % 2 == 0 { 1 } else { -1 };
        let turn = index as u32 / 2 + 1;
        let before = lead + side * i64::from(table.value(board));
        lead += side * i64::from(sown.gain());
        let after = lead - side * i64::from(table.value(sown.board));
        let cause = match before.signum() == after.signum() {
            _ if side < 0 => LUCK,
            true => MARGIN,
            false => RESULT,
        };
        let best: Vec<String> = table.best_moves(board).iter().map(Pit::to_string).collect();
        let best = best.join(" or ");
        let note = format!("pit {pit} ends at {after:+}, pit {best} at {before:+}");
        losses.lose((0, Some(turn)), cause, before - after, note);
        board = sown.board;
    }
    losses.reached = lead;
    board.is_empty().then_some(losses)
}
