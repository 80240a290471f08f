//! Play in a browser: the page of the game, and the judge's answers to its requests, in the part of
//! HTTP/1.1 that the page needs: one request per connection.

use std::env;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use game::{CasePlay, Game};
use httparse::Status;
use records::print;
use serde::Deserialize;
use serde_json::from_slice;
use tempfile::{Builder, NamedTempFile};
use web::{PageProgram, answer, document};

use super::super::contestant_args::our_solver;
use super::session::{Help, SolverProcess};

/// Connections served at a time; any user of the machine can connect and delay the page.
const CONNECTIONS: usize = 16;
/// Pause after the host has run out of descriptors.
const PAUSE: Duration = Duration::from_millis(100);

struct Answerer<G: Game> {
    listener: TcpListener,
    case: CasePlay<G>,
    document: String,
    /// Folder in every address, 128 random bits: only clients that know it get answers.
    token: String,
    solver: Option<PathBuf>,
    /// File that leads a browser to the page; deleted once it is there.
    opening: Mutex<Option<NamedTempFile>>,
}

#[derive(Deserialize)]
struct Task {
    input: String,
    /// Amount of work, in units of `SOLVER_WORK`.
    work: u64,
    /// Answers that the solver has already given.
    answers: Option<String>,
    /// True if the solver gets `input` alone, not the rest of the game.
    once: bool,
}

/// A game that the person has ended.
#[derive(Deserialize)]
pub(super) struct EndedGame {
    pub entries: Vec<String>,
    #[serde(flatten)]
    pub help: Help,
}

/// Lets a person play the case in a browser, after these `entries`; returns the game at its end.
pub(super) fn play<G: Game>(case: CasePlay<G>, entries: &[String]) -> Result<EndedGame> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("127.0.0.1")?;
    let program = PageProgram::Behind { seed: case.seed, entries };
    let answerer = Arc::new(Answerer {
        document: document(G::TITLE, G::RULES, &program),
        token: format!("{:032x}", rand::random::<u128>()),
        solver: our_solver(G::NAME).ok(),
        opening: Mutex::default(),
        case,
        listener,
    });
    let address = answerer.listener.local_addr()?;
    let address = format!("http://{address}/{}/", answerer.token);
    let (ends, ended) = channel();
    for _ in 0..CONNECTIONS {
        let (answerer, ends) = (Arc::clone(&answerer), ends.clone());
        let started = thread::Builder::new().spawn(move || answerer.listen(&ends));
        started.context("threads for the page")?;
    }
    print(&format!("play at {address} (Ctrl-C ends without a record)\n"))?;
    // If the page cannot be opened, the user has its address.
    *shared(&answerer.opening) = open(&address).ok().flatten();
    let ended = ended.recv().context("the listener has ended");
    *shared(&answerer.opening) = None;
    ended
}

/// Opens an address in a browser, if there is a desktop. Other users can read the arguments of
/// programs, so they name a file with the address, which only this user can read.
fn open(address: &str) -> io::Result<Option<NamedTempFile>> {
    if ["DISPLAY", "WAYLAND_DISPLAY"].iter().all(|name| env::var_os(name).is_none()) {
        return Ok(None);
    }
    let mut file = Builder::new().suffix(".html").tempfile()?;
    write!(file, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url={address}\">")?;
    let null = Stdio::null;
    let mut opener = Command::new("xdg-open");
    opener.arg(file.path());
    opener.stdin(null()).stdout(null()).stderr(null()).spawn()?;
    Ok(Some(file))
}

fn shared<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Game> Answerer<G> {
    /// Answers requests one after the other; sends a game that ends here to `ends`.
    fn listen(&self, ends: &Sender<EndedGame>) {
        loop {
            let Ok((stream, _)) = self.listener.accept() else {
                thread::sleep(PAUSE);
                continue;
            };
            let mut ended = None;
            // If the page was closed, no client reads the answer.
            let _ = serve(stream, |request| self.answer(request, &mut ended));
            if let Some(game) = ended {
                // Only the first end of the game counts.
                let _ = ends.send(game);
            }
        }
    }

    /// Answers a request if its address contains the token and no other page has sent it.
    fn answer(
        &self,
        Request { method, path, is_own, body }: &Request,
        ended: &mut Option<EndedGame>,
    ) -> Result<Answer, Refusal> {
        let name = path.strip_prefix(&*format!("/{}/", self.token));
        if !is_own {
            let rule = "the request is for another host, or from a page of another one";
            return Err(Refusal(403, rule.into()));
        }
        let Some(name) = name else {
            let rule = "the address lacks the token of the one that the judge printed";
            return Err(Refusal(403, rule.into()));
        };
        match (&**method, name) {
            ("GET", "") => {
                *shared(&self.opening) = None;
                Ok(Answer("text/html", self.document.clone()))
            }
            ("POST", "ask") => Ok(Answer("application/json", answer(body, Some(&self.case)))),
            ("POST", "solve") => self.solve(body),
            ("POST", "end") => {
                *ended = Some(self.ended(body)?);
                Ok(Answer("text/plain", String::new()))
            }
            _ => Err(Refusal(404, format!("there is no {method} `{name}` here"))),
        }
    }

    fn solve(&self, body: &[u8]) -> Result<Answer, Refusal> {
        let task: Task = from_slice(body)?;
        let missing = || Refusal(501, "there is no solver next to this judge".into());
        let solver = self.solver.as_ref().ok_or_else(missing)?;
        let failed = |reason| Refusal(500, reason);
        let answers = task.answers.as_deref();
        let mut solver = SolverProcess::start(solver, task.work, answers).map_err(failed)?;
        let output = solver.play(|output| {
            if task.once { (task.input.clone(), false) } else { self.case.feed(output) }
        });
        Ok(Answer("application/octet-stream", output))
    }

    fn ended(&self, body: &[u8]) -> Result<EndedGame, Refusal> {
        let game: EndedGame = from_slice(body)?;
        self.case.play_entries(&game.entries).map_err(|fault| Refusal(400, fault.to_string()))?;
        Ok(game)
    }
}

/// Maximum size of a request's head, bytes, and its maximum number of header lines.
const HEAD: usize = 16 << 10;
const LINES: usize = 100;
/// Maximum size of a request's body, bytes.
const BODY: usize = 8 << 20;
/// Time limit for a client's whole request, and for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(10);

struct Request {
    method: String,
    path: String,
    /// True if it is addressed to this machine, and not sent by a page of another origin.
    is_own: bool,
    body: Vec<u8>,
}

/// An answer: media type and content.
struct Answer(&'static str, String);

/// A refusal: status and reason.
struct Refusal(u16, String);

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
fn serve(
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
