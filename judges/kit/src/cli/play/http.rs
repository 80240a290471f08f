//! HTTP/1.1 as a page of this machine needs it: one request a connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Most bytes of a request's head, and most of its lines.
const HEAD: u64 = 16 << 10;
const LINES: usize = 100;
/// Most bytes of a request's body.
const BODY: usize = 8 << 20;
/// Longest wait for a part of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// A request, whose body is yet to be read.
pub(super) struct HttpRequest {
    /// The method, in capital letters.
    pub method: String,
    /// The path, from its first slash.
    pub path: String,
    length: usize,
    stream: BufReader<TcpStream>,
}

/// An answer: its media type and its content.
pub(super) struct Answer(pub &'static str, pub Vec<u8>);

/// A refusal: the status, and the reason.
pub(super) struct Refusal(pub u16, pub String);

impl HttpRequest {
    /// Reads the head of a request.
    ///
    /// # Errors
    /// It is none, or takes too long.
    pub fn read(stream: TcpStream) -> io::Result<HttpRequest> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut stream = BufReader::new(stream);
        let mut head = Vec::new();
        let mut limited = stream.by_ref().take(HEAD);
        while !head.ends_with(b"\r\n\r\n") {
            if limited.read_until(b'\n', &mut head)? == 0 {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        let mut headers = [httparse::EMPTY_HEADER; LINES];
        let mut parsed = httparse::Request::new(&mut headers);
        let is_whole = parsed.parse(&head).is_ok_and(|parsed| parsed.is_complete());
        let (Some(method), Some(path), true) = (parsed.method, parsed.path, is_whole) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let named = |header: &&httparse::Header| header.name.eq_ignore_ascii_case("content-length");
        let length = parsed.headers.iter().find(named);
        let length = length.and_then(|header| str::from_utf8(header.value).ok());
        Ok(HttpRequest {
            method: method.into(),
            path: path.into(),
            length: length.map_or(0, |length| length.trim().parse().unwrap_or(usize::MAX)),
            stream,
        })
    }

    /// Reads the body.
    ///
    /// # Errors
    /// It is too long, or ends too early.
    pub fn body(&mut self) -> Result<Vec<u8>, Refusal> {
        if self.length > BODY {
            let reason = format!("a request has at most {BODY} bytes");
            return Err(Refusal(413, reason));
        }
        let mut body = vec![0; self.length];
        let read = self.stream.read_exact(&mut body);
        read.map_err(|error| Refusal(400, format!("the request: {error}")))?;
        Ok(body)
    }

    /// Answers the request.
    pub fn answer(mut self, answered: Result<Answer, Refusal>) {
        let (status, media, body) = match answered {
            Ok(Answer(media, body)) => (200, media, body),
            Err(Refusal(status, reason)) => (status, "text/plain", reason.into_bytes()),
        };
        let head = format!(
            "HTTP/1.1 {status} \r\nContent-Type: {media}; charset=utf-8\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let stream = self.stream.get_mut();
        // A page that is gone needs no answer.
        let _ = stream
            .write_all(&[head.as_bytes(), &body].concat())
            .and_then(|()| stream.shutdown(std::net::Shutdown::Write));
        // What has come and is not read would tear the answer down with the connection.
        let _ = io::copy(&mut self.stream.take(BODY as u64), &mut io::sink());
    }
}
