//! Messages between a judge and its supervisor, over a socket that can pass descriptors.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, Shutdown, SocketFlags, SocketType, recvmsg, sendmsg, shutdown,
    socketpair,
};
use serde::{Deserialize, Serialize};

use super::report::Report;

/// Size of a buffer for any message, bytes.
const LONGEST: usize = 4096;

/// Request for a contestant, with its streams.
const START: &[u8] = b"start";
/// Request for the end of the contestant.
const STOP: &[u8] = b"stop";

/// The contestant's ends of its streams.
pub(crate) struct StreamEnds {
    pub stdin: OwnedFd,
    pub stdout: OwnedFd,
    /// The file for its standard error, if that is saved.
    pub stderr: Option<OwnedFd>,
}

/// A judge's request to its supervisor.
pub(crate) enum Request {
    /// Starts the next contestant.
    Start(StreamEnds),
    /// Stops the one that runs, if there is one.
    Stop,
}

/// A supervisor's message to its judge.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// It waits for its first request.
    Ready,
    /// The contestant's first process has exited with status 0, and others still run: they are
    /// stopped at the judge's request, or soon.
    FirstExited,
    /// The contestant has ended; the answer to every [`Request::Start`].
    Ended(Report),
}

/// One end of the socket.
pub(crate) struct Channel(OwnedFd);

impl Channel {
    /// Two connected ends.
    pub fn pair() -> io::Result<(Channel, Channel)> {
        let flags = SocketFlags::CLOEXEC;
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        Ok((Channel(ours), Channel(theirs)))
    }

    /// Asks the supervisor to start a contestant with these streams.
    pub fn start(&self, streams: &StreamEnds) -> io::Result<()> {
        let mut fds = vec![streams.stdin.as_fd(), streams.stdout.as_fd()];
        fds.extend(streams.stderr.as_ref().map(OwnedFd::as_fd));
        self.send(START, &fds)
    }

    /// Asks the supervisor to stop its contestant, which may have ended already.
    pub fn stop(&self) -> io::Result<()> {
        self.send(STOP, &[])
    }

    /// Receives the judge's next request; `None` if the judge is gone.
    pub fn request(&self) -> io::Result<Option<Request>> {
        let (text, fds) = self.receive()?;
        let mut fds = fds.into_iter();
        match (&text[..], fds.next(), fds.next()) {
            (START, Some(stdin), Some(stdout)) => Ok(Some(Request::Start(StreamEnds {
                stdin,
                stdout,
                stderr: fds.next(),
            }))),
            (STOP, None, None) => Ok(Some(Request::Stop)),
            (b"", ..) => Ok(None),
            _ => Err(io::Error::other("not a request of a judge")),
        }
    }

    /// Sends the judge a message.
    pub fn report(&self, message: &Message) -> io::Result<()> {
        self.send(&serde_json::to_vec(message)?, &[])
    }

    /// Receives the supervisor's next message; `None` if the supervisor is gone.
    ///
    /// # Errors
    /// The supervisor has sent its own fault instead.
    pub fn message(&self) -> io::Result<Option<Message>> {
        let text = match self.receive() {
            // It may be gone with a request unread.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
            received => received?.0,
        };
        if text.is_empty() {
            return Ok(None);
        }
        let message = serde_json::from_slice(&text).map_err(|_| {
            let text = String::from_utf8_lossy(&text);
            io::Error::other(format!("supervisor: {}", text.trim_end()))
        });
        message.map(Some)
    }

    /// Waits until a message has come, or the other end is gone; `false` if neither happens within
    /// `patience`.
    pub fn has_message(&self, patience: Duration) -> io::Result<bool> {
        let patience = PollTimeout::try_from(patience).unwrap_or(PollTimeout::MAX);
        loop {
            match poll(
                &mut [PollFd::new(self.as_fd(), PollFlags::POLLIN)],
                patience,
            ) {
                Err(Errno::EINTR) => {}
                ready => return Ok(ready? > 0),
            }
        }
    }

    /// Closes the connection.
    pub fn hang_up(&self) {
        let _ = shutdown(&self.0, Shutdown::Both);
    }

    fn send(&self, text: &[u8], fds: &[BorrowedFd]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !fds.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(fds));
        }
        sendmsg(
            &self.0,
            &[IoSlice::new(text)],
            &mut control,
            SendFlags::NOSIGNAL,
        )?;
        Ok(())
    }

    /// Receives a message and its descriptors; no text if the other end is gone.
    fn receive(&self) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
        let mut text = vec![0; LONGEST];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::CMSG_CLOEXEC;
        let received = loop {
            match recvmsg(
                &self.0,
                &mut [IoSliceMut::new(&mut text)],
                &mut control,
                flags,
            ) {
                Err(rustix::io::Errno::INTR) => {}
                received => break received?,
            }
        };
        text.truncate(received.bytes);
        let mut fds = Vec::new();
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(passed) = message {
                fds.extend(passed);
            }
        }
        Ok((text, fds))
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl From<OwnedFd> for Channel {
    fn from(socket: OwnedFd) -> Channel {
        Channel(socket)
    }
}

impl From<Channel> for OwnedFd {
    fn from(channel: Channel) -> OwnedFd {
        channel.0
    }
}
