//! The ChromeDriver process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

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
