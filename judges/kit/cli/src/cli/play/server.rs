//! A server for the page of one game, run by one thread. Every user of the machine can connect, so
//! connections without the token must not use up threads, descriptors or processor time.

use std::io::{self, ErrorKind};
use std::net::TcpListener;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::http::{Connection, HttpRequest, Refusal, RequestHead};

const CONNECTIONS: usize = 32;
/// Pause of a host that has no descriptor for a connection.
const PAUSE: Duration = Duration::from_millis(100);
/// Longest wait without a connection.
const IDLE: Duration = Duration::from_secs(60);

pub(super) struct Server {
    /// Does not block.
    listener: TcpListener,
    /// Oldest first.
    connections: Vec<Connection>,
    /// When connections are accepted again.
    rests_until: Instant,
}

impl Server {
    pub fn new(listener: TcpListener) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        Ok(Server {
            listener,
            connections: Vec::with_capacity(CONNECTIONS),
            rests_until: Instant::now(),
        })
    }

    /// Waits for requests whose heads `admit` accepts, and returns them.
    pub fn requests(
        &mut self,
        admit: impl Fn(&RequestHead) -> Result<(), Refusal>,
    ) -> io::Result<Vec<HttpRequest>> {
        let (has_client, has_bytes) = self.wait()?;
        let now = Instant::now();
        let mut requests = Vec::new();
        let connections = std::mem::take(&mut self.connections);
        for (mut connection, has_bytes) in connections.into_iter().zip(has_bytes) {
            let received = match has_bytes {
                true => connection.receive(&admit),
                false => Ok(false),
            };
            match received {
                Ok(true) => requests.extend(connection.into_request()),
                Ok(false) if now < connection.until() => self.connections.push(connection),
                Ok(false) | Err(_) => {}
            }
        }
        if has_client {
            self.accept();
        }
        Ok(requests)
    }

    /// Waits for work: returns whether a client wants to connect, and which connections have input.
    fn wait(&self) -> io::Result<(bool, Vec<bool>)> {
        let now = Instant::now();
        let accepts = self.rests_until <= now;
        let ends = self.connections.iter().map(Connection::until);
        let rest = (!accepts).then_some(self.rests_until);
        let due = ends.chain(rest).min().unwrap_or(now + IDLE);
        let flags = match accepts {
            true => PollFlags::POLLIN,
            false => PollFlags::empty(),
        };
        let mut fds = vec![PollFd::new(self.listener.as_fd(), flags)];
        let connections = self.connections.iter();
        fds.extend(connections.map(|one| PollFd::new(one.as_fd(), PollFlags::POLLIN)));
        let ms = due.saturating_duration_since(now).as_millis() + 1;
        match poll(
            &mut fds,
            PollTimeout::try_from(ms).unwrap_or(PollTimeout::MAX),
        ) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = fds.iter().map(|fd| fd.any() == Some(true));
        Ok((ready.next() == Some(true), ready.collect()))
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
            // The host has no descriptor left: the client waits.
            Err(_) if self.connections.is_empty() => self.rests_until = Instant::now() + PAUSE,
            Err(_) => self.end_one(),
        }
    }

    /// Ends the oldest connection, preferably one that is not admitted.
    fn end_one(&mut self) {
        let stranger = self.connections.iter().position(|one| !one.is_admitted());
        self.connections.remove(stranger.unwrap_or(0));
    }
}
