//! The page that shows a replay: one HTML file that holds everything.

// A game's program within a page writes data alone: a change of the page does not recompile it.
#[cfg(not(target_family = "wasm"))]
mod document;
mod encode;
#[cfg(not(target_family = "wasm"))]
mod index;
#[cfg(not(target_family = "wasm"))]
mod links;
#[cfg(not(target_family = "wasm"))]
mod rules;

#[cfg(not(target_family = "wasm"))]
pub use document::{Parts, document, filled, page, skeleton};
pub(crate) use encode::packed_json;
pub use encode::{base64, data, packed};
#[cfg(not(target_family = "wasm"))]
pub use index::{IndexRow, index, last_position, percent};
#[cfg(not(target_family = "wasm"))]
pub use links::{PageLinks, address};
#[cfg(not(target_family = "wasm"))]
pub use rules::summary;

#[cfg(test)]
mod tests;
