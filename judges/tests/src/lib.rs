//! Harness of all judges' tests: runs judges, hostile contestants, a browser, and tests that need a
//! tool. Its functions panic if a test fails.

pub mod browser;
mod built;
mod by_hand;
pub mod hostile;
mod inputs;
mod lessons;
mod moves;
mod page_server;
mod session;
pub mod slow_rules;
mod tools;

pub use built::{KilledOnDrop, ensure_current};
pub use by_hand::ByHand;
pub use inputs::{Mutations, input_count, inputs};
pub use lessons::{Course, Lesson};
pub use moves::check_moves;
pub use page_server::PageServer;
pub use session::{check_session, check_sessions};
pub use tools::{REQUIRE_TOOLS, Tool, run, tool_test};
