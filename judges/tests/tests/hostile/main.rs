//! Every judge against contestants and users of every kind.

mod ending;
mod every_game;
mod existing;
mod habits;
mod killing;
mod load;
mod measuring;
mod page_server;
mod promises;
mod sessions;
mod status;
mod stopped;
mod suite;
mod surroundings;
mod terminal;
mod transcripts;
mod unprintable;
