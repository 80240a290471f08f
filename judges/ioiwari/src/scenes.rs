//! Scenes of a game of Ioiwari.

use common::ioiwari::{Board, PITS, Pit, Table};
use scene::{
    Analysis, Arrangement, Figure, Form, Mark, PieceKind, Place, Role, Scene, SceneLayout, Sign,
    Tray,
};

use crate::IoiwariPlay;

/// Returns seven pits in a circle, and two banks.
pub(crate) fn layout() -> SceneLayout {
    SceneLayout {
        shape: Arrangement::Ring {
            names: (1..=PITS).map(|label| label.to_string()).collect(),
        },
        trays: vec![
            Tray::new("judge's bank", Role::Opponent),
            Tray::new("own bank", Role::Own),
        ],
        kinds: vec![PieceKind {
            role: Role::Value(7),
            ..PieceKind::new("bead", Form::Bead)
        }],
        legend: vec![
            Sign::Label("+4")
                .means("lead at the end after this move, both at their best from then on"),
            Sign::Mark(Mark::Best).means("a best move now"),
            Sign::Mark(Mark::Last).means("the contestant emptied this pit"),
            Sign::Mark(Mark::Reply).means("the judge emptied this pit"),
        ],
        ..SceneLayout::default()
    }
}

/// Returns the scene after the last move, which brought its mover `gain` beads, or before the first.
pub(crate) fn scene(play: &IoiwariPlay, gain: u8, table: &mut Table) -> Scene {
    let (own, other) = (i32::from(play.own_bank), i32::from(play.other_bank));
    // Words for the last move, and the sign in the lead of the side to move.
    let (name, whose, mark, sign) = match play.moves.len() % 2 {
        0 => ("reply", "judge's", Mark::Reply, 1),
        _ => ("own move", "own", Mark::Last, -1),
    };
    let lead = own - other;
    let value = lead + sign * i32::from(table.value(play.board));
    let result = match value {
        1.. => format!("won by {value}"),
        0 => "a tie".into(),
        _ => format!("lost by {}", -value),
    };
    let mut scene = Scene {
        turn: play.turns,
        caption: "before the first move".into(),
        pieces: play.beads.pieces().to_vec(),
        figures: vec![
            Figure::new("Lead", lead).plotted(),
            Figure::new("Own bank", own).of(Role::Own).plotted(),
            Figure::new("Judge's bank", other)
                .of(Role::Opponent)
                .plotted(),
        ],
        analysis: Analysis {
            figures: vec![
                Figure::new("Lead at the end, both at their best", value),
                Figure::new("With best play", result),
            ],
            ..moves(play.board, lead, sign, table)
        },
        ..Scene::default()
    };
    if let Some(&pit) = play.moves.last() {
        scene.marks.push((place(pit), mark));
        scene.caption = format!("{name} {pit}");
        if gain > 0 {
            scene.events = vec![format!("{gain} into the {whose} bank")];
        }
    }
    scene
}

/// Returns the outcome of each move of the side to move, whose beads have this sign in the
/// contestant's lead.
fn moves(board: Board, lead: i32, sign: i32, table: &mut Table) -> Analysis {
    let mut analysis = Analysis::default();
    let best = table.best_moves(board);
    let whose = if sign > 0 { "own" } else { "judge's" };
    for pit in board.moves() {
        let place = place(pit);
        let Some(sown) = board.sow(pit) else { continue };
        let gain = i32::from(sown.gain()) - i32::from(table.value(sown.board));
        let end = lead + sign * gain;
        let note = format!("{whose} move: {end:+} at the end, both at their best");
        analysis.labels.push((place, format!("{end:+}")));
        analysis.notes.push((place, note));
        let mark = best.contains(&pit).then_some((place, Mark::Best));
        analysis.marks.extend(mark);
    }
    analysis
}

pub(crate) fn place(pit: Pit) -> Place {
    let index = Pit::all().position(|other| other == pit);
    Place::cell(index.unwrap_or_default())
}

/// Returns the number of beads on every place.
pub(crate) fn counts(play: &IoiwariPlay) -> Vec<(Place, usize)> {
    let pits = play.board.beads().into_iter().enumerate();
    let pits = pits.map(|(pit, beads)| (Place::cell(pit), usize::from(beads)));
    let banks = [
        (Place::Tray(0), usize::from(play.other_bank)),
        (Place::Tray(1), usize::from(play.own_bank)),
    ];
    pits.chain(banks).collect()
}
