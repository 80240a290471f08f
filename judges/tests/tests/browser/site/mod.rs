//! Compares the pages with games, as written by `make site`, with the judges' own programs.

pub mod answers;
mod board;
pub mod hand;
pub mod judged;
pub mod lessons;
pub mod losses;
pub mod pointing;
pub mod walk;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use harness::browser::Engine;
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
    /// True if pieces stay where they were placed.
    stays: bool,
    /// Reason why a place that was just used cannot be used again.
    used: &'static str,
    /// Maximum number of moves by hand in a whole game; our solver plays the rest.
    moves: usize,
}

/// All games.
const GAMES: [SmallGame; 5] = [
    SmallGame {
        stays: false,
        ..SmallGame::new("ioiwari", &[], "This pit is empty: choose one with beads.")
    },
    SmallGame {
        score: &[("rounds", "1")],
        moves: 8,
        ..SmallGame::new(
            "lucky",
            &[("subtask", "2")],
            "This square is taken: choose an empty one, or discard.",
        )
    },
    SLIDER,
    TONGA,
    SmallGame::new(
        "yahtzee",
        &[("games", "1")],
        "This category is entered already: choose another one.",
    ),
];

const SLIDER: SmallGame = SmallGame {
    stays: false,
    moves: 20,
    ..SmallGame::new("slider", &[("N", "10"), ("H", "3")], "This square is empty: choose a block.")
};

const TONGA: SmallGame =
    SmallGame::new("tonga", &[("N", "6")], "This square is taken: choose an empty one.");

impl SmallGame {
    const fn new(name: &'static str, case: Options, used: &'static str) -> SmallGame {
        SmallGame { name, case, score: &[], stays: true, used, moves: usize::MAX }
    }

    /// Returns true if the judge computes losses: of PseudoTonga, neither the best play nor a tight
    /// bound is known.
    fn has_losses(&self) -> bool {
        self.name != "tonga"
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

    /// Opens the page in Chromium at the case of seed 3.
    fn open(&self) -> Shown {
        self.open_in(Engine::Chromium)
    }

    fn open_in(&self, engine: Engine) -> Shown {
        let file = site().join(format!("{}.html", self.name));
        let page = Shown::visit_in(engine, &format!("file://{}", file.display()), &self.fragment());
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
        Arena::here().output("xtask site", 0);
        let site = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/site");
        Path::new(site).canonicalize().unwrap()
    })
}
