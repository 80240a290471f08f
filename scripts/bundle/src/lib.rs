//! Turns a solver of the workspace into one file that compiles with plain
//! `rustc`, without warnings.
//!
//! The `cg-bundler` crate expands modules, drops tests and inlines path
//! dependencies. What it lacks is put around it:
//!
//! 1. [`stage`]: it loses a library that the program names without importing
//!    it, imports from deeper in that library, and what a library takes from a
//!    dependency. So it gets a copy of the solver in which the library is a
//!    module of the program.
//! 2. [`prune`]: it keeps every module of a dependency. So whatever the
//!    compiler calls dead is cut, until the compiler has nothing left to say.
//! 3. [`layout`]: it drops what a module says about itself and puts dependencies
//!    first. So those words come back, and the program comes first.

pub mod cli;
pub mod compiler;
pub mod layout;
pub mod prune;
pub mod stage;
pub mod submission;

pub use submission::Submission;
