//! Every judge against contestants and users of every kind.

mod duels;
mod ending;
mod existing;
mod files;
mod going_on;
mod habits;
mod killing;
mod load;
mod measuring;
mod mistakes;
mod options;
mod promises;
mod salt;
mod same_case;
mod spelling;
mod status;
mod suite;
mod summary;
mod surroundings;
mod terminal;
mod transcripts;
mod unprintable;
mod whole;
