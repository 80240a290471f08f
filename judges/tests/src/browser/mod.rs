//! Drives Chromium through ChromeDriver by the W3C WebDriver protocol.

mod browser;
mod driver;
mod pointer;

pub use browser::Browser;
pub use pointer::{Pointer, PointerStep, WindowPoint};
