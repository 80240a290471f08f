//! Scenes of a game of Ioiwari.

use common::ioiwari::{Board, PITS, Pit, Table};
use scene::{
    Analysis, Arrangement, Counts, Form, Mark, Metric, PieceKind, Place, Role, Scene, SceneLayout,
    Sign, Tray,
};

/// Returns seven pits in a circle, and two banks.
pub fn layout() -> SceneLayout {
    SceneLayout {
        shape: Arrangement::Ring { names: (1..=PITS).map(|label| label.to_string()).collect() },
        trays: vec![Tray::new("judge's bank", Role::Opponent), Tray::new("own bank", Role::Own)],
        kinds: vec![PieceKind { role: Role::Value(5), ..PieceKind::new("bead", Form::Bead) }],
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

/// Calls `show` with the scenes of a game: before the first move, then after each of these moves.
pub fn show(case: Board, moves: &[Pit], table: &mut Table, show: &mut dyn FnMut(Scene)) {
    let (mut board, mut banks) = (case, [0, 0]);
    let mut beads = Counts::new(0, &counts(board, banks));
    show(scene(0, board, banks, &beads, table));
    for (index, &pit) in moves.iter().enumerate() {
        let Some(sown) = board.sow(pit) else { return };
        let is_own = index % 2 == 0;
        let [own, other] = if is_own { [sown.own, sown.other] } else { [sown.other, sown.own] };
        board = sown.board;
        banks = [banks[0] + own, banks[1] + other];
        beads.update(&counts(board, banks));
        let (name, whose, mark) = match is_own {
            true => ("own move", "contestant's", Mark::Last),
            false => ("reply", "judge's", Mark::Reply),
        };
        let mut scene = scene(index + 1, board, banks, &beads, table);
        scene.caption = format!("{name} {pit}");
        scene.marks = vec![(place(pit), mark)];
        if sown.own > 0 {
            scene.events = vec![format!("{} into the {whose} bank", sown.own)];
        }
        show(scene);
    }
}

/// Returns the scene after this number of moves.
fn scene(
    moves: usize,
    board: Board,
    [own, other]: [u8; 2],
    beads: &Counts,
    table: &mut Table,
) -> Scene {
    let (own, other) = (i32::from(own), i32::from(other));
    let lead = own - other;
    // The sign of the side to move: the lead is the contestant's.
    let sign = if moves.is_multiple_of(2) { 1 } else { -1 };
    let value = lead + sign * i32::from(table.value(board));
    let result = match value {
        1.. => format!("won by {value}"),
        0 => "a tie".into(),
        _ => format!("lost by {}", -value),
    };
    Scene {
        turn: moves.div_ceil(2) as u32,
        caption: "before the first move".into(),
        pieces: beads.pieces.clone(),
        figures: vec![
            Metric::new("Lead", lead).plotted(),
            Metric::new("Own bank", own).of(Role::Own).plotted(),
            Metric::new("Judge's bank", other).of(Role::Opponent).plotted(),
        ],
        analysis: Analysis {
            figures: vec![
                Metric::new("Lead at the end, both at their best", value),
                Metric::new("With best play", result),
            ],
            ..outcomes(board, lead, sign, table)
        },
        ..Scene::default()
    }
}

/// Returns the outcome of each move of the side to move. `sign` is 1 for the contestant and -1 for
/// the opponent; `lead` is the contestant's.
fn outcomes(board: Board, lead: i32, sign: i32, table: &mut Table) -> Analysis {
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

pub fn place(pit: Pit) -> Place {
    let index = Pit::all().position(|other| other == pit);
    Place::cell(index.unwrap_or_default())
}

/// Returns the number of beads in every place. The contestant's bank comes first.
fn counts(board: Board, [own, other]: [u8; 2]) -> Vec<(Place, usize)> {
    let pits = board.beads().into_iter().enumerate();
    let pits = pits.map(|(pit, beads)| (Place::cell(pit), usize::from(beads)));
    let banks = [(Place::Tray(0), usize::from(other)), (Place::Tray(1), usize::from(own))];
    pits.chain(banks).collect()
}
