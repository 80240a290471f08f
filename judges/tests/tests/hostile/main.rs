//! Every judge against contestants and users of every kind.

mod ending;
mod every_game;
mod existing;
mod files;
mod going_on;
mod habits;
mod killing;
mod load;
mod measuring;
mod page_server;
mod promises;
mod salt;
mod same_case;
mod sessions;
mod status;
mod suite;
mod surroundings;
mod terminal;
mod transcripts;
mod unprintable;
mod whole;
