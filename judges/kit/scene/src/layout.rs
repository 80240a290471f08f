//! The constant part of a case's scenes: cells and kinds of pieces.

#[cfg(feature = "page")]
use serde::Serialize;

use super::{LegendEntry, Mark, Place, Role};

/// Cells, trays, and kinds of pieces.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "page", derive(Serialize))]
pub struct SceneLayout {
    /// The cells.
    pub shape: Arrangement,
    /// Places next to the cells.
    pub trays: Vec<Tray>,
    /// The kinds of pieces.
    pub kinds: Vec<PieceKind>,
    /// Cells that are marked all the time.
    pub marks: Vec<(Place, Mark)>,
    /// Meanings of signs other than named pieces; other marks have general meanings.
    #[cfg_attr(feature = "page", serde(skip))]
    pub legend: Vec<LegendEntry>,
    /// True if the first plotted figure is the raw score so far, comparable with a bound and the
    /// best known score.
    #[cfg_attr(feature = "page", serde(skip))]
    pub compared: bool,
}

/// Arrangement of the cells.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "page",
    derive(Serialize),
    serde(tag = "type", rename_all = "lowercase")
)]
pub enum Arrangement {
    /// Rows of cells.
    Grid {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        cols: u32,
        /// Names of the rows from the top; without them, their indices.
        row_names: Vec<String>,
        /// Names of the columns from the left; without them, their indices.
        col_names: Vec<String>,
    },
    /// Pits in a circle, clockwise; the trays lie inside.
    Ring {
        /// Names of the pits.
        names: Vec<String>,
    },
}

impl Default for Arrangement {
    fn default() -> Arrangement {
        Arrangement::grid(0, 0)
    }
}

impl Arrangement {
    /// A grid whose rows and columns go by their indices.
    pub fn grid(rows: usize, cols: usize) -> Arrangement {
        Arrangement::Grid {
            rows: rows as u32,
            cols: cols as u32,
            row_names: Vec::new(),
            col_names: Vec::new(),
        }
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> u64 {
        match self {
            Arrangement::Grid { rows, cols, .. } => u64::from(*rows) * u64::from(*cols),
            Arrangement::Ring { names } => names.len() as u64,
        }
    }
}

/// A place next to the cells: a bank, a hand, an offer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "page", derive(Serialize))]
pub struct Tray {
    /// Its name.
    pub name: String,
    /// Its owner.
    pub role: Role,
}

impl Tray {
    /// A tray of this name and owner.
    pub fn new(name: &str, role: Role) -> Tray {
        Tray {
            name: name.into(),
            role,
        }
    }
}

/// A kind of pieces.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "page", derive(Serialize))]
pub struct PieceKind {
    /// Its name, in the legend unless it is empty.
    pub name: String,
    /// The text on the piece, a few characters at most; on a die, the number of pips.
    pub label: String,
    /// Details, shown on demand.
    pub note: String,
    /// Owner of its pieces, or their worth.
    pub role: Role,
    /// Form of its pieces.
    pub form: Form,
}

impl PieceKind {
    /// A kind of neither side, without label and note.
    pub fn new(name: impl Into<String>, form: Form) -> PieceKind {
        PieceKind {
            name: name.into(),
            label: String::new(),
            note: String::new(),
            role: Role::Neutral,
            form,
        }
    }
}

/// Form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "page", derive(Serialize), serde(rename_all = "lowercase"))]
pub enum Form {
    /// A square that fills its cell.
    Block,
    /// A disc that fills its cell.
    Stone,
    /// A small disc, several to a cell.
    Bead,
    /// A die.
    Die,
}
