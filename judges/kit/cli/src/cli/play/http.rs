//! HTTP/1.1 as far as the page needs it: one request per connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use httparse::Status;

/// Maximum size of a request's head, bytes, and its number of lines.
const HEAD: usize = 16 << 10;
const LINES: usize = 100;
/// Maximum size of a request's body, bytes.
const BODY: usize = 8 << 20;
const BLOCK: usize = 64 << 10;
/// Time that a client has for its whole request, and for taking each part of the answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) struct RequestHead {
    pub method: String,
    pub path: String,
    /// Sizes of the head and of the body, bytes.
    lengths: (usize, usize),
}

/// An answer: its media type and its content.
pub(super) struct Answer(pub &'static str, pub String);

/// A refusal: the status, and the reason.
pub(super) struct Refusal(pub u16, pub String);

pub(super) struct Connection {
    /// Non-blocking, except for the answer.
    pub stream: TcpStream,
    received: Vec<u8>,
    /// The head of the request, once it is admitted.
    pub head: Option<RequestHead>,
    is_refused: bool,
    started: Instant,
}

impl Connection {
    pub fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nonblocking(true)?;
        Ok(Connection {
            stream,
            received: Vec::new(),
            head: None,
            is_refused: false,
            started: Instant::now(),
        })
    }

    /// Returns true if the request takes too long.
    pub fn is_late(&self) -> bool {
        self.started.elapsed() >= PATIENCE
    }

    /// The head and the body of the request, once it is complete.
    pub fn request(&self) -> Option<(&RequestHead, &[u8])> {
        let head = self.head.as_ref()?;
        let (start, length) = head.lengths;
        Some((head, self.received.get(start..start + length)?))
    }

    /// Reads a part of the request, if one has come; returns true if it is complete. Answers a request
    /// whose head `admit` refuses.
    pub fn receive(
        &mut self,
        admit: impl Fn(&RequestHead) -> Result<(), Refusal>,
    ) -> io::Result<bool> {
        let mut block = [0; BLOCK];
        let count = match self.stream.read(&mut block) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            Err(error) => return Err(error),
        };
        // Input of a refused client must be read, or the refusal does not reach it.
        if self.is_refused {
            return Ok(false);
        }
        self.received.extend_from_slice(&block[..count]);
        if self.head.is_none() {
            let Some(head) = RequestHead::parse(&self.received)? else {
                return Ok(false);
            };
            let admitted = match head.lengths.1 <= BODY {
                true => admit(&head),
                false => Err(Refusal(413, format!("a request has at most {BODY} bytes"))),
            };
            if let Err(refusal) = admitted {
                self.is_refused = true;
                self.received = Vec::new();
                return self.write(Err(refusal)).map(|()| false);
            }
            self.head = Some(head);
        }
        Ok(self.request().is_some())
    }

    pub fn answer(mut self, answered: Result<Answer, Refusal>) {
        let write = || {
            self.stream.set_nonblocking(false)?;
            self.stream.set_write_timeout(Some(PATIENCE))?;
            self.write(answered)
        };
        // The page may be closed: nothing reads the answer.
        let _: io::Result<()> = write();
    }

    fn write(&mut self, answered: Result<Answer, Refusal>) -> io::Result<()> {
        let (status, media, body) = match answered {
            Ok(Answer(media, body)) => (200, media, body),
            Err(Refusal(status, reason)) => (status, "text/plain", reason),
        };
        let head = format!(
            "HTTP/1.1 {status} \r\nContent-Type: {media}; charset=utf-8\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
            body.len()
        );
        self.stream.write_all((head + &body).as_bytes())?;
        self.stream.shutdown(Shutdown::Write)
    }
}

impl RequestHead {
    /// Parses the start of a request; `None` if its head is not complete.
    fn parse(received: &[u8]) -> io::Result<Option<RequestHead>> {
        let mut headers = [httparse::EMPTY_HEADER; LINES];
        let mut parsed = httparse::Request::new(&mut headers);
        let end = match parsed.parse(&received[..received.len().min(HEAD)]) {
            Ok(Status::Complete(end)) => end,
            Ok(Status::Partial) if received.len() < HEAD => return Ok(None),
            Ok(Status::Partial) | Err(_) => return Err(ErrorKind::InvalidData.into()),
        };
        let named = |header: &&httparse::Header| header.name.eq_ignore_ascii_case("content-length");
        let length = parsed.headers.iter().find(named);
        let length = length.and_then(|header| str::from_utf8(header.value).ok());
        let length = length.map_or(0, |length| length.trim().parse().unwrap_or(usize::MAX));
        Ok(Some(RequestHead {
            method: parsed.method.unwrap_or_default().into(),
            path: parsed.path.unwrap_or_default().into(),
            lengths: (end, length),
        }))
    }
}
