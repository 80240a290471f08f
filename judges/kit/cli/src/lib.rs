//! The command line of all judges: subcommands, runs of contestants, play by hand. A judge is a
//! [`game::Game`] and a call of [`main`].

mod cli;
mod exec;
mod linked;
mod runs;
mod signals;

pub use cli::main;
