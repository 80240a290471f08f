//! Play on a page: requests that the server in a judge answers or refuses.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{ChildStdout, Stdio};
use std::thread;
use std::time::Duration;

use game::Verdict;
use harness::KilledOnDrop;
use harness::hostile::{Arena, User};
use serde_json::{Value, json};

/// A judge that serves a page.
struct Server {
    arena: Arena,
    child: KilledOnDrop,
    output: BufReader<ChildStdout>,
    /// Address of the server: `127.0.0.1:PORT`.
    host: String,
    /// Path of its page, such as `/TOKEN/`.
    path: String,
}

impl Server {
    fn start(options: &str) -> Server {
        let arena = Arena::of(User::Present);
        let line = format!("ioiwari-judge play --browser --seed 5 {options}");
        let mut judge = arena.command(&line);
        judge.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let mut child = judge.stderr(Stdio::inherit()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.strip_prefix("play at http://").unwrap();
        let address = address.split(' ').next().unwrap();
        let (host, path) = address.split_at(address.find('/').unwrap());
        Server {
            host: host.into(),
            path: path.into(),
            arena,
            child: KilledOnDrop(child),
            output,
        }
    }

    /// Sends bytes; returns the connection.
    fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(bytes).unwrap();
        stream
    }

    /// Makes a request, with additional header lines; returns status and body.
    fn ask(&self, method: &str, path: &str, more: &str, body: &str) -> (u16, String) {
        let first = format!("{method} {path} HTTP/1.1");
        let request = format!("{first}\r\nHost: {}\r\n{more}\r\n{body}", self.host);
        let mut answer = String::new();
        let mut stream = self.send(request.as_bytes());
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_string())
    }

    /// Posts to an address of the page.
    fn post(&self, name: &str, body: &str) -> (u16, String) {
        let length = format!("Content-Length: {}\r\n", body.len());
        self.ask("POST", &(self.path.clone() + name), &length, body)
    }

    /// Waits until the judge exits; returns its exit status and the rest of its output.
    fn end(&mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.0.wait().unwrap().code(), rest)
    }
}

/// Checks that the solver's game on the page gives the same record as a run.
#[test]
fn a_game_on_a_page_is_recorded() {
    let mut judge = Server::start("--json game.jsonl");
    let (status, page) = judge.ask("GET", &judge.path, "", "");
    assert_eq!(status, 200);
    assert!(page.contains("Ioiwari") && page.contains("connect-src 'self'"));
    // The judge chooses the case and ignores the seed that the page names.
    let (_, case) = judge.post("ask", &json!({ "ask": "case", "seed": "77" }).to_string());
    let case: Value = serde_json::from_str(&case).unwrap();
    assert_eq!(case["name"], "seed 5");
    let task = json!({ "input": "", "time": 200, "once": false }).to_string();
    let (status, output) = judge.post("solve", &task);
    assert_eq!(status, 200, "{output}");
    let entries: Vec<&str> = output.lines().collect();
    let wrong = json!(["9"]).to_string();
    let refusal = (400, "turn 1: `9` is not a pit, 1 to 7".to_string());
    assert_eq!(judge.post("end", &wrong), refusal);
    let ended = judge.post("end", &json!(entries).to_string());
    assert_eq!(ended, (200, String::new()));
    assert_eq!(judge.end(), (Some(0), "Score = 4\n".into()));
    let record = judge.arena.records("game.jsonl").pop().unwrap();
    assert_eq!((record.command.as_str(), record.key.seed), ("by hand", 5));
    assert_eq!(record.ruling.verdict, Verdict::Ok);
}

/// Checks that requests with a wrong token, form or size are refused, and that the judge goes on.
#[test]
fn hostile_requests_are_refused() {
    let mut judge = Server::start("");
    let path = judge.path.clone();
    // A wrong token: the first digit is changed.
    let digit = if path.starts_with("/0") { "1" } else { "0" };
    let other = format!("/{digit}{}", &path[2..]);
    let (cut, bare) = (&path[..path.len() - 1], &path[1..]);
    for path in ["/", "/ask", cut, bare, &other, "*"] {
        let (status, said) = judge.ask("GET", path, "", "");
        assert!((400..404).contains(&status), "{path}: {status} {said}");
        assert!(!said.contains(judge.path.trim_matches('/')), "{said}");
    }
    for (name, body, expected) in [
        ("nothing", "", 404),
        ("../ask", "{}", 404),
        ("", "", 404),
        ("end", "", 400),
        ("end", "{\"entries\": 3}", 400),
        ("end", "[[[[", 400),
        ("solve", "{}", 400),
        ("solve", "{\"input\": \"\", \"time\": -1}", 400),
    ] {
        let (status, said) = judge.post(name, body);
        assert_eq!(status, expected, "{name} {body}: {said}");
    }
    for body in ["", "\u{0}", "{\"ask\": \"secrets\"}", "[1]"] {
        let (status, said) = judge.post("ask", body);
        assert_eq!(status, 200, "{said}");
        let answer: Value = serde_json::from_str(&said).unwrap();
        assert!(answer["error"].is_string(), "{said}");
    }
    for length in ["99999999999", "8388609", "x"] {
        let length = format!("Content-Length: {length}\r\n");
        let (status, _) = judge.ask("POST", &(path.clone() + "ask"), &length, "");
        assert_eq!(status, 413);
    }
    assert_eq!(judge.post("end", "[\"4\"]").0, 200);
    let (status, said) = judge.end();
    assert_eq!(status, Some(1));
    assert!(said.starts_with("quit after 1 entry\n"), "{said}");
}

/// Checks clients that send nothing, never stop sending, or send less than they announce: they may
/// delay the page, but not end it.
#[test]
fn slow_clients_come_to_an_end() {
    let mut judge = Server::start("");
    let short = format!(
        "POST {}ask HTTP/1.1\r\nContent-Length: 5000\r\n\r\n",
        judge.path
    );
    let starts = [short.as_bytes(), b"GET", b"\xff\x00\r\n\r\n", b""];
    let starts = starts.into_iter().cycle().take(20);
    let mut held: Vec<TcpStream> = starts.map(|start| judge.send(start)).collect();
    let drip = thread::spawn(move || {
        while held[0].write_all(b"a").is_ok() {
            thread::sleep(Duration::from_millis(500));
        }
    });
    assert_eq!(judge.ask("GET", &judge.path, "", "").0, 200);
    drip.join().unwrap();
    assert_eq!(judge.post("end", "[]").0, 200);
    assert_eq!(judge.end().0, Some(1));
}
