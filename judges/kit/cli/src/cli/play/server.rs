//! The server for the page of one game, run by one thread. Every user of the machine can connect,
//! so connections without the token must not use up threads, descriptors or processor time.

use std::io::{self, ErrorKind};
use std::mem;
use std::net::TcpListener;
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::http::{Connection, Refusal, RequestHead};

const CONNECTIONS: usize = 32;
/// Pause after the host has run out of descriptors.
const PAUSE: Duration = Duration::from_millis(100);
/// Time between two checks for connections that are out of time, ms.
const CHECK: u16 = 1000;

pub(super) struct Server {
    /// Does not block.
    listener: TcpListener,
    /// Oldest first.
    connections: Vec<Connection>,
}

impl Server {
    pub fn new(listener: TcpListener) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        Ok(Server {
            listener,
            connections: Vec::with_capacity(CONNECTIONS),
        })
    }

    /// Waits for input, and returns the connections whose request is complete and admitted.
    pub fn requests(
        &mut self,
        admit: impl Fn(&RequestHead) -> Result<(), Refusal>,
    ) -> io::Result<Vec<Connection>> {
        let has_client = self.wait()?;
        let mut requests = Vec::new();
        for mut connection in mem::take(&mut self.connections) {
            match connection.receive(&admit) {
                Ok(true) => requests.push(connection),
                Ok(false) if !connection.is_late() => self.connections.push(connection),
                Ok(false) | Err(_) => {}
            }
        }
        if has_client {
            self.accept();
        }
        Ok(requests)
    }

    /// Waits for input of a connection, or a client that wants to connect; returns true for the latter.
    fn wait(&self) -> io::Result<bool> {
        let connections = self.connections.iter().map(|one| one.stream.as_fd());
        let fds = [self.listener.as_fd()].into_iter().chain(connections);
        let mut fds: Vec<PollFd> = fds.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
        let timeout = match self.connections.is_empty() {
            true => PollTimeout::NONE,
            false => CHECK.into(),
        };
        match poll(&mut fds, timeout) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(fds[0].any() == Some(true))
    }

    /// Accepts a client; without room for it, another connection ends.
    fn accept(&mut self) {
        match self.listener.accept() {
            Ok((stream, _)) => {
                if self.connections.len() == CONNECTIONS {
                    self.end_one();
                }
                self.connections.extend(Connection::new(stream));
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            // The host has run out of descriptors: the client waits.
            Err(_) if self.connections.is_empty() => thread::sleep(PAUSE),
            Err(_) => self.end_one(),
        }
    }

    /// Ends the oldest connection, preferably one that is not admitted.
    fn end_one(&mut self) {
        let stranger = self.connections.iter().position(|one| one.head.is_none());
        self.connections.remove(stranger.unwrap_or(0));
    }
}
