//! Code that a submission may use, std only: general tools first, then one module
//! per game with its positions, legal moves and scoring kernel.
//!
//! Judges and submissions call the same kernels, so each rule is written once;
//! the tests check every kernel against a second, slow implementation.

pub mod answers;
pub mod clock;
pub mod fingerprint;
pub mod grid;
pub mod ioiwari;
pub mod lucky;
pub mod rng;
pub mod slider;
pub mod tokens;
pub mod tonga;
pub mod yahtzee;
