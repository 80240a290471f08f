//! A judge that serves a page.

use std::io::{BufRead, BufReader, Read};
use std::process::{ChildStdout, Stdio};

use crate::KilledOnDrop;
use crate::hostile::Arena;

/// A judge that serves the page of a game by hand.
pub struct PageServer {
    /// Folder with the judge's files.
    pub arena: Arena,
    /// Address of the server: `127.0.0.1:PORT`.
    pub host: String,
    /// Path of the page: `/TOKEN/`.
    pub path: String,
    child: KilledOnDrop,
    output: BufReader<ChildStdout>,
}

impl PageServer {
    /// Starts the judge of a game with further options.
    #[track_caller]
    pub fn start(game: &str, options: &str) -> PageServer {
        let arena = Arena::here();
        let mut judge = arena.command(&format!("{game}-judge play --browser {options}"));
        judge.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let mut child = judge.stderr(Stdio::inherit()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let (host, path) = line.strip_prefix("play at http://").unwrap().split_once('/').unwrap();
        let path = path.split(' ').next().unwrap();
        PageServer {
            arena,
            host: host.into(),
            path: format!("/{path}"),
            child: KilledOnDrop(child),
            output,
        }
    }

    /// Waits until the judge exits; returns its exit status and the rest of its output.
    pub fn end(&mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.0.wait().unwrap().code(), rest)
    }
}
