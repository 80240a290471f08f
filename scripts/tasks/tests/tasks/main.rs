//! Tests of the tasks, and of rules that the whole workspace keeps.

mod bench;
mod data;
mod expand;
mod games;
mod new;
mod play;
mod prune;
mod purity;
mod readme;
mod style;
mod submissions;
