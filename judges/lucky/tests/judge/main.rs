//! The judge of Lucky Symbols from outside: through pipes, in both forms, and against
//! slow rules.

mod by_hand;
mod duel;
mod fault;
mod fuzz;
mod linked;
mod losses;
mod pipes;
mod seeds;
