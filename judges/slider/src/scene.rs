//! Scenes of a game of Slider.

use common::grid::Direction;
use common::slider::Case;
use common::slider::answer::AnswerScore;
use common::slider::board::{Board, Cell, TurnOutcome, Value};
use common::slider::bound::upper_bound;
use scene::{Arrangement, Figure, Form, Mark, Piece, PieceKind, Place, Role, Scene, SceneLayout};

/// Holes, and a kind of piece for each value.
pub(crate) fn layout(case: &Case) -> SceneLayout {
    let board = case.board();
    let kind = |value: i64| PieceKind {
        name: format!("value {value}"),
        label: value.to_string(),
        note: format!("{} × multiplier when it falls", value - 1),
        role: Role::scaled(value as u32 - 1, u32::from(case.colours()) - 1),
        form: Form::Block,
    };
    let cells = board.cells().iter().enumerate();
    let holes = cells.filter(|(_, cell)| **cell == Cell::Hole);
    SceneLayout {
        shape: Arrangement::grid(board.shape().rows, board.shape().cols),
        kinds: (1..=i64::from(case.colours())).map(kind).collect(),
        marks: holes
            .map(|(cell, _)| (Place::cell(cell), Mark::Hole))
            .collect(),
        compared: true,
        ..SceneLayout::default()
    }
}

/// A game with the identity of its blocks.
pub(crate) struct View<'a> {
    case: &'a Case,
    bound: Option<u64>,
    board: Board,
    /// The block on each square.
    blocks: Vec<Option<u32>>,
}

impl<'a> View<'a> {
    /// The beginning of a game.
    pub fn new(case: &'a Case) -> View<'a> {
        let number = |(index, cell): (usize, &Cell)| match cell {
            Cell::Block(_) => Some(index as u32),
            Cell::Empty | Cell::Hole => None,
        };
        let board = case.board().clone();
        View {
            case,
            bound: None,
            blocks: board.cells().iter().enumerate().map(number).collect(),
            board,
        }
    }

    /// The scene before the first turn.
    pub fn start(&mut self) -> Scene {
        Scene {
            caption: "before the first turn".into(),
            ..self.scene(AnswerScore::default())
        }
    }

    /// The scene after a turn: the line that played it, what it did, and where to.
    pub fn turn(
        &mut self,
        line: &str,
        outcome: TurnOutcome,
        board: &Board,
        score: AnswerScore,
    ) -> Scene {
        let from = self.origin(line);
        let to = self.landing(line, from, outcome, board);
        let block = self.blocks[from].take();
        let gone = block.filter(|_| matches!(outcome, TurnOutcome::Fell(_)));
        if gone.is_none() {
            self.blocks[to] = block;
        }
        let kind = match self.board.cells()[from] {
            Cell::Block(value) => kind_of(value),
            Cell::Empty | Cell::Hole => 0,
        };
        self.board = board.clone();
        let multiplier = self.case.turns() - score.turns + 1;
        let events = match outcome {
            TurnOutcome::Blocked => vec!["blocked: a wasted turn".into()],
            TurnOutcome::Moved => Vec::new(),
            TurnOutcome::Fell(value) => {
                let worth = value.worth();
                let points = multiplier as u64 * u64::from(worth);
                vec![format!("falls: {multiplier} × {worth} = {points} points")]
            }
        };
        let marks = match outcome {
            TurnOutcome::Blocked => vec![(Place::cell(from), Mark::Blocked)],
            _ => vec![
                (Place::cell(from), Mark::Origin),
                (Place::cell(to), Mark::Last),
            ],
        };
        Scene {
            caption: line.to_string(),
            gone: gone
                .map(|id| Piece {
                    id,
                    place: Place::cell(to),
                    kind,
                })
                .into_iter()
                .collect(),
            marks,
            events,
            ..self.scene(score)
        }
    }

    /// The square that a legal line names.
    fn origin(&self, line: &str) -> usize {
        let mut words = line.split_ascii_whitespace();
        let mut number = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let (row, col) = (number(), number());
        self.board.shape().index(row, col).unwrap_or(0)
    }

    /// The square where the block now is, or the hole that it fell into.
    fn landing(&self, line: &str, from: usize, outcome: TurnOutcome, board: &Board) -> usize {
        let direction = match line.trim_ascii_end().chars().next_back() {
            Some('U') => Direction::Up,
            Some('D') => Direction::Down,
            Some('L') => Direction::Left,
            _ => Direction::Right,
        };
        let is_end = |&square: &usize| match outcome {
            TurnOutcome::Blocked => square == from,
            TurnOutcome::Moved => {
                board.cells()[square] != self.board.cells()[square] && square != from
            }
            TurnOutcome::Fell(_) => board.cells()[square] == Cell::Hole,
        };
        let way = std::iter::successors(Some(from), |&at| self.board.shape().step(at, direction));
        let mut ends = way.filter(is_end);
        ends.next().unwrap_or(from)
    }

    fn scene(&mut self, score: AnswerScore) -> Scene {
        let bound = *self.bound.get_or_insert_with(|| upper_bound(self.case));
        let turns = self.case.turns();
        let cells = self.board.cells().iter().zip(&self.blocks).enumerate();
        let pieces = cells.filter_map(|(square, (cell, block))| match (cell, block) {
            (Cell::Block(value), Some(id)) => Some(Piece {
                id: *id,
                place: Place::cell(square),
                kind: kind_of(*value),
            }),
            _ => None,
        });
        let pieces: Vec<Piece> = pieces.collect();
        let share = match bound {
            0 => 100.0,
            bound => 100.0 * score.points as f64 / bound as f64,
        };
        Scene {
            turn: score.turns as u32,
            figures: vec![
                Figure::new("Points", score.points).of(Role::Own).plotted(),
                Figure::new("Multiplier", turns.saturating_sub(score.turns)),
                Figure::new("Share of bound, %", share),
                Figure::new("Blocks fallen", score.fallen),
                Figure::new("Blocks left", pieces.len()),
                Figure::new("Wasted turns", score.wasted),
            ],
            pieces,
            ..Scene::default()
        }
    }
}

fn kind_of(value: Value) -> u32 {
    u32::from(value.get()) - 1
}
