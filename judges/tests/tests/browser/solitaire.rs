//! Peg solitaire with simpler rules: a game without a judge, which a page must show from its scenes
//! alone.

use std::collections::BTreeMap;

use scene::{
    Arrangement, Form, Header, Mark, Metric, Parameter, Piece, PieceKind, Place, Recorder,
    ReferenceLine, Replay, Role, Scene, SceneLayout,
};

/// The rules of the game.
pub const RULES: &str = "# Solitaire\n\n## Moves\n\nA peg jumps on [another](pegs.md).\n";

/// Side of the square that contains the board, a cross of 33 cells.
const SIDE: usize = 7;

fn on_board(cell: usize) -> bool {
    (2..5).contains(&(cell / SIDE)) || (2..5).contains(&(cell % SIDE))
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
        marks: corners.map(|cell| (Place::cell(cell), Mark::Hole)).collect(),
        ..SceneLayout::default()
    }
}

/// Plays a game of some turns and returns its scenes. In each turn a peg jumps on another one, which
/// leaves; `choose` chooses both by the number of the turn.
pub fn game(turns: usize, choose: impl Fn(usize) -> usize) -> Vec<Scene> {
    let cells = (0..SIDE * SIDE).filter(|&cell| on_board(cell));
    let peg = |(cell, id)| Piece { id, place: Place::cell(cell), kind: 0 };
    let mut scene = Scene {
        caption: "the beginning".into(),
        pieces: cells.zip(0..).map(peg).collect(),
        ..Scene::default()
    };
    let mut scenes = Vec::new();
    for turn in 0..=turns {
        scene.figures = vec![
            Metric::new("Taken", turn).plotted(),
            Metric::new("Left", scene.pieces.len()).of(Role::Own),
        ];
        scenes.push(scene.clone());
        let (mut pieces, choice) = (scene.pieces, choose(turn));
        let lost = pieces.remove(choice % pieces.len());
        let jumper = choice / 2 % pieces.len();
        let from = std::mem::replace(&mut pieces[jumper].place, lost.place);
        let takes = || format!("takes peg {}", lost.id);
        scene = Scene {
            turn: turn as u32 + 1,
            caption: format!("peg {} jumps", pieces[jumper].id),
            events: (turn % 3 == 2).then(takes).into_iter().collect(),
            marks: vec![(from, Mark::Origin), (lost.place, Mark::Last)],
            notes: vec![(lost.place, "peg from elsewhere".into())],
            gone: vec![lost],
            pieces,
            ..Scene::default()
        };
    }
    scenes
}

/// Returns the replay of one game.
pub fn replay(contestant: &str, scenes: &[Scene]) -> Replay {
    replay_rounds(contestant, &[scenes])
}

/// Returns the replay of several games, one per round.
pub fn replay_rounds(contestant: &str, rounds: &[impl AsRef<[Scene]>]) -> Replay {
    let mut recorder = Recorder::default();
    for (round, scenes) in (0..).zip(rounds) {
        for scene in scenes.as_ref().iter().cloned() {
            recorder.show(Scene { round, ..scene });
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
        levels: vec![ReferenceLine { name: "optimum".into(), value: 31.0 }],
        fault: None,
    }
}

/// Returns the places of a scene's pegs by the pegs' numbers.
pub fn places(scene: &Scene) -> BTreeMap<u32, i64> {
    let place = |piece: &Piece| match piece.place {
        Place::Cell(cell) => (piece.id, i64::from(cell)),
        Place::Tray(_) => unreachable!("the board has no trays"),
    };
    scene.pieces.iter().map(place).collect()
}
