//! What every judge shares. A judge is a [`Game`]: a generator, a referee and
//! a scorer; [`main`] gives it the command line, runs contestants under their
//! limits, and reports.

mod cli;
mod contestant;
mod game;
mod line;
mod runs;
mod stats;
mod verdict;

pub use cli::main;
pub use contestant::{Limits, Pipes, Wire};
pub use game::{Bound, Built, Game, Malformed, Marks};
pub use line::{Line, lines, number};
pub use runs::{Parameters, Record, Stream, csv, rng};
pub use stats::{Summary, table};
pub use verdict::{Fault, Verdict};
