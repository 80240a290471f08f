//! The judge of Ioiwari from outside: through pipes, and against slow rules.

mod browser;
mod by_hand;
mod fault;
mod fuzz;
mod losses;
mod pipes;
