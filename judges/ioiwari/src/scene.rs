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
    let bank = |name: &str, role| Tray {
        name: name.into(),
        role,
    };
    SceneLayout {
        shape: Arrangement::Ring {
            names: (1..=PITS).map(|label| label.to_string()).collect(),
        },
        trays: vec![
            bank("judge's bank", Role::Opponent),
            bank("own bank", Role::Own),
        ],
        kinds: vec![PieceKind {
            name: "bead".into(),
            label: String::new(),
            note: String::new(),
            role: Role::Value(7),
            form: Form::Bead,
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
pub(crate) struct View {
    beads: Counts,
}

/// The banks of both sides, in beads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Banks {
    /// The contestant's bank.
    pub own: u8,
    /// The judge's bank.
    pub other: u8,
}

impl Banks {
    fn lead(self) -> i32 {
        i32::from(self.own) - i32::from(self.other)
    }
}

impl View {
    pub fn new(board: Board) -> View {
        View {
            beads: Counts::new(0, &counts(board, Banks::default())),
        }
    }

    /// Returns the scene before the first move.
    pub fn start(&mut self, board: Board, table: &mut Table) -> Scene {
        Scene {
            caption: "before the first move".into(),
            ..self.scene(board, Banks::default(), Mover::Contestant, table)
        }
    }

    /// Returns the scene after `mover` emptied `pit` in a turn; `before` are the preceding banks.
    pub fn moved(
        &mut self,
        turn: u32,
        (mover, pit): (Mover, Pit),
        board: Board,
        (before, banks): (Banks, Banks),
        table: &mut Table,
    ) -> Scene {
        let (who, next, mark, gain) = match mover {
            Mover::Contestant => ("own move", Mover::Judge, Mark::Last, banks.own - before.own),
            Mover::Judge => {
                let gain = banks.other - before.other;
                ("reply", Mover::Contestant, Mark::Reply, gain)
            }
        };
        let mut scene = self.scene(board, banks, next, table);
        scene.turn = turn;
        scene.marks.insert(0, (place(pit), mark));
        scene.caption = format!("{who} {pit}");
        if gain > 0 {
            let whom = if mover == Mover::Contestant {
                "own"
            } else {
                "judge's"
            };
            scene.events = vec![format!("{gain} into the {whom} bank")];
        }
        scene
    }

    fn scene(&mut self, board: Board, banks: Banks, next: Mover, table: &mut Table) -> Scene {
        self.beads.update(&counts(board, banks));
        let sign = |mover| if mover == Mover::Contestant { 1 } else { -1 };
        let value = banks.lead() + sign(next) * i32::from(table.value(board));
        let result = match value {
            1.. => "won by",
            0 => "a tie",
            _ => "lost by",
        };
        let mut scene = Scene {
            pieces: self.beads.pieces().to_vec(),
            figures: vec![
                Figure::new("Lead", banks.lead()).plotted(),
                Figure::new("Own bank", u32::from(banks.own))
                    .of(Role::Own)
                    .plotted(),
                Figure::new("Judge's bank", u32::from(banks.other))
                    .of(Role::Opponent)
                    .plotted(),
            ],
            analysis: Analysis {
                figures: vec![
                    Figure::new("Lead at the end, both at their best", value),
                    Figure::new(
                        "With best play",
                        match value {
                            0 => result.to_string(),
                            _ => format!("{result} {}", value.abs()),
                        },
                    ),
                ],
                ..Analysis::default()
            },
            ..Scene::default()
        };
        let analysis = &mut scene.analysis;
        let best = table.best_moves(board);
        for pit in board.moves() {
            let place = place(pit);
            let Some(sown) = board.sow(pit) else { continue };
            let gain = i32::from(sown.gain()) - i32::from(table.value(sown.board));
            let end = banks.lead() + sign(next) * gain;
            let whose = if next == Mover::Contestant {
                "own move"
            } else {
                "judge's move"
            };
            analysis.labels.push((place, format!("{end:+}")));
            analysis.notes.push((
                place,
                format!("{whose}: {end:+} at the end, both at their best"),
            ));
            analysis
                .marks
                .extend(best.contains(&pit).then_some((place, Mark::Best)));
        }
        scene
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
