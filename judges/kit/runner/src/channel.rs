//! Messages between judge and supervisor, over a socket that can also pass descriptors.

use std::io::{self, ErrorKind, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::io::{Errno, retry_on_intr};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, Shutdown, SocketFlags, SocketType, recvmsg, sendmsg, shutdown,
    socketpair,
};
use serde::{Deserialize, Serialize};

use super::ready::ready;
use super::report::{Report, StartError};

/// Request to start a contestant.
const START: &[u8] = b"start";

/// Maximum size of a message, bytes.
const LONGEST: usize = 4096;

/// The contestant's standard input and output, the file for its standard error, and the pipe for
/// the verdict of a grader.
pub(crate) type StreamEnds = ([OwnedFd; 3], Option<OwnedFd>);

/// A supervisor's message to its judge.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The supervisor waits for its first request.
    Ready {
        /// True if it gives contestants random process ids.
        has_random_ids: bool,
    },
    /// The supervisor failed and exits.
    Failed {
        /// The failed step and its error.
        reason: String,
        /// True if the kernel refuses isolation, control group or counter, and will always do so.
        is_refusal: bool,
    },
    /// The contestant's program has started.
    Started,
    /// The contestant's program could not be started; the case is over.
    NotStarted(StartError),
    /// The contestant's first process has exited with status 0, but others still run, for a moment.
    FirstExited,
    /// The contestant has ended.
    Ended(Report),
}

/// One end of the socket.
pub(crate) struct Channel(pub OwnedFd);

impl Channel {
    pub fn pair() -> io::Result<(Channel, Channel)> {
        let flags = SocketFlags::CLOEXEC;
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        Ok((Channel(ours), Channel(theirs)))
    }

    pub fn start(&self, (streams, verdict): &StreamEnds) -> io::Result<()> {
        let streams = streams.iter().chain(verdict).map(OwnedFd::as_fd);
        self.send(START, &streams.collect::<Vec<_>>())
    }

    /// Asks the supervisor to stop the contestant if it still runs.
    pub fn stop(&self) -> io::Result<()> {
        self.send(b"stop", &[])
    }

    /// Receives the streams of the next contestant; `None` if the judge has exited.
    pub fn streams(&self) -> io::Result<Option<StreamEnds>> {
        loop {
            let (text, mut fds) = self.receive()?;
            match &text[..] {
                b"" => return Ok(None),
                START => {
                    let verdict = if fds.len() == 4 { fds.pop() } else { None };
                    let lost = |_| io::Error::other("no descriptors are left for the streams");
                    return Ok(Some((fds.try_into().map_err(lost)?, verdict)));
                }
                // A late request to stop is ignored: the contestant has already ended.
                _ => {}
            }
        }
    }

    pub fn report(&self, message: &Message) -> io::Result<()> {
        self.send(&serde_json::to_vec(message)?, &[])
    }

    /// Receives the supervisor's next message; `None` if the supervisor has exited. Fails with the
    /// supervisor's own error, which has the kind `Unsupported` for a refusal.
    pub fn message(&self) -> io::Result<Option<Message>> {
        let (text, _) = self.receive()?;
        if text.is_empty() {
            return Ok(None);
        }
        let failed = |text: &str| Err(io::Error::other(format!("supervisor: {}", text.trim_end())));
        match serde_json::from_slice(&text) {
            Ok(Message::Failed { reason, is_refusal }) => match is_refusal {
                true => Err(io::Error::new(ErrorKind::Unsupported, reason)),
                false => failed(&reason),
            },
            Ok(message) => Ok(Some(message)),
            // The text of a panic.
            Err(_) => failed(&String::from_utf8_lossy(&text)),
        }
    }

    /// Waits for a message or the end of the other side; returns `false` after `patience`.
    pub fn has_message(&self, patience: Duration) -> io::Result<bool> {
        let [is_ready] = ready([Some(self.0.as_fd())], patience)?;
        Ok(is_ready)
    }

    pub fn hang_up(&self) {
        let _ = shutdown(&self.0, Shutdown::Both);
    }

    fn send(&self, text: &[u8], fds: &[BorrowedFd]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !fds.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(fds));
        }
        let text = [IoSlice::new(text)];
        sendmsg(&self.0, &text, &mut control, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// Receives a message and its descriptors; empty if the other side has exited.
    fn receive(&self) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
        let mut text = vec![0; LONGEST];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let received = retry_on_intr(|| {
            let mut buffers = [IoSliceMut::new(&mut text)];
            recvmsg(&self.0, &mut buffers, &mut control, RecvFlags::CMSG_CLOEXEC)
        });
        match received {
            Ok(received) => text.truncate(received.bytes),
            // The other side has exited with an unread request.
            Err(Errno::CONNRESET) => text.clear(),
            Err(error) => return Err(error.into()),
        }
        let fds = control.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(passed) => Some(passed),
            _ => None,
        });
        Ok((text, fds.flatten().collect()))
    }
}
