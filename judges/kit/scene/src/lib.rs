//! Scenes: everything that is visible of a position, in words that fit any game.
//!
//! A game draws a [`SceneLayout`] once for a case, and a [`Scene`] after every
//! turn. A scene is complete by itself; a [`Recorder`] turns a sequence of them into a
//! [`Replay`], which keeps only what each turn changed.
//!
//! ```
//! use scene::{Arrangement, Figure, Form, Piece, PieceKind, Place, Role, Scene, SceneLayout, text};
//!
//! let stone = PieceKind { role: Role::Own, ..PieceKind::new("stone", Form::Stone) };
//! let layout = SceneLayout {
//!     shape: Arrangement::grid(2, 3),
//!     kinds: vec![stone],
//!     ..SceneLayout::default()
//! };
//! let scene = Scene {
//!     turn: 1,
//!     caption: "a stone in the middle".into(),
//!     pieces: vec![Piece { id: 0, place: Place::cell(1), kind: 0 }],
//!     figures: vec![Figure::new("stones", 1)],
//!     ..Scene::default()
//! };
//! assert_eq!(layout.check(&scene), Ok(()));
//! let text = text(&layout, &scene, false);
//! assert!(text.starts_with("turn 1: a stone in the middle\n"), "{text}");
//! ```

mod check;
mod counts;
mod decimal;
#[cfg(feature = "page")]
pub mod encode;
mod layout;
mod legend;
// A game's program within a page writes data alone: a change of the page does not recompile it.
#[cfg(all(feature = "page", not(target_family = "wasm")))]
pub mod page;
mod printable;
#[cfg(feature = "page")]
mod replay;
mod text;

use std::borrow::Cow;

#[cfg(feature = "page")]
use serde::Serialize;

pub use counts::Counts;
pub use decimal::decimal;
pub use layout::{Arrangement, Form, PieceKind, SceneLayout, Tray};
pub use legend::{LegendEntry, Sign};
pub use printable::{escaped, is_printable, printable, printable_json, printable_lines};
#[cfg(feature = "page")]
pub use replay::{Header, Level, Parameter, Recorder, Replay, RoundFrames};
pub use text::{TextLegend, summary, text};

/// A place where pieces can be; in JSON a cell is its index, a tray a negative number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A cell of the grid (row-major) or a pit of the ring (clockwise), from 0.
    Cell(u32),
    /// A place next to the cells, from 0.
    Tray(u32),
}

impl Place {
    /// The cell with this index, row-major or clockwise.
    pub fn cell(index: usize) -> Place {
        Place::Cell(index as u32)
    }
}

/// Owner of something, or its worth; viewers choose colours by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Belongs to neither side.
    #[default]
    Neutral,
    /// Belongs to the contestant.
    Own,
    /// Belongs to the judge's side.
    Opponent,
    /// A value on a scale from 1; the nine colours repeat after the ninth.
    Value(u8),
}

/// Colours of a scale of values.
const SHADES: usize = 9;

/// The colour of a value, from 1.
fn shade(value: u8) -> usize {
    (usize::from(value.max(1)) - 1) % SHADES + 1
}

impl Role {
    /// The role of `value` on a scale that ends at `most`.
    pub fn scaled(value: u32, most: u32) -> Role {
        let step = u64::from(value.min(most)) * 8 / u64::from(most.max(1));
        Role::Value(1 + step as u8)
    }
}

/// A piece. It keeps its number while it is in the game, also when it becomes of another kind; of
/// two that merge, one changes and the other is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Number of the piece in its round.
    pub id: u32,
    /// Where it is.
    pub place: Place,
    /// Its kind: an index of [`SceneLayout::kinds`].
    pub kind: u32,
}

/// A line between two cells that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "page", derive(Serialize))]
pub struct Link {
    /// One cell.
    pub from: Place,
    /// The other.
    pub to: Place,
    /// Its owner, or its worth.
    pub role: Role,
}

/// Mark that distinguishes a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "page", derive(Serialize), serde(rename_all = "kebab-case"))]
pub enum Mark {
    /// A hole, into which pieces fall.
    Hole,
    /// The last move ended here.
    Last,
    /// The last move began here.
    Origin,
    /// The opponent's last move ended here.
    Reply,
    /// A move here is legal.
    Legal,
    /// One of several moves that were equally good.
    Candidate,
    /// The best move.
    Best,
    /// A move was blocked here.
    Blocked,
    /// The contestant broke a rule here.
    Wrong,
}

/// A number or a short text with a name.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
pub struct Figure {
    /// Its name, the same in every scene.
    pub name: &'static str,
    /// Its owner.
    pub role: Role,
    /// True if it is drawn as a curve over the turns.
    pub plotted: bool,
    /// Its value now.
    #[cfg_attr(feature = "page", serde(skip))]
    pub value: FigureValue,
}

impl Figure {
    /// A figure of neither side, without a curve.
    pub fn new(name: &'static str, value: impl Into<FigureValue>) -> Figure {
        Figure {
            name,
            role: Role::Neutral,
            plotted: false,
            value: value.into(),
        }
    }

    /// The same figure as one of this side's.
    #[must_use]
    pub fn of(self, role: Role) -> Figure {
        Figure { role, ..self }
    }

    /// The same figure with a curve over the turns.
    #[must_use]
    pub fn plotted(self) -> Figure {
        Figure {
            plotted: true,
            ..self
        }
    }
}

/// The value of a [`Figure`].
#[derive(Clone, Debug, PartialEq)]
pub enum FigureValue {
    /// A finite number; viewers show at most four decimals.
    Number(f64),
    /// Anything else.
    Text(Cow<'static, str>),
}

/// Figures stay far below 2^53.
macro_rules! from_number {
    ($($number:ty),*) => {
        $(impl From<$number> for FigureValue {
            fn from(number: $number) -> FigureValue {
                FigureValue::Number(number as f64)
            }
        })*
    };
}

from_number!(f64, i32, i64, u32, u64, usize);

impl From<&'static str> for FigureValue {
    fn from(text: &'static str) -> FigureValue {
        FigureValue::Text(text.into())
    }
}

impl From<String> for FigureValue {
    fn from(text: String) -> FigureValue {
        FigureValue::Text(text.into())
    }
}

/// Additions to a scene by analysis: shown to viewers, hidden from a person who plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Marked cells.
    pub marks: Vec<(Place, Mark)>,
    /// Short texts on cells.
    pub labels: Vec<(Place, String)>,
    /// Details of cells.
    pub notes: Vec<(Place, String)>,
    /// Figures, shown after the scene's own.
    pub figures: Vec<Figure>,
}

/// A position with everything to be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The round, from 0, where a case has several.
    pub round: u32,
    /// Turns played in the round.
    pub turn: u32,
    /// The turn in a sentence, without its number.
    pub caption: String,
    /// The pieces in the game.
    pub pieces: Vec<Piece>,
    /// The pieces that left with this turn, at their last places.
    pub gone: Vec<Piece>,
    /// Lines between cells.
    pub links: Vec<Link>,
    /// Marked cells, in addition to those of the layout.
    pub marks: Vec<(Place, Mark)>,
    /// Short texts on cells.
    pub labels: Vec<(Place, String)>,
    /// Details of cells, shown on demand.
    pub notes: Vec<(Place, String)>,
    /// Figures, in order of display; one that is omitted keeps its value.
    pub figures: Vec<Figure>,
    /// Events of this turn that deserve a stop.
    pub events: Vec<String>,
    /// True if the contestant failed with this turn, and later rounds follow.
    pub failed: bool,
    /// Additions for those who watch the game.
    pub analysis: Analysis,
}

impl Scene {
    /// Name and value of the first figure with a curve.
    pub fn plotted(&self) -> Option<(&'static str, f64)> {
        self.figures.iter().find_map(|figure| match figure.value {
            FigureValue::Number(number) if figure.plotted => Some((figure.name, number)),
            _ => None,
        })
    }

    /// The scene with its analysis merged in.
    #[must_use]
    pub fn analysed(mut self) -> Scene {
        let analysis = std::mem::take(&mut self.analysis);
        self.marks.extend(analysis.marks);
        self.labels.extend(analysis.labels);
        self.notes.extend(analysis.notes);
        self.figures.extend(analysis.figures);
        self
    }
}
