//! Turns crates into one file that plain `rustc` compiles without warnings. [`expand`] nests the
//! source files as modules; [`prune`] cuts the items that the compiler reports as unused. Both edit
//! the text where `syn` finds an item, so comments and layout stay. [`header`] writes what stands
//! above the program, and keeps the documentation true to the file.

pub mod compiler;
mod conditions;
mod edit;
pub mod expand;
pub mod header;
pub mod prune;
mod syntax;
