//! Command-line sessions that need a tool.

use harness::hostile::Arena;
use harness::{Tool, check_session, tool_test};
use libtest_mimic::Trial;

/// Sessions, and the tools that they need.
const SESSIONS: [(&str, Tool); 3] =
    [("bubblewrap", Tool::BUBBLEWRAP), ("pahcer", Tool::PAHCER), ("psytester", Tool::PSYTESTER)];

/// Returns a test for every session.
pub(super) fn tests() -> impl Iterator<Item = Trial> {
    SESSIONS.into_iter().map(|(name, tool)| {
        tool_test(&[tool], &format!("sessions::{name}"), move || {
            // The programs must be current.
            Arena::here();
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools");
            check_session(format!("{folder}/{name}.txt"));
        })
    })
}
