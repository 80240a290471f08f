//! Scenes: everything that is visible in a position, described in terms that fit any game.
//!
//! A game makes one [`SceneLayout`] for a case, and a [`Scene`] after every turn. Each scene is
//! complete. A [`Recorder`] turns a sequence of scenes into a [`Replay`], which stores only the
//! changes of each turn.
//!
//! ```
//! use scene::{Arrangement, Metric, Form, Piece, PieceKind, Place, Role, Scene, SceneLayout, text};
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
//!     figures: vec![Metric::new("stones", 1)],
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
// A game's program in a page only writes data, so changing the page does not recompile it.
#[cfg(all(feature = "page", not(target_family = "wasm")))]
pub mod page;
mod printable;
#[cfg(feature = "page")]
mod replay;
mod text;

use std::borrow::Cow;

pub use counts::Counts;
pub use decimal::{counted, decimal, fixed, fixed_signed};
pub use layout::{Arrangement, Form, PieceKind, SceneLayout, Tray};
pub use legend::{LegendEntry, Sign};
pub use printable::{escaped, is_printable, printable, printable_json, printable_lines};
#[cfg(feature = "page")]
pub use replay::{Header, Parameter, Recorder, ReferenceLine, Replay, RoundFrames};
pub use text::{TextLegend, summary, text};

/// A place for pieces. In JSON, a cell is its index and a tray a negative number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A cell of the grid (row-major) or a pit of the ring (clockwise), from 0.
    Cell(u32),
    /// A tray beside the cells, from 0.
    Tray(u32),
}

impl Place {
    /// Returns the cell with this index, row-major or clockwise.
    pub fn cell(index: usize) -> Place {
        Place::Cell(index as u32)
    }
}

/// Owner or value of something; viewers choose its colour accordingly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Belongs to neither side.
    #[default]
    Neutral,
    /// Belongs to the contestant.
    Own,
    /// Belongs to the judge's side.
    Opponent,
    /// A value on a scale from 1; the nine colours repeat after 9.
    Value(u8),
}

/// Number of colours on a scale of values.
const SHADES: usize = 9;

/// Returns the colour of a value; both count from 1.
fn shade(value: u8) -> usize {
    (usize::from(value.max(1)) - 1) % SHADES + 1
}

impl Role {
    /// Returns the role of `value` on a scale that ends at `most`.
    pub fn scaled(value: u32, most: u32) -> Role {
        let step = u64::from(value.min(most)) * 8 / u64::from(most.max(1));
        Role::Value(1 + step as u8)
    }
}

/// A piece. It keeps its number throughout the game, even if its kind changes. If two pieces merge,
/// one changes its kind and the other is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Number of the piece in its round.
    pub id: u32,
    /// Its place.
    pub place: Place,
    /// Its kind: an index of [`SceneLayout::kinds`].
    pub kind: u32,
}

impl Piece {
    /// Returns the piece with this number and kind on a place.
    pub fn new(id: usize, place: Place, kind: u32) -> Piece {
        Piece { id: id as u32, place, kind }
    }
}

/// A line between two cells that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
pub struct Link {
    /// First cell.
    pub from: Place,
    /// Second cell.
    pub to: Place,
    /// Its owner or value.
    pub role: Role,
}

/// A mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
#[cfg_attr(feature = "page", serde(rename_all = "kebab-case"))]
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
    /// One of several equally good moves.
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
pub struct Metric {
    /// Its name, which is the same in every scene.
    pub name: &'static str,
    /// Its owner.
    pub role: Role,
    /// True if it is drawn as a curve over the turns.
    pub plotted: bool,
    /// Its present value.
    #[cfg_attr(feature = "page", serde(skip))]
    pub value: FigureValue,
}

impl Metric {
    /// Returns a neutral figure without a curve.
    pub fn new(name: &'static str, value: impl Into<FigureValue>) -> Metric {
        Metric { name, role: Role::Neutral, plotted: false, value: value.into() }
    }

    /// Returns the figure with this owner.
    #[must_use]
    pub fn of(self, role: Role) -> Metric {
        Metric { role, ..self }
    }

    /// Returns the figure with a curve over the turns.
    #[must_use]
    pub fn plotted(self) -> Metric {
        Metric { plotted: true, ..self }
    }
}

/// The value of a [`Metric`].
#[derive(Clone, Debug, PartialEq)]
pub enum FigureValue {
    /// A finite number; viewers show at most four decimals.
    Number(f64),
    /// Any text.
    Text(Cow<'static, str>),
}

/// All these numbers are far below 2^53, so they are exact.
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

/// Results of an analysis: shown to viewers, hidden from a person who plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Marked cells.
    pub marks: Vec<(Place, Mark)>,
    /// Short texts on cells.
    pub labels: Vec<(Place, String)>,
    /// Details of cells.
    pub notes: Vec<(Place, String)>,
    /// Figures that follow the scene's own.
    pub figures: Vec<Metric>,
}

/// A position and everything that is shown of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Number of the round, from 0.
    pub round: u32,
    /// Turns played in the round.
    pub turn: u32,
    /// Description of the turn in a sentence, without its number.
    pub caption: String,
    /// Pieces in the game.
    pub pieces: Vec<Piece>,
    /// Pieces that left in this turn, at their last places.
    pub gone: Vec<Piece>,
    /// Lines between cells.
    pub links: Vec<Link>,
    /// Marked cells, besides those of the layout.
    pub marks: Vec<(Place, Mark)>,
    /// Short texts on cells.
    pub labels: Vec<(Place, String)>,
    /// Details of cells that are shown on demand.
    pub notes: Vec<(Place, String)>,
    /// Figures in order of display; an omitted figure keeps its value.
    pub figures: Vec<Metric>,
    /// Important events of this turn.
    pub events: Vec<String>,
    /// True if the contestant failed in this turn although later rounds follow.
    pub failed: bool,
    /// Additions for viewers of the game.
    pub analysis: Analysis,
}

impl Scene {
    /// Returns name and value of the first plotted figure.
    pub fn plotted(&self) -> Option<(&'static str, f64)> {
        self.figures.iter().find_map(|figure| match figure.value {
            FigureValue::Number(number) if figure.plotted => Some((figure.name, number)),
            _ => None,
        })
    }

    /// Merges the analysis into the scene.
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
