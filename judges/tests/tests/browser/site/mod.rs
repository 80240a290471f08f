//! Compares the pages with games, as written by `make site`, with the judges' own programs.

pub mod answers;
mod board;
pub mod hand;
pub mod judged;
pub mod lessons;
pub mod look;
pub mod losses;
pub mod pointing;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use harness::hostile::Arena;

use crate::shown::Shown;

/// Options as names and values.
type Options = &'static [(&'static str, &'static str)];

/// A game with options of a small case.
pub struct SmallGame {
    /// Its name.
    name: &'static str,
    /// Options that draw the case.
    case: Options,
    /// Options that score it.
    score: Options,
}

/// All games.
const GAMES: [SmallGame; 5] = [
    SmallGame::new("ioiwari", &[], &[]),
    SmallGame::new("lucky", &[("subtask", "2")], &[("rounds", "1")]),
    SLIDER,
    TONGA,
    SmallGame::new("yahtzee", &[("games", "1")], &[]),
];

const SLIDER: SmallGame = SmallGame::new("slider", &[("N", "10"), ("H", "3")], &[]);
const TONGA: SmallGame = SmallGame::new("tonga", &[("N", "6")], &[]);

impl SmallGame {
    const fn new(name: &'static str, case: Options, score: Options) -> SmallGame {
        SmallGame { name, case, score }
    }

    /// Returns the options that draw the case and score it, as a page's fragment.
    fn fragment(&self) -> String {
        let options = self.case.iter().chain(self.score);
        let options = options.map(|(name, value)| format!("&{name}={value}"));
        format!("#seed=3{}", options.collect::<String>())
    }

    /// Returns the same options for a command line.
    fn options(&self) -> String {
        typed(self.case) + &typed(self.score)
    }

    /// Opens the page at the case of seed 3.
    fn open(&self) -> Shown {
        let file = site().join(format!("{}.html", self.name));
        let page = Shown::open_file(&file, &self.fragment());
        page.wait("document.body.dataset.refreshed !== undefined");
        for (name, value) in self.case {
            page.check(&format!("$('#option-{name}').value === '{value}'"));
        }
        page
    }
}

/// Returns options for a command line, with a space before each.
fn typed(options: Options) -> String {
    let words = options.iter().map(|(name, value)| match name.len() {
        1 => format!(" -{name} {value}"),
        _ => format!(" --{name} {value}"),
    });
    words.collect()
}

/// Returns the folder of the pages, which are written once.
fn site() -> &'static Path {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    SITE.get_or_init(|| {
        let run = Arena::here().run("xtask site");
        assert_eq!(run.status, 0, "{run:?}");
        let site = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/site");
        Path::new(site).canonicalize().unwrap()
    })
}
