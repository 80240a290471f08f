//! The part of a case's scenes that never changes: cells, trays and kinds of pieces.

use super::{LegendEntry, Mark, Place, Role};

/// Cells, trays, and kinds of pieces.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
pub struct SceneLayout {
    /// The cells.
    pub shape: Arrangement,
    /// Places next to the cells.
    pub trays: Vec<Tray>,
    /// The kinds of pieces.
    pub kinds: Vec<PieceKind>,
    /// Marks that are always shown.
    pub marks: Vec<(Place, Mark)>,
    /// Legend entries of the game's own signs; marks without an entry have a general meaning.
    #[cfg_attr(feature = "page", serde(skip))]
    pub legend: Vec<LegendEntry>,
    /// True if the first plotted figure is the current raw score, which can be compared with a
    /// bound and the best known score.
    #[cfg_attr(feature = "page", serde(skip))]
    pub compared: bool,
}

/// Arrangement of the cells.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "page",
    derive(serde::Serialize),
    serde(tag = "type", rename_all = "lowercase")
)]
pub enum Arrangement {
    /// Rows of cells.
    Grid {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        cols: u32,
        /// Names of the rows from the top; if empty, their indices are used.
        row_names: Vec<String>,
        /// Names of the columns from the left; if empty, their indices are used.
        col_names: Vec<String>,
    },
    /// Pits in a circle, clockwise; the trays are inside.
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
    /// Returns a grid whose rows and columns are named by their indices.
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

/// A place beside the cells: a bank, a hand, an offer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
pub struct Tray {
    /// Its name.
    pub name: String,
    /// Its owner.
    pub role: Role,
}

impl Tray {
    /// Returns a tray with this name and owner.
    pub fn new(name: &str, role: Role) -> Tray {
        Tray { name: name.into(), role }
    }
}

/// A kind of pieces.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
pub struct PieceKind {
    /// Its name, shown in the legend unless it is empty.
    pub name: String,
    /// Text on the piece, a few characters at most; on a die, the number of pips.
    pub label: String,
    /// Details that are shown on demand.
    pub note: String,
    /// Value by which a person waits for such a piece.
    pub value: Option<u32>,
    /// Owner of the pieces, or their value.
    pub role: Role,
    /// Form of its pieces.
    pub form: Form,
}

impl PieceKind {
    /// Returns a neutral kind without label and note.
    pub fn new(name: impl Into<String>, form: Form) -> PieceKind {
        PieceKind {
            name: name.into(),
            label: String::new(),
            note: String::new(),
            value: None,
            role: Role::Neutral,
            form,
        }
    }
}

/// Form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "page", derive(serde::Serialize))]
#[cfg_attr(feature = "page", serde(rename_all = "lowercase"))]
pub enum Form {
    /// A square that fills its cell.
    Block,
    /// A disc that fills its cell.
    Stone,
    /// A small disc; a cell may contain several.
    Bead,
    /// A die.
    Die,
}
