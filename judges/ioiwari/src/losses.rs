//! Exact losses of a game of Ioiwari: the value of the board before a move minus the value after
//! it. The judge's own moves do not lose anything; what a weaker opponent loses is luck.

use common::ioiwari::{Board, Pit, Table};
use game::{LUCK, Loss, LossBasis, Losses};

/// A move that turns a win into a tie or a loss, or a tie into a loss.
const RESULT: &str = "result";
/// A move that costs beads and does not change the result.
const MARGIN: &str = "margin";

/// Returns the losses of a game with these moves, in beads of the final difference of the banks;
/// `None` unless the moves empty the board.
pub(crate) fn losses(case: Board, moves: &[Pit], table: &mut Table) -> Option<Losses> {
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
        let loss = loss(turn, pit, (before, after), &table.best_moves(board));
        losses.push(match side {
            1 => loss,
            _ => Loss {
                cause: LUCK,
                ..loss
            },
        });
        board = sown.board;
    }
    losses.reached = lead;
    board.is_empty().then_some(losses)
}

/// Returns the loss of a move that changes the final lead from `before` to `after`.
fn loss(turn: u32, pit: Pit, (before, after): (i64, i64), best: &[Pit]) -> Loss {
    let kept = before.signum() == after.signum();
    let best: Vec<String> = best.iter().map(Pit::to_string).collect();
    Loss {
        round: 0,
        turn: Some(turn),
        cause: if kept { MARGIN } else { RESULT },
        units: before - after,
        error: 0.0,
        note: format!(
            "pit {pit} ends at {after:+}, pit {} at {before:+}",
            best.join(" or ")
        ),
    }
}
