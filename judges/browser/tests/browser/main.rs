//! The viewer's page in headless Chromium. Every test ends with a look at the console:
//! nothing may have been written to it.

mod games;
mod harness;
mod keys;
mod pages;
mod pair;
mod rounds;
mod saving;
mod solitaire;
mod speed;
