//! Peg solitaire: a game without a judge, which a page must show from its scenes alone.

use std::collections::BTreeMap;

use scene::{
    Arrangement, Form, Header, Mark, Metric, Parameter, Piece, PieceKind, Place, Recorder,
    ReferenceLine, Replay, Role, Scene, SceneLayout,
};

/// The rules of the game.
pub const RULES: &str = "# Solitaire\n\n## Moves\n\nA peg jumps over [another](pegs.md).\n";

/// Side of the square that contains the cross.
const SIDE: usize = 7;

/// Pegs on the English board: 33 cells in a cross; the middle cell is empty at the start.
#[derive(Clone)]
pub struct Position {
    /// The pegs by their cells; a peg has a number.
    pub pegs: BTreeMap<usize, u32>,
    turn: usize,
    last: Option<(Jump, u32)>,
}

/// A jump: the peg's cell, the cell of the peg that is removed, and the target cell.
type Jump = [usize; 3];

fn on_board(cell: usize) -> bool {
    (2..5).contains(&(cell / SIDE)) || (2..5).contains(&(cell % SIDE))
}

impl Position {
    /// Returns the start position: every cell except the middle one has a peg.
    pub fn new() -> Position {
        let is_taken = |&cell: &usize| on_board(cell) && cell != SIDE * SIDE / 2;
        Position {
            pegs: (0..SIDE * SIDE).filter(is_taken).zip(0..).collect(),
            turn: 0,
            last: None,
        }
    }

    /// Returns all legal jumps, each along a line of three cells.
    fn jumps(&self) -> Vec<Jump> {
        let cells = 0..SIDE * SIDE;
        let lines = cells.flat_map(|cell| {
            let right = (cell % SIDE + 2 < SIDE).then_some([cell, cell + 1, cell + 2]);
            let down = [cell, cell + SIDE, cell + 2 * SIDE];
            right.into_iter().chain([down])
        });
        let jumps = lines.flat_map(|[one, over, other]| [[one, over, other], [other, over, one]]);
        let has = |cell| self.pegs.contains_key(&cell);
        let is_legal = |&[from, over, to]: &Jump| {
            has(from) && has(over) && to < SIDE * SIDE && on_board(to) && !has(to)
        };
        jumps.filter(is_legal).collect()
    }

    /// Plays a legal jump and removes the peg that was jumped over.
    fn play(&mut self, jump: Jump) {
        let [from, over, to] = jump;
        let peg = self.pegs.remove(&from).unwrap();
        let lost = self.pegs.remove(&over).unwrap();
        self.pegs.insert(to, peg);
        self.turn += 1;
        self.last = Some((jump, lost));
    }

    /// Returns the scene, which is all that a page needs.
    pub fn scene(&self) -> Scene {
        let piece = |cell: usize, id: u32| Piece {
            id,
            place: Place::cell(cell),
            kind: 0,
        };
        let pegs = self.pegs.iter();
        let mut scene = Scene {
            turn: self.turn as u32,
            caption: "the beginning".into(),
            pieces: pegs.map(|(&cell, &id)| piece(cell, id)).collect(),
            figures: vec![
                Metric::new("Taken", self.turn).plotted(),
                Metric::new("Left", self.pegs.len()).of(Role::Own),
            ],
            ..Scene::default()
        };
        if let Some(([from, over, to], lost)) = self.last {
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

/// Returns the layout of the board; the corners of the grid are holes.
pub fn layout() -> SceneLayout {
    let corners = (0..SIDE * SIDE).filter(|&cell| !on_board(cell));
    let peg = PieceKind {
        note: "jumps over another".into(),
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

/// Plays a game and returns its positions. `choose` picks one of the legal jumps by turn and count.
pub fn game(mut choose: impl FnMut(usize, usize) -> usize) -> Vec<Position> {
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
    pegs.map(|(&cell, &id)| (id, cell as i64)).collect()
}
