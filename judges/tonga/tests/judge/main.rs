//! The judge of PseudoTonga from outside: through pipes, and against slow rules.

mod by_hand;
mod duel;
mod fault;
mod foresight;
mod fuzz;
mod losses;
mod pipes;
mod referee;
mod show;
