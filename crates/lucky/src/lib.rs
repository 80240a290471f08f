//! A player of Lucky Symbols. It maximises the mean score of a round in which every adjacent pair
//! counts once.

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
mod timer;
mod tuning;
pub mod wire;
