//! HTTP/1.1 as far as the page needs it: one request per connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

/// Most bytes of a request's head, and most of its lines.
const HEAD: usize = 16 << 10;
const LINES: usize = 100;
/// Most bytes of a request's body.
const BODY: usize = 8 << 20;
/// Bytes read at a time.
const BLOCK: usize = 64 << 10;
/// Time that a client has for its whole request, and for taking each part of the answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) struct HttpRequest {
    /// Its first line.
    pub head: RequestHead,
    /// The bytes after its head.
    pub body: Vec<u8>,
    stream: TcpStream,
}

pub(super) struct RequestHead {
    pub method: String,
    /// The path, from its first slash.
    pub path: String,
    /// Bytes of the head and of the body.
    lengths: (usize, usize),
}

/// An answer: its media type and its content.
pub(super) struct Answer(pub &'static str, pub Vec<u8>);

/// A refusal: the status, and the reason.
pub(super) struct Refusal(pub u16, pub String);

/// A connection whose request is on its way, or was refused.
pub(super) struct Connection {
    /// Does not block.
    stream: TcpStream,
    received: Vec<u8>,
    head: Option<RequestHead>,
    is_refused: bool,
    until: Instant,
}

impl Connection {
    pub fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nonblocking(true)?;
        Ok(Connection {
            stream,
            received: Vec::new(),
            head: None,
            is_refused: false,
            until: Instant::now() + PATIENCE,
        })
    }

    pub fn until(&self) -> Instant {
        self.until
    }

    /// Returns true if the head of its request has come, and was admitted.
    pub fn is_admitted(&self) -> bool {
        self.head.is_some()
    }

    /// Reads a part of the request; returns true if it is complete. Answers a request whose head
    /// `admit` refuses.
    pub fn receive(
        &mut self,
        admit: impl Fn(&RequestHead) -> Result<(), Refusal>,
    ) -> io::Result<bool> {
        let mut block = [0; BLOCK];
        let count = match self.stream.read(&mut block) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if is_temporary(&error) => return Ok(false),
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
            match head.fits().and_then(|()| admit(&head)) {
                Ok(()) => self.head = Some(head),
                Err(refusal) => return self.refuse(refusal).map(|()| false),
            }
        }
        let lengths = self.head.as_ref().map(|head| head.lengths);
        Ok(lengths.is_some_and(|(head, body)| self.received.len() >= head + body))
    }

    fn refuse(&mut self, refusal: Refusal) -> io::Result<()> {
        self.is_refused = true;
        self.received = Vec::new();
        self.stream.write_all(&response(Err(refusal)))?;
        self.stream.shutdown(Shutdown::Write)
    }

    /// The request, which is whole; `None` if it is not.
    pub fn into_request(self) -> Option<HttpRequest> {
        let head = self.head?;
        let (start, length) = head.lengths;
        let body = self.received.get(start..start + length)?.to_vec();
        let stream = self.stream;
        Some(HttpRequest { head, body, stream })
    }
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

impl RequestHead {
    /// Parses the start of a request; `None` if its head is not whole.
    fn parse(received: &[u8]) -> io::Result<Option<RequestHead>> {
        let is_end = |bytes: &[u8]| bytes == b"\r\n\r\n";
        let Some(end) = received.windows(4).take(HEAD).position(is_end) else {
            return match received.len() < HEAD {
                true => Ok(None),
                false => Err(ErrorKind::InvalidData.into()),
            };
        };
        let mut headers = [httparse::EMPTY_HEADER; LINES];
        let mut parsed = httparse::Request::new(&mut headers);
        let is_whole = parsed
            .parse(&received[..end + 4])
            .is_ok_and(|parsed| parsed.is_complete());
        let (Some(method), Some(path), true) = (parsed.method, parsed.path, is_whole) else {
            return Err(ErrorKind::InvalidData.into());
        };
        let named = |header: &&httparse::Header| header.name.eq_ignore_ascii_case("content-length");
        let length = parsed.headers.iter().find(named);
        let length = length.and_then(|header| str::from_utf8(header.value).ok());
        let length = length.map_or(0, |length| length.trim().parse().unwrap_or(usize::MAX));
        Ok(Some(RequestHead {
            method: method.into(),
            path: path.into(),
            lengths: (end + 4, length),
        }))
    }

    /// Checks that its body is not too long.
    fn fits(&self) -> Result<(), Refusal> {
        match self.lengths.1 <= BODY {
            true => Ok(()),
            false => Err(Refusal(413, format!("a request has at most {BODY} bytes"))),
        }
    }
}

impl HttpRequest {
    pub fn answer(mut self, answered: Result<Answer, Refusal>) {
        let write = || {
            self.stream.set_nonblocking(false)?;
            self.stream.set_write_timeout(Some(PATIENCE))?;
            self.stream.write_all(&response(answered))?;
            self.stream.shutdown(Shutdown::Write)
        };
        // A page that is gone needs no answer.
        let _: io::Result<()> = write();
    }
}

fn response(answered: Result<Answer, Refusal>) -> Vec<u8> {
    let (status, media, body) = match answered {
        Ok(Answer(media, body)) => (200, media, body),
        Err(Refusal(status, reason)) => (status, "text/plain", reason.into_bytes()),
    };
    let head = format!(
        "HTTP/1.1 {status} \r\nContent-Type: {media}; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), &body].concat()
}
