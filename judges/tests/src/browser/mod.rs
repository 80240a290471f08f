//! Drives Chromium through ChromeDriver by the W3C WebDriver protocol.

mod driver;
mod pointer;
mod session;

pub use pointer::{Pointer, PointerStep, WindowPoint};
pub use session::Browser;
