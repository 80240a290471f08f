//! The report program, from its help to its pages.

mod compare;
mod folder;
mod help;
mod history;
mod league;
mod merge;
mod readme;
mod table;
mod transcripts;
mod unprintable;
