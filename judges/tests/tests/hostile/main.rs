//! Every judge against contestants and users of every kind.

mod ending;
mod every_game;
mod killing;
mod load;
mod measuring;
mod page_server;
mod sessions;
mod stopped;
mod suite;
mod transcripts;
