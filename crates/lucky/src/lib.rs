//! Plays Lucky Symbols so that the mean score of a round is large when every
//! adjacent pair pays once.

mod arrivals;
mod blobs;
mod board;
mod market;
mod pairing;
mod plan;
pub mod player;
mod prices;
mod prospect;
mod stopping;
mod strategy;
pub mod wire;
