//! Peg solitaire with simpler rules: a game without a judge, which a page must show from its scenes
//! alone.

use std::collections::BTreeMap;

use scene::{
    Arrangement, Form, Header, Mark, Metric, Parameter, Piece, PieceKind, Place, Recorder,
    ReferenceLine, Replay, Role, Scene, SceneLayout,
};

/// The rules of the game.
pub const RULES: &str = "# Solitaire\n\n## Moves\n\nA peg jumps on [another](pegs.md).\n";

/// Side of the board.
const SIDE: usize = 7;

/// Pegs on a cross of 33 cells. The rules are simpler than those of solitaire.
#[derive(Clone)]
pub struct Position {
    /// Cells and numbers of the pegs.
    pub pegs: Vec<(usize, u32)>,
    turn: usize,
    /// The last jump, from one cell to another, and the peg that was there.
    last: Option<(usize, usize, u32)>,
}

fn on_board(cell: usize) -> bool {
    (2..5).contains(&(cell / SIDE)) || (2..5).contains(&(cell % SIDE))
}

impl Position {
    /// A peg jumps on another one, which leaves; `choice` selects both.
    fn jump(&mut self, choice: usize) {
        let (to, lost) = self.pegs.remove(choice % self.pegs.len());
        let jumper = choice / 2 % self.pegs.len();
        let from = std::mem::replace(&mut self.pegs[jumper].0, to);
        self.turn += 1;
        self.last = Some((from, to, lost));
    }

    /// Returns the scene, which is all that a page needs.
    pub fn scene(&self) -> Scene {
        let piece = |cell: usize, id: u32| Piece {
            id,
            place: Place::cell(cell),
            kind: 0,
        };
        let mut scene = Scene {
            turn: self.turn as u32,
            caption: "the beginning".into(),
            pieces: self
                .pegs
                .iter()
                .map(|&(cell, id)| piece(cell, id))
                .collect(),
            figures: vec![
                Metric::new("Taken", self.turn).plotted(),
                Metric::new("Left", self.pegs.len()).of(Role::Own),
            ],
            ..Scene::default()
        };
        if let Some((from, to, lost)) = self.last {
            scene.caption = format!("{from} jumps to {to}");
            scene.gone = vec![piece(to, lost)];
            scene.marks = vec![
                (Place::cell(from), Mark::Origin),
                (Place::cell(to), Mark::Last),
            ];
            scene.notes = vec![(Place::cell(to), format!("peg from {from}"))];
            if self.turn.is_multiple_of(3) {
                scene.events = vec![format!("takes peg {lost}")];
            }
        }
        scene
    }
}

/// Returns the layout of the board; the corners of the grid are holes.
pub fn layout() -> SceneLayout {
    let corners = (0..SIDE * SIDE).filter(|&cell| !on_board(cell));
    let peg = PieceKind {
        note: "jumps on another".into(),
        role: Role::Own,
        ..PieceKind::new("peg", Form::Stone)
    };
    SceneLayout {
        shape: Arrangement::grid(SIDE, SIDE),
        kinds: vec![peg],
        marks: corners
            .map(|cell| (Place::cell(cell), Mark::Hole))
            .collect(),
        ..SceneLayout::default()
    }
}

/// Plays a game of some turns and returns its positions. `choose` chooses by the number of the turn.
pub fn game(turns: usize, choose: impl Fn(usize) -> usize) -> Vec<Position> {
    let cells = (0..SIDE * SIDE).filter(|&cell| on_board(cell));
    let mut positions = vec![Position {
        pegs: cells.zip(0..).collect(),
        turn: 0,
        last: None,
    }];
    for turn in 0..turns {
        let mut next = positions[turn].clone();
        next.jump(choose(turn));
        positions.push(next);
    }
    positions
}

/// Returns the replay of one game.
pub fn replay(contestant: &str, positions: &[Position]) -> Replay {
    replay_rounds(contestant, &[positions])
}

/// Returns the replay of several games, one per round.
pub fn replay_rounds(contestant: &str, rounds: &[impl AsRef<[Position]>]) -> Replay {
    let mut recorder = Recorder::default();
    for (round, positions) in (0..).zip(rounds) {
        for position in positions.as_ref() {
            recorder.show(Scene {
                round,
                ..position.scene()
            });
        }
    }
    recorder.finish(header(contestant), layout())
}

/// Returns the header of a replay.
pub fn header(contestant: &str) -> Header {
    Header {
        game: "solitaire".into(),
        case: "1".into(),
        contestant: contestant.into(),
        parameters: vec![Parameter {
            name: "side".into(),
            value: SIDE.to_string(),
            meaning: "cells along a side".into(),
        }],
        verdict: "OK".into(),
        score: 17.0,
        levels: vec![ReferenceLine {
            name: "optimum".into(),
            value: 31.0,
        }],
        fault: None,
    }
}

/// Returns the places of a position's pegs by the pegs' numbers.
pub fn places(position: &Position) -> BTreeMap<u32, i64> {
    let pegs = position.pegs.iter();
    pegs.map(|&(cell, id)| (id, cell as i64)).collect()
}
