//! Plays Lucky Symbols so that the mean score of a round is large when every
//! adjacent pair pays once.

pub mod player;
mod stopping;
mod strategy;
pub mod wire;
