//! Parts that the command lines of judges and reports share: examples in their help, completions
//! of shells, manual pages.

mod completions;
mod exit;
mod help;

pub use completions::CompletionsArgs;
pub use exit::exit;
pub use help::{Example, with_examples};
