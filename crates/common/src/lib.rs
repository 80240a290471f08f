//! Code shared by submissions and judges, without dependencies: general tools, then one module per
//! game with positions, legal moves and scoring kernel.
//!
//! Each rule is written once. The tests check every kernel against a second, slow implementation.

pub mod answers;
pub mod clock;
pub mod exit;
pub mod fingerprint;
pub mod grid;
pub mod ioiwari;
pub mod lucky;
pub mod rng;
pub mod slider;
pub mod tokens;
pub mod tonga;
pub mod yahtzee;
