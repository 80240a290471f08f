//! The judge of Slider from outside: through pipes, and against slow rules.

mod by_hand;
mod fault;
mod fuzz;
mod losses;
mod official;
mod pipes;
