//! Losses of a game of Ioiwari, exactly: the value of the board before a move less the value
//! that the move leaves. The judge's own moves lose nothing.

use common::ioiwari::{Board, Pit, Table};
use game::{Loss, LossBasis, Losses};

/// A move that gives a won game away, or a tied one.
const RESULT: &str = "result";
/// A move that costs beads and leaves the result as it was.
const MARGIN: &str = "margin";

/// Returns the losses of a game of these moves, in beads by which the banks differ at the end;
/// `None` unless they empty the board.
pub(crate) fn losses(case: Board, moves: &[Pit], table: &mut Table) -> Option<Losses> {
    let turns = moves.len().div_ceil(2) as u32;
    let mut losses = Losses::new(LossBasis::Exact, ("beads", 1), turns);
    losses.best = table.value(case).into();
    let mut board = case;
    let mut lead = 0;
    for (index, &pit) in moves.iter().enumerate() {
        let sown = board.sow(pit)?;
        let is_own = index % 2 == 0;
        if is_own {
            let before = lead + i64::from(table.value(board));
            let after = lead + i64::from(sown.gain()) - i64::from(table.value(sown.board));
            let turn = index as u32 / 2 + 1;
            losses.push(loss(turn, pit, (before, after), &table.best_moves(board)));
        }
        lead += i64::from(sown.gain()) * if is_own { 1 } else { -1 };
        board = sown.board;
    }
    losses.reached = lead;
    board.is_empty().then_some(losses)
}

/// The loss of a move after which the game ends with the second lead and not the first.
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
