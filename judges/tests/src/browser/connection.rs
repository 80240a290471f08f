//! Connections to browsers: WebDriver over HTTP to Chromium, Marionette over TCP to Firefox.

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::PATIENCE;
use crate::Tool;

/// Flags for a browser without a screen or network. The sandbox is off because tests may run as
/// root; all pages are our own.
const FLAGS: [&str; 5] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// A browser that tests run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Chromium, through ChromeDriver.
    Chromium,
    /// Firefox, which needs no driver.
    Firefox,
}

/// A command's path in WebDriver, and its name in Marionette.
#[derive(Clone, Copy, Debug)]
pub(super) struct DriverCommand(&'static str, &'static str);

impl DriverCommand {
    pub const NAVIGATE: DriverCommand = DriverCommand("url", "WebDriver:Navigate");
    pub const EXECUTE: DriverCommand = DriverCommand("execute/sync", "WebDriver:ExecuteScript");
    pub const PERFORM: DriverCommand = DriverCommand("actions", "WebDriver:PerformActions");
    pub const ACCEPT: DriverCommand = DriverCommand("alert/accept", "WebDriver:AcceptAlert");
    pub const RESIZE: DriverCommand = DriverCommand("window/rect", "WebDriver:SetWindowRect");
    /// Chromium only: a command of the DevTools protocol.
    pub const DEVTOOLS: DriverCommand = DriverCommand("goog/cdp/execute", "");
    /// Chromium only: the lines of the console.
    pub const LOG: DriverCommand = DriverCommand("se/log", "");
    /// Firefox only: a picture of the window.
    pub const SCREENSHOT: DriverCommand = DriverCommand("", "WebDriver:TakeScreenshot");
    /// Firefox only: the context of scripts, a page's or the browser's own.
    pub const CONTEXT: DriverCommand = DriverCommand("", "Marionette:SetContext");
}

/// A connection with one session. Dropping it ends the browser.
pub(super) enum Connection {
    Chromium {
        /// Address of the session.
        session: String,
        _driver: BrowserSession,
        _profile: TempDir,
    },
    Firefox {
        stream: RefCell<BufReader<TcpStream>>,
        _browser: BrowserSession,
        _profile: TempDir,
    },
}

impl Connection {
    /// Starts a browser that saves files in the folder `downloads`.
    pub fn open(engine: Engine, downloads: &Path) -> Connection {
        let profile = tempfile::tempdir().unwrap();
        match engine {
            Engine::Chromium => Connection::chromium(profile, downloads),
            Engine::Firefox => Connection::firefox(profile, downloads),
        }
    }

    fn chromium(profile: TempDir, downloads: &Path) -> Connection {
        let mut driver = BrowserSession::start(Tool::CHROME_DRIVER, &["--port=0"], Stdio::piped());
        let mut lines = BufReader::new(driver.0.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_string())
        });
        let port = port.expect("chromedriver ended before it listened");
        let mut flags = FLAGS.map(String::from).to_vec();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        let options = json!({
            "binary": Tool::CHROMIUM.path().expect("no chromium on PATH"),
            "args": flags,
            "prefs": { "download.default_directory": downloads },
        });
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "timeouts": { "script": PATIENCE.as_millis() as u64 },
            "unhandledPromptBehavior": "ignore",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let sessions = format!("http://127.0.0.1:{port}/session");
        let started = answer(minreq::post(&sessions), &capabilities).unwrap();
        let id = started["sessionId"].as_str().expect("a session");
        Connection::Chromium {
            session: format!("{sessions}/{id}"),
            _driver: driver,
            _profile: profile,
        }
    }

    fn firefox(profile: TempDir, downloads: &Path) -> Connection {
        let settings = [
            ("marionette.port", json!(0)),
            ("browser.download.folderList", json!(2)),
            ("browser.download.dir", json!(downloads)),
        ]
        .map(|(name, value)| format!("user_pref({name:?}, {value});\n"));
        fs::write(profile.path().join("user.js"), settings.concat()).unwrap();
        let folder = profile.path().to_str().unwrap();
        let flags = "--headless --marionette --remote-allow-system-access -profile";
        let words = Vec::from_iter(flags.split(' ').chain([folder]));
        let browser = BrowserSession::start(Tool::FIREFOX, &words, Stdio::null());
        let begun = Instant::now();
        let stream = loop {
            let port = fs::read_to_string(profile.path().join("MarionetteActivePort"));
            let port = port.unwrap_or_default().parse::<u16>().unwrap_or(0);
            if let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) {
                break RefCell::new(BufReader::new(stream));
            }
            assert!(begun.elapsed() < PATIENCE, "firefox does not listen");
            thread::sleep(Duration::from_millis(20));
        };
        message(&mut stream.borrow_mut()).unwrap();
        let connection = Connection::Firefox { stream, _browser: browser, _profile: profile };
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "timeouts": { "script": PATIENCE.as_millis() as u64 },
            "unhandledPromptBehavior": "ignore",
        } } });
        let session = DriverCommand("", "WebDriver:NewSession");
        connection.send(session, &capabilities).unwrap();
        connection
    }

    pub fn engine(&self) -> Engine {
        match self {
            Connection::Chromium { .. } => Engine::Chromium,
            Connection::Firefox { .. } => Engine::Firefox,
        }
    }

    /// Sends a command; returns the value in the answer.
    pub fn send(&self, DriverCommand(path, name): DriverCommand, body: &Value) -> Result<Value> {
        match self {
            Connection::Chromium { session, .. } => {
                answer(minreq::post(format!("{session}/{path}")), body)
            }
            Connection::Firefox { stream, .. } => {
                let mut stream = stream.borrow_mut();
                let text = json!([0, 1, name, body]).to_string();
                write!(stream.get_mut(), "{}:{text}", text.len())?;
                let mut answer = message(&mut stream)?;
                ensure!(answer[2].is_null(), "{}", answer[2]);
                let value = answer[3].take();
                Ok(value.get("value").cloned().unwrap_or(value))
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Connection::Chromium { session, .. } = self {
            let _ = answer(minreq::delete(&*session), &Value::Null);
        }
    }
}

/// A browser or a driver in a session of its own. A shell ends the session when its input is
/// closed: when this is dropped, and when the tests end, even if they are killed.
pub(super) struct BrowserSession(Child);

impl BrowserSession {
    fn start(program: Tool, words: &[&str], stdout: Stdio) -> BrowserSession {
        const SHELL: &str = "\"$0\" \"$@\" < /dev/null & read -r _; exec pkill -KILL -s 0";
        let mut shell = Command::new("setsid");
        shell.args(["sh", "-c", SHELL]);
        shell.arg(program.path().expect("a tool on PATH"));
        shell.args(words).stdin(Stdio::piped()).stdout(stdout);
        BrowserSession(shell.stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for BrowserSession {
    fn drop(&mut self) {
        // This closes the input, too.
        let _ = self.0.wait();
    }
}

/// Sends a request to ChromeDriver; returns the value in the answer.
fn answer(request: minreq::Request, body: &Value) -> Result<Value> {
    let response = request.with_timeout(PATIENCE.as_secs()).with_body(body.to_string()).send()?;
    let value = serde_json::from_slice::<Value>(response.as_bytes())?["value"].take();
    if response.status_code != 200 {
        bail!("{}: {}", value["error"], value["message"]);
    }
    Ok(value)
}

/// Reads a message of Marionette: its length, a colon, and JSON.
fn message(stream: &mut BufReader<TcpStream>) -> Result<Value> {
    let mut length = Vec::new();
    stream.read_until(b':', &mut length)?;
    length.pop();
    let mut text = vec![0; String::from_utf8(length)?.parse()?];
    stream.read_exact(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}
