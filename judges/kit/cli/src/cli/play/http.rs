//! The part of HTTP/1.1 that the page needs: one request per connection.

use std::io::{self, Read, Write};
use std::mem;
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use httparse::Status;

/// Maximum size of a request's head, bytes, and its maximum number of header lines.
const HEAD: usize = 16 << 10;
const LINES: usize = 100;
/// Maximum size of a request's body, bytes.
const BODY: usize = 8 << 20;
/// Time limit for a client's whole request, and for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) struct RequestHead {
    pub method: String,
    pub path: String,
    /// Length of the body, bytes.
    length: usize,
}

/// An answer: media type and content.
pub(super) struct Answer(pub &'static str, pub String);

/// A refusal: status and reason.
pub(super) struct Refusal(pub u16, pub String);

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(400, format!("the request: {error}"))
    }
}

/// A connection, which ends if its request is incomplete after [`PATIENCE`].
pub(super) struct Connection {
    stream: TcpStream,
    until: Instant,
    received: Vec<u8>,
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        // A timeout of 0 is an error.
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

impl Connection {
    pub fn new(stream: TcpStream) -> Connection {
        Connection {
            stream,
            until: Instant::now() + PATIENCE,
            received: Vec::new(),
        }
    }

    /// Reads the head of the request.
    pub fn head(&mut self) -> Result<RequestHead, Refusal> {
        let mut block = [0; HEAD];
        while self.received.len() < HEAD {
            let count = self.read(&mut block)?;
            self.received.extend_from_slice(&block[..count]);
            if let Some((head, end)) = RequestHead::parse(&self.received)? {
                self.received.drain(..end);
                return Ok(head);
            }
            if count == 0 {
                break;
            }
        }
        Err(Refusal(400, "no request".into()))
    }

    /// Reads the body of the request with this head.
    pub fn body(&mut self, head: &RequestHead) -> Result<Vec<u8>, Refusal> {
        if head.length > BODY {
            let reason = format!("a request has at most {BODY} bytes");
            return Err(Refusal(413, reason));
        }
        let mut body = mem::take(&mut self.received);
        let start = body.len().min(head.length);
        body.resize(head.length, 0);
        self.read_exact(&mut body[start..])?;
        Ok(body)
    }

    /// Sends the answer and ends the connection.
    pub fn answer(mut self, answered: Result<Answer, Refusal>) -> io::Result<()> {
        let (status, media, body) = match answered {
            Ok(Answer(media, body)) => (200, media, body),
            Err(Refusal(status, reason)) => (status, "text/plain", reason),
        };
        let head = format!(
            "HTTP/1.1 {status} \r\nContent-Type: {media}; charset=utf-8\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
            body.len()
        );
        self.stream.set_write_timeout(Some(PATIENCE))?;
        self.stream.write_all((head + &body).as_bytes())?;
        self.stream.shutdown(Shutdown::Write)?;
        // The client gets the refusal only if all its input has been read.
        io::copy(&mut self, &mut io::sink()).map(drop)
    }
}

impl RequestHead {
    /// Parses a request's start into its head and the head's length, bytes; `None` if incomplete.
    fn parse(received: &[u8]) -> Result<Option<(RequestHead, usize)>, httparse::Error> {
        let mut headers = [httparse::EMPTY_HEADER; LINES];
        let mut parsed = httparse::Request::new(&mut headers);
        let Status::Complete(end) = parsed.parse(received)? else {
            return Ok(None);
        };
        let named = |header: &&httparse::Header| header.name.eq_ignore_ascii_case("content-length");
        let length = parsed.headers.iter().find(named);
        let length = length.and_then(|header| str::from_utf8(header.value).ok());
        let head = RequestHead {
            method: parsed.method.unwrap_or_default().into(),
            path: parsed.path.unwrap_or_default().into(),
            length: length.map_or(0, |length| length.trim().parse().unwrap_or(usize::MAX)),
        };
        Ok(Some((head, end)))
    }
}
