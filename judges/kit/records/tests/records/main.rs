//! Records, what is concluded from them, and the statistics.

mod league;
mod outcome;
mod record;
mod sequential;
mod statistics;
