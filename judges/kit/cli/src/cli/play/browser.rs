//! Play in a browser: the page of the game, and the judge's answers to its requests.

use std::env;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use game::{CasePlay, Game};
use records::print;
use serde::Deserialize;
use serde_json::from_slice;
use web::{PageProgram, answer, document};

use super::super::source::our_solver;
use super::http::{Answer, Refusal, Request, serve};
use super::solver::SolverProcess;

/// Maximum thinking time of our solver on a request of the page, ms.
const THINKING: u64 = 60_000;

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
}

#[derive(Deserialize)]
struct Task {
    input: String,
    /// Thinking time, ms.
    time: u64,
    /// Answers that the solver has already given.
    answers: Option<String>,
    /// True if the solver gets `input` alone, not the rest of the game.
    once: bool,
}

/// Lets a person play the case in a browser, after these `entries`; returns all entries at the end.
pub(super) fn play<G: Game>(case: CasePlay<G>, entries: &[String]) -> Result<Vec<String>> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("127.0.0.1")?;
    let program = PageProgram::Behind {
        seed: case.seed,
        entries,
    };
    let answerer = Arc::new(Answerer {
        document: document(G::TITLE, G::RULES, &program),
        token: format!("{:032x}", rand::random::<u128>()),
        solver: our_solver(G::NAME).ok(),
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
    print(&format!(
        "play at {address} (Ctrl-C ends without a record)\n"
    ))?;
    open(&address);
    ended.recv().context("the listener has ended")
}

/// Opens an address in a browser, if there is a desktop.
fn open(address: &str) {
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"];
    if desktop.iter().any(|name| env::var_os(name).is_some()) {
        let _ = Command::new("xdg-open")
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }
}

impl<G: Game> Answerer<G> {
    /// Answers requests one after the other; sends the entries of a game that ends here to `ends`.
    fn listen(&self, ends: &Sender<Vec<String>>) {
        loop {
            let Ok((stream, _)) = self.listener.accept() else {
                thread::sleep(PAUSE);
                continue;
            };
            let mut ended = None;
            // If the page was closed, no client reads the answer.
            let _ = serve(stream, |request| self.answer(request, &mut ended));
            if let Some(entries) = ended {
                // Only the first end of the game counts.
                let _ = ends.send(entries);
            }
        }
    }

    /// Answers a request if its address contains the token.
    fn answer(
        &self,
        Request { method, path, body }: &Request,
        ended: &mut Option<Vec<String>>,
    ) -> Result<Answer, Refusal> {
        let name = path.strip_prefix('/');
        let name = name.and_then(|path| path.strip_prefix(&*self.token)?.strip_prefix('/'));
        let Some(name) = name else {
            let rule = "the address lacks the token of the one that the judge printed";
            return Err(Refusal(403, rule.into()));
        };
        match (&**method, name) {
            ("GET", "") => Ok(Answer("text/html", self.document.clone())),
            ("POST", "ask") => Ok(Answer("application/json", answer(body, Some(&self.case)))),
            ("POST", "solve") => self.solve(body),
            ("POST", "end") => {
                *ended = Some(self.entries(body)?);
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
        let time = Duration::from_millis(task.time.min(THINKING));
        let answers = task.answers.as_deref();
        let mut solver = SolverProcess::start(solver, time, answers).map_err(failed)?;
        let output = solver.play(|output| {
            if task.once {
                (task.input.clone(), false)
            } else {
                self.case.feed(output)
            }
        });
        Ok(Answer("application/octet-stream", output))
    }

    fn entries(&self, body: &[u8]) -> Result<Vec<String>, Refusal> {
        let entries: Vec<String> = from_slice(body)?;
        let played = self.case.play_entries(&entries);
        played.map_err(|fault| Refusal(400, fault.to_string()))?;
        Ok(entries)
    }
}
