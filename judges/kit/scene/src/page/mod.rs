//! The page that shows a replay: one self-contained HTML file.

mod document;
mod index;
mod links;
mod rules;

pub use document::{Parts, document, filled, is_titled, page, skeleton};
pub use index::{IndexRow, index, last_position, percent};
pub use links::{PageLinks, address};
pub use rules::{section, summary};

#[cfg(test)]
mod tests;
