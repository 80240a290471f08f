//! The judges, and what the suite has to know of each game.

use judge_kit::Verdict::{self, Ok, Ole, Wa};

use crate::contestants::{Expected, Kind};

/// One judge and a short case of its game.
#[derive(Debug)]
pub struct Game {
    /// Name of the game; the judge is `<name>-judge`, our solver `<name>`.
    pub name: &'static str,
    /// Whether judge and contestant take turns.
    pub kind: Kind,
    /// What makes the judge's case a short one.
    pub case: &'static [&'static str],
    /// An answer that looks valid.
    pub line: &'static str,
    /// Where this judge's word is not that of its kind: by the game's rules.
    pub exceptions: &'static [(&'static str, Verdict, &'static str)],
}

/// The judges in the suite.
pub const GAMES: [Game; 5] = [
    Game {
        name: "slider",
        kind: Kind::Offline,
        case: &["--seed", "1", "-N", "10", "-C", "3", "-H", "2", "-F", "0.5"],
        line: "0",
        // What follows the last turn is ignored, and `0` is a game without turns.
        exceptions: &[
            ("closes-stdin", Ok, ""),
            ("reads-nothing-answers", Ok, ""),
            ("answers-early", Ok, ""),
            ("says-more", Ok, ""),
            ("binary", Wa, "where the number of turns should be"),
        ],
    },
    Game {
        name: "lucky",
        kind: Kind::Interactive,
        case: &["--seed", "1", "--subtask", "1"],
        line: "place 0 0",
        // The grid is one square, whose coordinates are naught however written.
        exceptions: &[("first-number=-0", Ok, "")],
    },
    Game {
        name: "yahtzee",
        kind: Kind::Offline,
        case: &["--seed", "1", "--games", "20"],
        line: "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        // A number, but not the score that the total needs.
        exceptions: &[("first-number=-0", Wa, "the total is")],
    },
    Game {
        name: "ioiwari",
        kind: Kind::Interactive,
        case: &["--seed", "5"],
        line: "1",
        // A game is so short that a block of the flood is past the limit.
        exceptions: &[("endless-lines", Ole, "more than 4096 bytes of output")],
    },
    Game {
        name: "tonga",
        kind: Kind::Interactive,
        case: &["--seed", "1", "-N", "6"],
        line: "0 0",
        exceptions: &[
            // Naught is a row, but not the one our solver has chosen: sooner or later that ends badly.
            ("first-number=-0", Wa, ""),
            ("endless-lines", Ole, "more than 16384 bytes of output"),
        ],
    },
];

/// The game of this name.
///
/// # Panics
/// There is none.
pub fn game(name: &str) -> &'static Game {
    let found = GAMES.iter().find(|game| game.name == name);
    found.unwrap_or_else(|| panic!("no game {name}"))
}

impl Game {
    /// What this judge must say of a contestant.
    pub fn expects(&self, contestant: &crate::Contestant) -> Expected {
        let exception = self
            .exceptions
            .iter()
            .find(|(name, _, _)| *name == contestant.name);
        match exception {
            Some(&(_, verdict, reason)) => Expected { verdict, reason },
            None => contestant.expected(self.kind),
        }
    }
}
