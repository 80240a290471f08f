//! Plays Lucky Symbols so that the mean score of a round is large when every
//! adjacent pair pays once.

mod arrivals;
mod bid_price;
mod board;
mod clusters;
mod matching;
pub mod player;
mod prices;
mod rolling_plan;
mod square_value;
mod stopping;
mod strategy;
pub mod wire;
