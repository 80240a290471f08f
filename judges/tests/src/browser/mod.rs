//! Drives Chromium and Firefox by the commands of the W3C WebDriver protocol.

mod connection;
mod pointer;
mod session;

use std::time::Duration;

pub use connection::Engine;
pub use pointer::{Pointer, PointerStep, WindowPoint};
pub use session::Browser;

/// Maximum wait for an answer, a condition or a script; a busy host may be slow.
const PATIENCE: Duration = Duration::from_secs(300);
