//! Crates as one file that compiles with plain `rustc`, without warnings. [`expand`] nests the
//! source files as modules, [`prune`] cuts the items that the compiler reports as unused. Both
//! edit text at the places where `syn` finds an item, so comments and layout stay.

pub mod compiler;
mod conditions;
mod edit;
pub mod expand;
pub mod outdent;
pub mod prune;
mod syntax;
