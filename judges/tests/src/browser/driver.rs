//! The ChromeDriver process.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::{KilledOnDrop, Tool};

/// A driver that listens on a free port.
pub(crate) struct Driver {
    _process: KilledOnDrop,
    /// The port.
    pub port: u16,
}

impl Driver {
    /// Starts the driver and waits until it listens.
    pub fn start() -> Driver {
        let program = Tool::ChromeDriver.path();
        let mut process = Command::new(program.expect("no chromedriver on PATH"))
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = process.stdout.take().unwrap();
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        let port = port.expect("chromedriver ended before it listened");
        let _process = KilledOnDrop(process);
        Driver { _process, port }
    }
}
