//! What every judge shares. A judge is a [`Game`]: a generator, a referee and
//! a scorer; [`main`] gives it the command line, runs contestants under their
//! limits, and reports.

mod bests;
mod cli;
mod contestant;
mod csv;
#[cfg(test)]
mod fuzz;
mod game;
mod generate;
mod job;
mod limits;
mod line;
mod lookout;
mod options;
mod play;
mod processes;
mod progress;
mod record;
mod report;
mod run;
mod saved;
mod score;
mod seed;
mod summary;
mod supervisor;
mod verdict;
mod wire;

pub use cli::main;
pub use contestant::Pipes;
pub use csv::csv;
pub use game::{Bound, Built, Game, Malformed, Marks};
pub use limits::Limits;
pub use line::{Line, lines, number};
pub use record::{Parameters, Record};
pub use seed::{Stream, rng};
pub use summary::{Summary, table};
pub use verdict::{Fault, Verdict};
pub use wire::Wire;
