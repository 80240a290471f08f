//! A person's entries: turns, preceded in the output by their number.

use common::grid::Direction;
use common::slider::answer::AnswerReplay;
use common::slider::board::Cell;
use common::slider::way::{Landing, TurnKind};
use common::slider::{Board, Turn};
use game::{Choice, EntryForm, following};
use scene::Place;

use crate::Drawn;

pub(crate) struct Turns;

impl EntryForm<Drawn> for Turns {
    fn expected(&self) -> &'static str {
        "a turn: row and column of a block, M (move) or S (slide), U, D, L or R"
    }

    /// As long as more entries may follow, the answer announces the maximum number of turns.
    fn output(&self, case: &Drawn, entries: &[String], over: bool) -> Result<String, String> {
        let most = case.case.turns();
        if entries.len() > most {
            return Err(format!("more than {most} turns, the most there can be"));
        }
        let announced = if over { entries.len() } else { most };
        let lines: String = entries.iter().map(|entry| entry.clone() + "\n").collect();
        Ok(format!("{announced}\n{lines}"))
    }

    fn next(&self, _case: &Drawn, entries: &[String], output: &str) -> Option<String> {
        following(entries, output.lines().skip(1))
    }
}

/// Returns the legal moves after `entries`: a block, then the square or hole where it ends. Turns
/// that move nothing are excluded, as is a square without a block.
pub(crate) fn choices(case: &Drawn, entries: &[String]) -> Vec<Choice> {
    let mut replay = AnswerReplay::new(&case.case);
    // All entries were legal when they were made.
    let _ = entries
        .iter()
        .try_for_each(|entry| replay.play(entry.as_bytes()).map(drop));
    let board = replay.board();
    let cells = board.cells().iter().enumerate();
    cells
        .flat_map(|(square, cell)| of_square(board, square, *cell))
        .collect()
}

fn of_square(board: &Board, square: usize, cell: Cell) -> Vec<Choice> {
    let cols = board.shape().cols;
    let turn = |kind, direction| Turn {
        row: square / cols,
        col: square % cols,
        kind,
        direction,
    };
    let refusal = match cell {
        Cell::Hole => Some("This is a hole: choose a block."),
        Cell::Empty => Some("This square is empty: choose a block."),
        Cell::Block(_) => None,
    };
    if let Some(refusal) = refusal {
        let entry = turn(TurnKind::Slide, Direction::Up).to_string();
        return vec![Choice::at(Place::cell(square), entry).refused_if(true, refusal)];
    }
    let mut choices: Vec<Choice> = Vec::new();
    for direction in Direction::ALL {
        for kind in [TurnKind::Move, TurnKind::Slide] {
            let turn = turn(kind, direction);
            let landing = board.clone().play(turn).map(|effect| effect.landing);
            let Ok(Landing::Square(to) | Landing::Hole(to)) = landing else {
                continue;
            };
            let places = vec![Place::cell(square), Place::cell(to)];
            // A slide that ends where a move does is the same.
            if choices.iter().all(|choice| choice.places != places) {
                choices.push(Choice {
                    places,
                    entry: turn.to_string(),
                    refusal: None,
                });
            }
        }
    }
    if choices.is_empty() {
        let stuck = "This block cannot move: choose another one.";
        choices.push(Choice::never(Place::cell(square), stuck));
    }
    choices
}
