//! Scenes of a game of Slider.

use common::slider::Case;
use common::slider::answer::AnswerScore;
use common::slider::board::{Cell, Landing, TurnEffect};
use game::{Bound, Objective};
use scene::{
    Arrangement, Form, Mark, Metric, Piece, PieceKind, Place, Role, Scene, SceneLayout, Sign,
    counted,
};

use crate::bound;

/// Returns the holes, and a kind of piece for each value.
pub fn layout(case: &Case) -> SceneLayout {
    let board = case.board();
    let kind = |value: i64| PieceKind {
        label: value.to_string(),
        note: format!("{} × multiplier when it falls", value - 1),
        role: Role::scaled(value as u32 - 1, u32::from(case.colours()) - 1),
        ..PieceKind::new(format!("value {value}"), Form::Block)
    };
    let holes = board.cells().iter().enumerate().filter(|(_, cell)| **cell == Cell::Hole);
    SceneLayout {
        shape: Arrangement::grid(board.shape().rows, board.shape().cols),
        kinds: (1..=i64::from(case.colours())).map(kind).collect(),
        marks: holes.map(|(cell, _)| (Place::cell(cell), Mark::Hole)).collect(),
        legend: vec![
            Sign::Mark(Mark::Hole).means("hole: blocks fall into it"),
            Sign::Mark(Mark::Last).means("where the block went"),
            Sign::Mark(Mark::Origin).means("where it came from"),
            Sign::Mark(Mark::Blocked).means("blocked: a wasted turn"),
        ],
        compared: true,
        ..SceneLayout::default()
    }
}

/// A game that tracks single blocks.
pub struct View<'a> {
    case: &'a Case,
    bound: Bound,
    score: AnswerScore,
    blocks: Vec<Option<Piece>>,
}

impl<'a> View<'a> {
    /// Returns the start of a game. Shares are relative to the bound after `steps` steps.
    pub fn new(case: &'a Case, steps: Option<u64>) -> View<'a> {
        let block = |(square, cell): (usize, &Cell)| match cell {
            Cell::Block(value) => {
                let kind = u32::from(value.get()) - 1;
                Some(Piece::new(square, Place::cell(square), kind))
            }
            Cell::Empty | Cell::Hole => None,
        };
        View {
            case,
            bound: bound::of_case(case, steps),
            score: AnswerScore::default(),
            blocks: case.board().cells().iter().enumerate().map(block).collect(),
        }
    }

    /// Returns the scene before the first turn.
    pub fn start(&self) -> Scene {
        Scene { caption: "before the first turn".into(), ..self.scene() }
    }

    /// Returns the scene after a turn.
    pub fn turn(&mut self, played: &TurnEffect) -> Scene {
        let from = Place::cell(played.from);
        let multiplier = self.case.turns() - self.score.turns;
        self.score.add(played, multiplier as u64);
        let (end, gone, event) = match played.landing {
            Landing::Blocked => (None, None, Some("blocked: a wasted turn".into())),
            Landing::Square(to) => {
                self.blocks[to] = self.taken(played.from, to);
                (Some(to), None, None)
            }
            Landing::Hole(hole) => {
                let worth = played.value.worth();
                let points = multiplier as u64 * u64::from(worth);
                let points = counted(points, "points");
                let event = format!("falls: {multiplier} × {worth} = {points}");
                (Some(hole), self.taken(played.from, hole), Some(event))
            }
        };
        Scene {
            caption: played.turn.to_string(),
            gone: gone.into_iter().collect(),
            marks: match end {
                None => vec![(from, Mark::Blocked)],
                Some(to) => vec![(from, Mark::Origin), (Place::cell(to), Mark::Last)],
            },
            events: event.into_iter().collect(),
            ..self.scene()
        }
    }

    /// Takes the block off a square and returns it as a piece on the square `to`.
    fn taken(&mut self, from: usize, to: usize) -> Option<Piece> {
        let block = self.blocks[from].take()?;
        let place = Place::cell(to);
        Some(Piece { place, ..block })
    }

    fn scene(&self) -> Scene {
        let score = self.score;
        let share = Objective::Maximise.ratio(score.points as f64, self.bound.value);
        let turns = self.case.turns();
        let pieces: Vec<Piece> = self.blocks.iter().flatten().copied().collect();
        Scene {
            turn: score.turns as u32,
            figures: vec![
                Metric::new("Points", score.points).of(Role::Own).plotted(),
                Metric::new("Multiplier", turns.saturating_sub(score.turns)),
                Metric::new("Share of bound, %", share.map_or(100.0, |share| 100.0 * share)),
                Metric::new("Blocks fallen", score.fallen),
                Metric::new("Blocks left", pieces.len()),
                Metric::new("Wasted turns", score.wasted),
            ],
            pieces,
            ..Scene::default()
        }
    }
}
