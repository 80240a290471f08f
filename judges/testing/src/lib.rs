//! Helpers of all judges' tests. Its functions panic where a test fails.

mod by_hand;
mod choices;
mod inputs;
mod judge;
mod tools;

pub use by_hand::ByHand;
pub use choices::check_choices;
pub use inputs::{INPUTS, Mutations, inputs};
pub use judge::{Judge, unmeasured};
pub use tools::{REQUIRE_TOOLS, Tool, run, tool_test};
