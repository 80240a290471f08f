//! The part of HTTP/1.1 that the page needs: one request per connection.

use std::io::{self, Read, Write};
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

pub(super) struct Request {
    pub method: String,
    pub path: String,
    /// True if it is addressed to this machine, and not sent by a page of another origin.
    pub is_own: bool,
    pub body: Vec<u8>,
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

/// Names of this machine in the field `Host`. A page whose own name has been changed to this
/// machine's address would send that name.
const HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Returns true if these header fields are those of a request by a person or by the judge's page.
fn is_own(host: Option<&str>, origin: Option<&str>) -> bool {
    let host = host.unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    HOSTS.contains(&name)
        && origin.is_none_or(|origin| origin.strip_prefix("http://") == Some(host))
}

/// A connection, which ends if its request is incomplete after [`PATIENCE`].
struct Connection {
    stream: TcpStream,
    until: Instant,
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        // A timeout of 0 is an error.
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

/// Reads a request, sends the answer to it, and ends the connection.
pub(super) fn serve(
    stream: TcpStream,
    answer: impl FnOnce(&Request) -> Result<Answer, Refusal>,
) -> io::Result<()> {
    let until = Instant::now() + PATIENCE;
    let mut connection = Connection { stream, until };
    let request = connection.request();
    let (status, media, body) = match request.and_then(|request| answer(&request)) {
        Ok(Answer(media, body)) => (200, media, body),
        Err(Refusal(status, reason)) => (status, "text/plain", reason),
    };
    let head = format!(
        "HTTP/1.1 {status} \r\nContent-Type: {media}; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: same-origin\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let stream = &mut connection.stream;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all((head + &body).as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    // The client gets the refusal only if all its input has been read.
    io::copy(&mut connection, &mut io::sink()).map(drop)
}

impl Connection {
    fn request(&mut self) -> Result<Request, Refusal> {
        let mut received = Vec::new();
        let mut block = [0; HEAD];
        while received.len() < HEAD {
            let count = self.read(&mut block)?;
            if count == 0 {
                break;
            }
            received.extend_from_slice(&block[..count]);
            let mut headers = [httparse::EMPTY_HEADER; LINES];
            let mut head = httparse::Request::new(&mut headers);
            let Status::Complete(start) = head.parse(&received)? else {
                continue;
            };
            let field = |name: &str| {
                let mut headers = head.headers.iter();
                let field = headers.find(|header| header.name.eq_ignore_ascii_case(name));
                field.map(|field| str::from_utf8(field.value).unwrap_or("?").trim())
            };
            let length = field("content-length").map_or(Some(0), |length| length.parse().ok());
            let Some(length) = length.filter(|&length| length <= BODY) else {
                return Err(Refusal(413, format!("a request has at most {BODY} bytes")));
            };
            let mut body = received[start..].to_vec();
            let read = body.len().min(length);
            body.resize(length, 0);
            self.read_exact(&mut body[read..])?;
            return Ok(Request {
                is_own: is_own(field("host"), field("origin")),
                method: head.method.unwrap_or_default().into(),
                path: head.path.unwrap_or_default().into(),
                body,
            });
        }
        Err(Refusal(400, "no request".into()))
    }
}
