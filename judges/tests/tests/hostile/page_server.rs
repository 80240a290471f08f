//! Play on a page: requests that the server in a judge answers or refuses.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use game::Verdict;
use harness::hostile::Arena;
use harness::{KilledOnDrop, PageServer};
use serde_json::{Value, json};

fn start(options: &str) -> PageServer {
    PageServer::start("ioiwari", &format!("--seed 5 {options}"))
}

/// Sends bytes; returns the connection.
fn send(judge: &PageServer, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(&judge.host).unwrap();
    stream.write_all(bytes).unwrap();
    stream
}

/// Makes a request; returns status and body. `rest` follows the first header line.
fn ask(judge: &PageServer, method: &str, path: &str, rest: &str) -> (u16, String) {
    let host = &judge.host;
    answered(judge, &format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{rest}"))
}

/// Sends a request; returns status and body.
fn answered(judge: &PageServer, request: &str) -> (u16, String) {
    let mut answer = String::new();
    let mut stream = send(judge, request.as_bytes());
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), body.to_string())
}

/// Posts text or JSON to an address of the page.
fn post(judge: &PageServer, name: &str, body: impl ToString) -> (u16, String) {
    let body = body.to_string();
    let rest = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    ask(judge, "POST", &(judge.path.clone() + name), &rest)
}

/// Returns a game that ends on the page.
fn ended(entries: &[&str]) -> Value {
    json!({ "entries": entries, "undos": 2, "hints": 3 })
}

/// Checks that the solver's game on the page gives the same record as a run.
#[test]
fn a_game_on_a_page_is_recorded() {
    let mut judge = start("--json game.jsonl");
    let (status, page) = ask(&judge, "GET", &judge.path, "\r\n");
    assert_eq!(status, 200);
    assert!(page.contains("Ioiwari") && page.contains("connect-src 'self'"));
    // The judge chooses the case and ignores the seed that the page names.
    let (_, case) = post(&judge, "ask", json!({ "ask": "case", "seed": "77" }));
    let case: Value = serde_json::from_str(&case).unwrap();
    assert_eq!(case["name"], "seed 5");
    let task = json!({ "input": "", "work": 200, "once": false });
    let (status, output) = post(&judge, "solve", task);
    assert_eq!(status, 200, "{output}");
    let refusal = (400, "turn 1: `9` is not a pit, 1 to 7".to_string());
    assert_eq!(post(&judge, "end", ended(&["9"])), refusal);
    let game = ended(&output.lines().collect::<Vec<_>>());
    assert_eq!(post(&judge, "end", game), (200, String::new()));
    assert_eq!(judge.end(), (Some(0), "Score = 4\n".into()));
    let record = judge.arena.records("game.jsonl").pop().unwrap();
    assert_eq!((record.origin.command.as_str(), record.case.seed), ("by hand", 5));
    assert_eq!(record.ruling.verdict, Verdict::Ok);
    assert_eq!(json!(record.data), json!({ "undos": 2, "hints": 3 }));
}

/// Checks that another page cannot use the server, even if its name leads to this machine.
#[test]
fn other_pages_are_refused() {
    let mut judge = start("");
    let (own, path) = (judge.host.clone(), judge.path.clone());
    let port = own.rsplit_once(':').unwrap().1;
    for (host, origin, expected) in [
        (own.clone(), None, 200),
        (own.clone(), Some(format!("http://{own}")), 200),
        (format!("localhost:{port}"), None, 200),
        (own.clone(), Some("http://example.org".into()), 403),
        (own.clone(), Some("null".into()), 403),
        (format!("example.org:{port}"), None, 403),
        (format!("127.0.0.1.example.org:{port}"), None, 403),
        (String::new(), None, 403),
    ] {
        let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{origin}\r\n");
        assert_eq!(answered(&judge, &request).0, expected, "{request}");
    }
    assert_eq!(post(&judge, "end", ended(&[])).0, 200);
    judge.end();
}

/// Checks that the program that opens the page gets a file of this user's, which is deleted when the
/// page is there.
#[test]
fn the_token_is_in_no_argument() {
    let arena = Arena::here();
    fs::create_dir(arena.path("bin")).unwrap();
    let text = "#!/bin/sh\necho \"$1\" > said; cat \"$1\" > linked; mv said opened\n";
    arena.script("bin/xdg-open", text);
    let mut judge = arena.command("ioiwari-judge play --browser");
    let mut child = KilledOnDrop(judge.env("DISPLAY", ":0").spawn().unwrap());
    arena.wait_for("opened");
    let (opened, linked) = (arena.read("opened"), arena.read("linked"));
    let opened = Path::new(opened.trim_end());
    let mode = fs::metadata(opened).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let (_, address) = linked.split_once("http://").unwrap();
    let (host, path) = address.split_once('/').unwrap();
    let path = path.split('"').next().unwrap();
    assert!(path.len() > 32 && !opened.display().to_string().contains(path));
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    stream.read_to_end(&mut Vec::new()).unwrap();
    assert!(!opened.exists());
    child.0.kill().unwrap();
}

/// Checks that requests with a wrong token, form or size are refused, and that the judge goes on.
/// Clients that send nothing, never stop sending, or send less than they announce may delay the
/// page, but not end it.
#[test]
fn hostile_clients_are_refused() {
    let mut judge = start("");
    let path = judge.path.clone();
    // A wrong token: the first digit is changed.
    let digit = if path.starts_with("/0") { "1" } else { "0" };
    let other = format!("/{digit}{}", &path[2..]);
    let (cut, bare) = (&path[..path.len() - 1], &path[1..]);
    for path in ["/", "/ask", cut, bare, &other, "*"] {
        let (status, said) = ask(&judge, "GET", path, "\r\n");
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
        ("ask", "", 200),
        ("ask", "\u{0}", 200),
        ("ask", "{\"ask\": \"secrets\"}", 200),
        ("ask", "[1]", 200),
    ] {
        let (status, said) = post(&judge, name, body);
        assert_eq!(status, expected, "{name} {body}: {said}");
        let answer: Value = serde_json::from_str(&said).unwrap_or_default();
        assert_eq!(answer["error"].is_string(), status == 200, "{said}");
    }
    for length in ["99999999999", "8388609", "x"] {
        let rest = format!("Content-Length: {length}\r\n\r\n");
        assert_eq!(ask(&judge, "POST", &format!("{path}ask"), &rest).0, 413);
    }
    let short = format!("POST {path}ask HTTP/1.1\r\nContent-Length: 5000\r\n\r\n");
    let starts = [short.as_bytes(), b"GET", b"\xff\x00\r\n\r\n", b""];
    let starts = starts.repeat(5).into_iter();
    let mut held = Vec::from_iter(starts.map(|start| send(&judge, start)));
    let drip = thread::spawn(move || {
        while held[0].write_all(b"a").is_ok() {
            thread::sleep(Duration::from_millis(500));
        }
    });
    assert_eq!(ask(&judge, "GET", &path, "\r\n").0, 200);
    drip.join().unwrap();
    assert_eq!(post(&judge, "end", ended(&["4"])).0, 200);
    let (status, said) = judge.end();
    let is_right = status == Some(1) && said.starts_with("quit after 1 entry\n");
    assert!(is_right, "{said}");
    let mut judge = start("");
    assert_eq!((post(&judge, "end", ended(&[])).0, judge.end().0), (200, Some(1)));
}
