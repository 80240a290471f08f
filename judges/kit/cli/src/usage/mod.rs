//! Parts of the command lines of judges and reports: examples, completions, manual pages.

mod completions;
mod exit;
mod help;

pub use completions::CompletionsArgs;
pub use exit::exit;
pub use help::{Example, with_examples};
