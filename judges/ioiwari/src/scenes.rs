//! Scenes of a game of Ioiwari.

use common::ioiwari::{Board, PITS, Pit, Table};
use scene::{
    Analysis, Arrangement, Counts, Figure, Form, LegendEntry, Mark, PieceKind, Place, Role, Scene,
    SceneLayout, Sign, Tray,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    Contestant,
    Judge,
}

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
            LegendEntry::new(
                Sign::Label("+4"),
                "lead at the end after this move, both at their best from then on",
            ),
            LegendEntry::new(Sign::Mark(Mark::Best), "a best move now"),
            LegendEntry::new(Sign::Mark(Mark::Last), "the contestant emptied this pit"),
            LegendEntry::new(Sign::Mark(Mark::Reply), "the judge emptied this pit"),
        ],
        ..SceneLayout::default()
    }
}

/// A game that tracks single beads.
pub(crate) struct View<'a> {
    beads: Counts,
    banks: Banks,
    pub table: &'a mut Table,
}

/// The banks of both sides, in beads.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Banks {
    /// The contestant's bank.
    pub own: u8,
    /// The judge's bank.
    pub other: u8,
}

impl Mover {
    /// Sign of the mover's beads in the contestant's lead.
    fn sign(self) -> i32 {
        match self {
            Mover::Contestant => 1,
            Mover::Judge => -1,
        }
    }
}

impl<'a> View<'a> {
    pub fn new(board: Board, table: &'a mut Table) -> View<'a> {
        let banks = Banks::default();
        View {
            beads: Counts::new(0, &counts(board, banks)),
            banks,
            table,
        }
    }

    /// Returns the scene before the first move.
    pub fn start(&mut self, board: Board) -> Scene {
        Scene {
            caption: "before the first move".into(),
            ..self.scene(board, Mover::Contestant)
        }
    }

    /// Returns the scene after `mover` emptied `pit` in a turn.
    pub fn moved(
        &mut self,
        turn: u32,
        mover: Mover,
        pit: Pit,
        board: Board,
        banks: Banks,
    ) -> Scene {
        let before = std::mem::replace(&mut self.banks, banks);
        let (move_name, next, mark, whose, gain) = match mover {
            Mover::Contestant => {
                let gain = banks.own - before.own;
                ("own move", Mover::Judge, Mark::Last, "own", gain)
            }
            Mover::Judge => {
                let gain = banks.other - before.other;
                ("reply", Mover::Contestant, Mark::Reply, "judge's", gain)
            }
        };
        let mut scene = self.scene(board, next);
        scene.turn = turn;
        scene.marks.insert(0, (place(pit), mark));
        scene.caption = format!("{move_name} {pit}");
        if gain > 0 {
            scene.events = vec![format!("{gain} into the {whose} bank")];
        }
        scene
    }

    fn scene(&mut self, board: Board, next: Mover) -> Scene {
        let Banks { own, other } = self.banks;
        self.beads.update(&counts(board, self.banks));
        let lead = i32::from(own) - i32::from(other);
        let value = lead + next.sign() * i32::from(self.table.value(board));
        let result = match value {
            1.. => format!("won by {value}"),
            0 => "a tie".into(),
            _ => format!("lost by {}", -value),
        };
        Scene {
            pieces: self.beads.pieces().to_vec(),
            figures: vec![
                Figure::new("Lead", lead).plotted(),
                Figure::new("Own bank", u32::from(own))
                    .of(Role::Own)
                    .plotted(),
                Figure::new("Judge's bank", u32::from(other))
                    .of(Role::Opponent)
                    .plotted(),
            ],
            analysis: Analysis {
                figures: vec![
                    Figure::new("Lead at the end, both at their best", value),
                    Figure::new("With best play", result),
                ],
                ..self.moves(board, lead, next)
            },
            ..Scene::default()
        }
    }

    /// Returns the outcome of each move of the side to move.
    fn moves(&mut self, board: Board, lead: i32, next: Mover) -> Analysis {
        let mut analysis = Analysis::default();
        let best = self.table.best_moves(board);
        let whose = match next {
            Mover::Contestant => "own",
            Mover::Judge => "judge's",
        };
        for pit in board.moves() {
            let place = place(pit);
            let Some(sown) = board.sow(pit) else { continue };
            let gain = i32::from(sown.gain()) - i32::from(self.table.value(sown.board));
            let end = lead + next.sign() * gain;
            let note = format!("{whose} move: {end:+} at the end, both at their best");
            analysis.labels.push((place, format!("{end:+}")));
            analysis.notes.push((place, note));
            let mark = best.contains(&pit).then_some((place, Mark::Best));
            analysis.marks.extend(mark);
        }
        analysis
    }
}

pub(crate) fn place(pit: Pit) -> Place {
    let index = Pit::all().position(|other| other == pit);
    Place::cell(index.unwrap_or_default())
}

/// Returns the number of beads on every place.
fn counts(board: Board, banks: Banks) -> Vec<(Place, usize)> {
    let pits = board.beads().into_iter().enumerate();
    let pits = pits.map(|(pit, beads)| (Place::cell(pit), usize::from(beads)));
    let banks = [
        (Place::Tray(0), usize::from(banks.other)),
        (Place::Tray(1), usize::from(banks.own)),
    ];
    pits.chain(banks).collect()
}
