//! The page that shows a replay: one HTML file that holds everything.

mod document;
mod index;
mod links;
mod rules;

pub use document::{Parts, document, filled, page, skeleton};
pub use index::{IndexRow, index, last_position, percent};
pub use links::{PageLinks, address};
pub use rules::{section, summary};

#[cfg(test)]
mod tests;
