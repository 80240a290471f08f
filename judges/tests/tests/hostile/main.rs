//! Tests every judge against hostile contestants and unusual use.

mod ending;
mod every_game;
mod killing;
mod page_server;
mod sessions;
mod stopped;
mod suite;
