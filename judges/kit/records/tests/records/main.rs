//! Tests of records, conclusions and statistics.

mod league;
mod outcome;
mod record;
mod sequential;
mod statistics;
mod verdicts;
