//! Drives Chromium through ChromeDriver by the W3C WebDriver protocol.

mod browser;
mod driver;

pub use browser::Browser;
