//! The judge of Yahtzee from outside: through pipes, and against slow rules.

mod by_hand;
mod fault;
mod fuzz;
mod losses;
mod pipes;
