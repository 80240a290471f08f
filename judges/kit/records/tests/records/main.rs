//! Records, what is concluded from them, and the statistics.

mod league;
mod record;
mod sequential;
mod statistics;
