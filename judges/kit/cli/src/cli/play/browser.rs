//! Play in a browser: the page of the game, and the judge's answers to its requests.

use std::env;
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use game::{CasePlay, Game};
use records::print;
use serde::Deserialize;
use serde_json::from_slice;
use tempfile::{Builder, NamedTempFile};
use web::{PageProgram, answer, document};

use super::super::source::our_solver;
use super::http::{Answer, Refusal, Request, serve};
use super::session::Help;
use super::solver::SolverProcess;

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
        let name = path.strip_prefix('/');
        let name = name.and_then(|path| path.strip_prefix(&*self.token)?.strip_prefix('/'));
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
