//! Play on a page: what the server in a judge answers, and what it refuses.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use game::Verdict;
use harness::KilledOnDrop;
use harness::hostile::{Arena, User};
use procfs::process::Process;
use serde_json::{Value, json};

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A judge that waits for a page.
struct Server {
    arena: Arena,
    child: KilledOnDrop,
    output: BufReader<ChildStdout>,
    /// Its port, as `127.0.0.1:PORT`.
    host: String,
    /// The path of its page, such as `/TOKEN/`.
    path: String,
}

impl Server {
    /// Starts a judge as this user: limits do not hold for root.
    fn start(user: User, options: &str) -> Server {
        let arena = Arena::of(user);
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
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(bytes).unwrap();
        stream
    }

    /// Makes a request with these lines after the first; returns status and body.
    fn ask(&self, method: &str, path: &str, more: &str, body: &str) -> (u16, String) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{more}Connection: close\r\n\r\n",
            self.host
        );
        let mut stream = self.send((head + body).as_bytes());
        let mut answer = String::new();
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

    /// Sets the present limit of the judge on its descriptors, or on its user's processes.
    fn limit(&self, what: &str, number: u32) {
        let pid = self.child.0.id().to_string();
        let limit = format!("--{what}={number}:");
        let mut prlimit = Command::new("prlimit");
        let owner = fs::metadata(format!("/proc/{pid}/stat")).unwrap();
        prlimit.args(["--pid", &pid, &limit]);
        prlimit.uid(owner.uid()).gid(owner.gid());
        assert!(prlimit.status().unwrap().success());
    }

    /// CPU time that the judge has used so far, in hundredths of a second; numbers of its threads and
    /// of its open descriptors.
    fn usage(&self) -> (u64, i64, usize) {
        let judge = Process::new(self.child.0.id() as i32).unwrap();
        let stat = judge.stat().unwrap();
        (
            stat.utime + stat.stime,
            stat.num_threads,
            judge.fd_count().unwrap(),
        )
    }

    /// Waits for its end; returns the exit status and what else it has printed.
    fn end(&mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.0.wait().unwrap().code(), rest)
    }
}

/// The solver's game is recorded as its run is.
#[test]
fn a_game_on_a_page_is_recorded() {
    let mut judge = Server::start(User::Present, "--json game.jsonl");
    let (status, page) = judge.ask("GET", &judge.path, "", "");
    assert_eq!(status, 200);
    assert!(page.contains("Ioiwari") && page.contains("connect-src 'self'"));
    // The case is the judge's, whatever seed the page names.
    let (_, case) = judge.post("ask", &json!({ "ask": "case", "seed": 77 }).to_string());
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
    assert_eq!((record.command.as_str(), record.seed), ("by hand", 5));
    assert_eq!(record.ruling.verdict, Verdict::Ok);
}

/// A game that is not over counts as one that is quit.
#[test]
fn a_game_that_is_not_over_is_quit() {
    let mut judge = Server::start(User::Present, "");
    assert_eq!(judge.post("end", "[\"4\"]").0, 200);
    let (status, said) = judge.end();
    assert_eq!(status, Some(1));
    assert!(said.starts_with("quit after 1 entry\n"), "{said}");
}

/// Requests without the token, of a wrong form or size are refused; the judge goes on.
#[test]
fn hostile_requests_are_refused() {
    let mut judge = Server::start(User::Present, "");
    let path = judge.path.clone();
    // Another token: its first digit is changed.
    let digit = if path.starts_with("/0") { "1" } else { "0" };
    let other = format!("/{digit}{}", &path[2..]);
    for path in [
        "/",
        "/ask",
        &path[..path.len() - 1],
        &path[1..],
        &other,
        "*",
    ] {
        let (status, said) = judge.ask("GET", path, "", "");
        assert!((400..404).contains(&status), "{path}: {status} {said}");
        assert!(!said.contains(judge.path.trim_matches('/')), "{said}");
    }
    for (name, body, expected) in [
        ("nothing", "", 404),
        ("../ask", "{}", 404),
        ("", "", 405),
        ("end", "", 400),
        ("end", "{\"entries\": 3}", 400),
        ("end", "[[[[", 400),
        ("solve", "{}", 400),
        (
            "solve",
            "{\"input\": \"\", \"time\": -1, \"once\": true}",
            400,
        ),
    ] {
        let (status, said) = judge.post(name, body);
        assert_eq!(status, expected, "{name} {body}: {said}");
    }
    for body in [
        "",
        "\u{0}",
        "{\"ask\": \"secrets\"}",
        "[1]",
        "{\"ask\": \"judge\"}",
    ] {
        let (status, said) = judge.post("ask", body);
        assert_eq!(status, 200, "{said}");
        let answer = serde_json::from_str::<Value>(&said).unwrap();
        assert!(
            answer["error"].is_string() || body.contains("judge"),
            "{said}"
        );
    }
    let long = [
        "Content-Length: 99999999999\r\n",
        "Content-Length: 8388609\r\n",
    ];
    for length in long {
        let (status, _) = judge.ask("POST", &(path.clone() + "ask"), length, "");
        assert_eq!(status, 413);
    }
    // A client that announces more than it sends, or sends nothing of use, does not delay others.
    let short = format!("POST {path}ask HTTP/1.1\r\nContent-Length: 5000\r\n\r\n");
    let held: Vec<TcpStream> = (0..20)
        .flat_map(|_| [short.as_bytes(), b"GET", b"", b"\xff\x00\r\n\r\n"])
        .map(|bytes| judge.send(bytes))
        .collect();
    assert_eq!(judge.post("end", "[]").0, 200);
    drop(held);
    assert_eq!(judge.end().0, Some(1));
}

/// Connections of other users, who do not have the token, that send nothing: the judge neither
/// spins nor starts threads for them, and the page is served.
#[test]
fn idle_connections_cost_no_time_and_no_threads() {
    let mut judge = Server::start(User::Present, "");
    let (_, threads, descriptors) = judge.usage();
    judge.limit("nofile", descriptors as u32 + 12);
    let idle: Vec<TcpStream> = (0..80).map(|_| judge.send(b"")).collect();
    thread::sleep(Duration::from_millis(500));
    let (before, ..) = judge.usage();
    thread::sleep(Duration::from_secs(1));
    let (after, more, open) = judge.usage();
    assert!(
        after - before < 20,
        "{} hundredths of a second",
        after - before
    );
    assert!(more <= threads, "{threads} threads, then {more}");
    let most = descriptors + 20;
    assert!(open < most, "{descriptors} descriptors, then {open}");
    assert_eq!(judge.ask("GET", &judge.path, "", "").0, 200);
    assert_eq!(judge.post("end", "[]").0, 200);
    drop(idle);
    assert_eq!(judge.end().0, Some(1));
}

/// A client has ten seconds for its request, however slowly it sends.
#[test]
fn a_slow_request_comes_to_an_end() {
    let judge = Server::start(User::Present, "");
    let mut slow = judge.send(b"GET /");
    for _ in 0..30 {
        thread::sleep(Duration::from_millis(500));
        if slow.write_all(b"a").is_err() {
            break;
        }
    }
    slow.set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    // Its end, or a reset.
    let end = slow.read(&mut [0]);
    assert!(!end.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
}

/// With no process and no thread to be had, the game goes on; a hint is refused.
#[test]
fn a_game_outlives_a_host_without_processes() {
    let mut judge = Server::start(User::Ordinary, "");
    judge.limit("nproc", 0);
    let idle: Vec<TcpStream> = (0..10).map(|_| judge.send(b"")).collect();
    assert_eq!(judge.ask("GET", &judge.path, "", "").0, 200);
    let task = json!({ "input": "", "time": 200, "once": false }).to_string();
    let (status, said) = judge.post("solve", &task);
    assert_eq!(status, 500, "{said}");
    assert_eq!(judge.post("end", "[\"4\"]").0, 200);
    drop(idle);
    let (status, said) = judge.end();
    assert_eq!(status, Some(1));
    assert!(said.starts_with("quit after 1 entry\n"), "{said}");
}
