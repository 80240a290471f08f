//! The ChromeDriver process.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// Programs that may be the browser.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The browser and its driver, if both are on PATH.
pub fn installed() -> Option<(PathBuf, PathBuf)> {
    let browser = BROWSERS.iter().find_map(|name| on_path(name))?;
    Some((browser, on_path("chromedriver")?))
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// A driver that listens on a free port; killed when dropped.
pub(crate) struct Driver {
    process: Child,
    /// The port.
    pub port: u16,
}

impl Driver {
    /// Starts the driver and waits until it listens.
    ///
    /// # Errors
    /// It cannot be started, or ends without listening.
    pub fn start(program: &Path) -> Result<Driver> {
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("chromedriver")?;
        let output = process.stdout.take().context("chromedriver's output")?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        let mut driver = Driver { process, port: 0 };
        driver.port = port.context("chromedriver ended before it listened")?;
        Ok(driver)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
