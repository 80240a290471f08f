//! Peg solitaire: a game that no judge has, shown by nothing but its scene.

use std::collections::BTreeMap;

use scene::{
    Arrangement, Figure, Form, Header, Level, Mark, Parameter, Piece, PieceKind, Place, Recorder,
    Replay, Role, Scene, SceneLayout,
};

/// The rules of the game.
pub const RULES: &str = "# Solitaire\n\n## Moves\n\nA peg jumps over [another](pegs.md).\n";

/// Side of the square around the cross.
pub const SIDE: usize = 7;

/// The pegs on the English board: 33 cells in a cross, the middle one empty.
#[derive(Clone)]
pub struct Position {
    /// The peg on each cell, by its number.
    pub pegs: BTreeMap<usize, u32>,
    turn: u32,
    last: Option<(Jump, u32)>,
}

/// A peg jumps over another, which leaves the board.
#[derive(Clone, Copy)]
pub struct Jump {
    from: usize,
    over: usize,
    to: usize,
}

fn on_board(row: usize, col: usize) -> bool {
    (2..5).contains(&row) || (2..5).contains(&col)
}

fn cells() -> impl Iterator<Item = usize> {
    (0..SIDE * SIDE).filter(|cell| on_board(cell / SIDE, cell % SIDE))
}

impl Position {
    /// Returns the start of the game: every cell but the middle one has a peg.
    pub fn new() -> Position {
        let middle = SIDE * SIDE / 2;
        Position {
            pegs: cells().filter(|&cell| cell != middle).zip(0..).collect(),
            turn: 0,
            last: None,
        }
    }

    /// Returns all legal jumps.
    pub fn jumps(&self) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for &from in self.pegs.keys() {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let step = |steps: isize| {
                    let row = (from / SIDE).checked_add_signed(steps * down)?;
                    let col = (from % SIDE).checked_add_signed(steps * right)?;
                    (row < SIDE && col < SIDE && on_board(row, col)).then_some(row * SIDE + col)
                };
                let (Some(over), Some(to)) = (step(1), step(2)) else {
                    continue;
                };
                if self.pegs.contains_key(&over) && !self.pegs.contains_key(&to) {
                    jumps.push(Jump { from, over, to });
                }
            }
        }
        jumps
    }

    /// Plays a legal jump: the peg that is jumped over leaves the board.
    pub fn play(&mut self, jump: Jump) {
        let peg = self.pegs.remove(&jump.from).unwrap();
        let lost = self.pegs.remove(&jump.over).unwrap();
        self.pegs.insert(jump.to, peg);
        self.turn += 1;
        self.last = Some((jump, lost));
    }

    /// The scene: all that a page of this game needs.
    pub fn scene(&self) -> Scene {
        let piece = |cell: usize, id: u32| Piece {
            id,
            place: Place::cell(cell),
            kind: 0,
        };
        let mut scene = Scene {
            turn: self.turn,
            caption: "the beginning".into(),
            pieces: self
                .pegs
                .iter()
                .map(|(&cell, &id)| piece(cell, id))
                .collect(),
            figures: vec![
                Figure::new("Taken", self.turn).plotted(),
                Figure::new("Left", self.pegs.len()).of(Role::Own),
            ],
            ..Scene::default()
        };
        if let Some((Jump { from, over, to }, lost)) = self.last {
            scene.caption = format!("{from} jumps to {to}");
            scene.gone = vec![piece(over, lost)];
            scene.marks = vec![
                (Place::cell(from), Mark::Origin),
                (Place::cell(to), Mark::Last),
            ];
            scene.notes = vec![(Place::cell(to), format!("peg from {from}"))];
            if self.turn.is_multiple_of(3) {
                scene.events = vec![format!("takes the peg on {over}")];
            }
        }
        scene
    }
}

/// Returns the layout of the board: the corners of the grid are holes.
pub fn layout() -> SceneLayout {
    let corner = |cell: &usize| !on_board(cell / SIDE, cell % SIDE);
    SceneLayout {
        shape: Arrangement::grid(SIDE, SIDE),
        kinds: vec![PieceKind {
            name: "peg".into(),
            label: String::new(),
            note: "jumps over another".into(),
            role: Role::Own,
            form: Form::Stone,
        }],
        marks: (0..SIDE * SIDE)
            .filter(corner)
            .map(|cell| (Place::cell(cell), Mark::Hole))
            .collect(),
        ..SceneLayout::default()
    }
}

/// A game in which `choose` picks one of so many jumps: its positions.
pub fn game(mut choose: impl FnMut(u32, usize) -> usize) -> Vec<Position> {
    let mut position = Position::new();
    let mut positions = vec![position.clone()];
    loop {
        let jumps = position.jumps();
        if jumps.is_empty() {
            return positions;
        }
        position.play(jumps[choose(position.turn, jumps.len()) % jumps.len()]);
        positions.push(position.clone());
    }
}

/// The replay of one game.
pub fn replay(contestant: &str, positions: &[Position]) -> Replay {
    replay_rounds(contestant, &[positions])
}

/// The replay of some games, one a round.
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
        levels: vec![Level {
            name: "optimum".into(),
            value: 31.0,
        }],
        fault: None,
    }
}

/// The places of a position's pegs, by their numbers.
pub fn places(position: &Position) -> BTreeMap<u32, i64> {
    let pegs = position.pegs.iter();
    pegs.map(|(&cell, &id)| (id, cell as i64)).collect()
}
