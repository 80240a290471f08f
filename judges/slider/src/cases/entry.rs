//! A person's entries are turns. The output has their number first.

use common::grid::Direction;
use common::slider::TurnKind;
use common::slider::answer::AnswerReplay;
use common::slider::board::Cell;
use common::slider::board::Landing;
use common::slider::{Board, Turn};
use game::{EntryForm, Move};
use scene::Place;

use crate::Drawn;

pub const TURNS: EntryForm<Drawn> = EntryForm {
    expected: "a turn: row and column of a block, M (move) or S (slide), U, D, L or R",
    judged_at_end: false,
    output,
    next: |_, entries, output| EntryForm::<Drawn>::following(entries, output.lines().skip(1)),
    scenes: None,
};

/// While more entries may follow, the answer announces the maximum number of turns.
fn output(case: &Drawn, entries: &[String], over: bool) -> Result<String, String> {
    let most = case.case.turns();
    if entries.len() > most {
        return Err(format!("more than {most} turns, the most there can be"));
    }
    let announced = if over { entries.len() } else { most };
    let lines = EntryForm::<Drawn>::joined(entries);
    Ok(format!("{announced}\n{lines}"))
}

/// Returns the legal moves after `entries`: a block, then the square or hole where it ends. Turns
/// that move nothing, and squares without a block, are excluded. If no block on the board can
/// score, the game is over and there are no moves.
pub fn moves(case: &Drawn, entries: &[String]) -> Vec<Move> {
    let mut replay = AnswerReplay::new(&case.case);
    // All entries were legal when they were made.
    let _ = entries.iter().try_for_each(|entry| replay.play(entry.as_bytes()).map(drop));
    let board = replay.board();
    let cells = board.cells().iter().enumerate();
    let is_of_worth = |cell: &Cell| matches!(cell, Cell::Block(value) if value.worth() > 0);
    if !board.cells().iter().any(is_of_worth) {
        return Vec::new();
    }
    cells.flat_map(|(square, cell)| of_square(board, square, *cell)).collect()
}

fn of_square(board: &Board, square: usize, cell: Cell) -> Vec<Move> {
    let cols = board.shape().cols;
    let turn = |kind, direction| Turn { row: square / cols, col: square % cols, kind, direction };
    let refusal = match cell {
        Cell::Hole => Some("This is a hole: choose a block."),
        Cell::Empty => Some("This square is empty: choose a block."),
        Cell::Block(_) => None,
    };
    if let Some(refusal) = refusal {
        let entry = turn(TurnKind::Slide, Direction::Up).to_string();
        return vec![Move::at(Place::cell(square), entry).refused_if(true, refusal)];
    }
    let mut moves: Vec<Move> = Vec::new();
    for direction in Direction::ALL {
        for kind in [TurnKind::Move, TurnKind::Slide] {
            let turn = turn(kind, direction);
            let landing = board.clone().play(turn).map(|effect| effect.landing);
            let Ok(Landing::Square(to) | Landing::Hole(to)) = landing else {
                continue;
            };
            moves.push(Move {
                places: vec![Place::cell(square), Place::cell(to)],
                ..Move::at(Place::cell(square), turn.to_string())
            });
        }
    }
    if moves.is_empty() {
        let stuck = "This block cannot move: choose another one.";
        moves.push(Move::never(Place::cell(square), stuck));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slider;
    use game::Game;

    /// A solver may answer with either kind of turn where both end on the same square.
    #[test]
    fn every_turn_that_moves_a_block_is_listed() {
        let case = Slider::default().generate(1);
        let listed: Vec<String> = moves(&case, &[]).into_iter().map(|one| one.entry).collect();
        let board = case.case.board();
        let cols = board.shape().cols;
        let cells = board.cells().iter().enumerate();
        let mut count = 0;
        for (square, _) in cells.filter(|(_, cell)| matches!(cell, Cell::Block(_))) {
            for (kind, direction) in [TurnKind::Move, TurnKind::Slide]
                .into_iter()
                .flat_map(|kind| Direction::ALL.map(|direction| (kind, direction)))
            {
                let (row, col) = (square / cols, square % cols);
                let turn = Turn { row, col, kind, direction };
                if board.clone().play(turn).unwrap().landing != Landing::Blocked {
                    assert!(listed.contains(&turn.to_string()), "{turn}");
                    count += 1;
                }
            }
        }
        assert!(count > 20, "{count} turns");
    }
}
