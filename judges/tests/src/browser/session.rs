//! One browser window.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::driver::Driver;
use super::pointer::{Pointer, PointerStep};
use crate::Tool;

/// Longest wait for something to become true, and for a script: a busy host takes its time.
const PATIENCE: Duration = Duration::from_secs(300);

/// Longest time for which an element may be under another after its page was scrolled.
const SETTLING: Duration = Duration::from_secs(10);

/// Flags for a browser without a screen and without a network. The sandbox is off because
/// tests may run as root; the pages are our own.
const FLAGS: [&str; 11] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
];

/// Functions in the expressions of tests that find elements by CSS selectors: the first, or all of them.
const FINDERS: &str = "const $ = (css) => document.querySelector(css);
    const $$ = (css) => [...document.querySelectorAll(css)];";

/// A headless browser with one window. Dropping it ends the browser. All functions panic if the browser
/// does not do what they ask for.
pub struct Browser {
    session: String,
    downloads: TempDir,
    // Kept until the session is closed.
    _profile: TempDir,
    _driver: Driver,
}

impl Browser {
    /// Starts a browser.
    pub fn start() -> Browser {
        let browser = Tool::Chromium.path().expect("no chromium on PATH");
        let driver = Driver::start();
        let [profile, downloads] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let mut flags = FLAGS.map(String::from).to_vec();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        let options = json!({
            "binary": browser,
            "args": flags,
            "prefs": { "download.default_directory": downloads.path() },
        });
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "timeouts": { "script": PATIENCE.as_millis() as u64 },
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let sessions = format!("http://127.0.0.1:{}/session", driver.port);
        let started = answer(minreq::post(&sessions), Some(&capabilities)).unwrap();
        let id = started["sessionId"].as_str().expect("a session");
        Browser {
            session: format!("{sessions}/{id}"),
            downloads,
            _profile: profile,
            _driver: driver,
        }
    }

    /// Makes the browser as if it had just been started, with a window that shows
    /// `width` × `height` CSS pixels.
    #[track_caller]
    pub fn reset(&self, width: u32, height: u32) {
        self.post("url", json!({ "url": "about:blank" }));
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [] }));
        self.unplug(false);
        self.resize(width, height);
    }

    /// Takes the network away, or gives it back.
    #[track_caller]
    pub fn unplug(&self, offline: bool) {
        let conditions = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.devtools("Network.emulateNetworkConditions", conditions);
    }

    /// Makes the window show `width` × `height` CSS pixels.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
        self.wait(&format!(
            "innerWidth === {width} && innerHeight === {height}"
        ));
    }

    /// Opens an address, and waits until the page says that it is ready; one without a script is so
    /// at once.
    #[track_caller]
    pub fn visit(&self, url: &str) {
        self.post("url", json!({ "url": "about:blank" }));
        self.post("url", json!({ "url": url }));
        self.wait("document.scripts.length === 0 || document.body.dataset.ready === 'true'");
    }

    /// The value of a JavaScript expression, in which `$` finds the first element of a CSS selector and
    /// `$$` all of them; that of a promise is what it resolves to.
    #[track_caller]
    pub fn get<T: DeserializeOwned>(&self, expression: &str) -> T {
        let script = format!("{FINDERS} return ({expression});");
        let value = self.post("execute/sync", json!({ "script": script, "args": [] }));
        let found = serde_json::from_value(value.clone());
        found.unwrap_or_else(|error| panic!("{expression} is {value}: {error}"))
    }

    /// The value of a JavaScript expression as JSON.
    #[track_caller]
    pub fn value(&self, expression: &str) -> Value {
        self.get(expression)
    }

    /// Evaluates a JavaScript expression for its effect.
    #[track_caller]
    pub fn run(&self, expression: &str) {
        self.value(&format!("void ({expression})"));
    }

    /// True if a JavaScript expression is.
    #[track_caller]
    pub fn is(&self, expression: &str) -> bool {
        self.value(expression) == true
    }

    /// Checks that a JavaScript expression is true.
    #[track_caller]
    pub fn check(&self, expression: &str) {
        assert!(self.is(expression), "not true: {expression}");
    }

    /// Waits until a JavaScript expression is true.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        let begun = Instant::now();
        while !self.is(expression) {
            assert!(
                begun.elapsed() < PATIENCE,
                "still not true: {expression}; console: {:?}",
                self.console()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The text of the element that a CSS selector finds.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.get(&format!("$({}).textContent", json!(selector)))
    }

    /// The texts of all elements that a CSS selector finds.
    #[track_caller]
    pub fn texts(&self, selector: &str) -> Vec<String> {
        self.get(&format!(
            "$$({}).map((node) => node.textContent)",
            json!(selector)
        ))
    }

    /// Number of elements that a CSS selector finds.
    #[track_caller]
    pub fn count(&self, selector: &str) -> usize {
        self.texts(selector).len()
    }

    /// Waits until the text of the element that a CSS selector finds begins so.
    #[track_caller]
    pub fn wait_text(&self, selector: &str, begins: &str) {
        let [selector, begins] = [selector, begins].map(Value::from);
        self.wait(&format!("$({selector}).textContent.startsWith({begins})"));
    }

    /// Clicks the element that a CSS selector finds, away from the bars at the edges of the window. After
    /// a change of size the page may still move, and the element be under a bar for a moment.
    ///
    /// # Panics
    /// Something stays in the way.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let begun = Instant::now();
        let centre = format!(
            "$({}).scrollIntoView({{ block: 'center' }})",
            json!(selector)
        );
        let click = || {
            self.run(&centre);
            let element = self.element(selector);
            self.try_post(&format!("element/{element}/click"), json!({}))
        };
        while let Err(error) = click() {
            let is_covered = error.to_string().contains("element click intercepted");
            let is_soon = begun.elapsed() < SETTLING;
            assert!(is_covered && is_soon, "click {selector}: {error}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Types into the element that a CSS selector finds, in place of what is there.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/clear"), json!({}));
        self.post(&format!("element/{element}/value"), json!({ "text": text }));
    }

    /// Gives the field that a CSS selector finds a value at once, as a program that drives the page does.
    #[track_caller]
    pub fn set(&self, selector: &str, value: &str) {
        let [selector, value] = [selector, value].map(Value::from);
        self.run(&format!(
            "((field) => {{
               field.value = {value};
               const kind = field.tagName === 'SELECT' || field.type === 'number' ? 'change' : 'input';
               field.dispatchEvent(new Event(kind, {{ bubbles: true }}));
             }})($({selector}))"
        ));
    }

    /// Presses a key, with Shift held down if `shift`. Keys beyond characters have
    /// the code points of the WebDriver standard.
    #[track_caller]
    pub fn press(&self, key: char, shift: bool) {
        self.press_with(if shift { '\u{e008}' } else { '\0' }, key);
    }

    /// Presses a key while another one is held down, unless that is 0.
    #[track_caller]
    pub fn press_with(&self, held: char, key: char) {
        let keys = [
            ("keyDown", held),
            ("keyDown", key),
            ("keyUp", key),
            ("keyUp", held),
        ];
        let keys = keys.into_iter().filter(|(_, key)| *key != '\0');
        let actions = keys.map(|(kind, key)| json!({ "type": kind, "value": key.to_string() }));
        let actions: Vec<Value> = actions.collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("actions", json!({ "actions": [keyboard] }));
    }

    /// Lets a mouse take steps, or some fingers, all at the same time.
    #[track_caller]
    pub fn point(&self, pointer: Pointer, hands: &[&[PointerStep]]) {
        self.post("actions", json!({ "actions": pointer.actions(hands) }));
    }

    /// Returns the lines that the page has written to the console since the last call, errors of
    /// the browser among it.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        let entries = self.post("se/log", json!({ "type": "browser" }));
        let line = |entry: &Value| format!("{}: {}", entry["level"], entry["message"]);
        entries.as_array().unwrap().iter().map(line).collect()
    }

    /// Writes what the window shows to a PNG file.
    #[track_caller]
    pub fn save_screenshot(&self, path: &Path) {
        let image = self.ask("screenshot").unwrap();
        fs::write(path, STANDARD.decode(image.as_str().unwrap()).unwrap()).unwrap();
    }

    /// Makes the page believe in a preference of the user's, such as
    /// `prefers-color-scheme` in `dark`.
    #[track_caller]
    pub fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features);
    }

    /// Accepts the question that the page asks.
    #[track_caller]
    pub fn accept(&self) {
        self.post("alert/accept", json!({}));
    }

    /// The name and the content of the only file that was saved, which is then removed.
    #[track_caller]
    pub fn download(&self) -> (String, Vec<u8>) {
        let begun = Instant::now();
        loop {
            let files = fs::read_dir(self.downloads.path()).unwrap();
            let mut paths = files.map_while(Result::ok).map(|entry| entry.path());
            // Chromium reserves the name by an empty file, and moves the whole one over it.
            let complete = |path: &Path| {
                let ending = path.extension().and_then(|ending| ending.to_str());
                ending.is_some_and(|ending| ["svg", "txt"].contains(&ending))
                    && path.metadata().is_ok_and(|file| file.len() > 0)
            };
            if let Some(path) = paths.find(|path| complete(path)) {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let bytes = fs::read(&path).unwrap();
                fs::remove_file(&path).unwrap();
                return (name, bytes);
            }
            assert!(begun.elapsed() < PATIENCE, "nothing was saved");
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn element(&self, selector: &str) -> String {
        let by = json!({ "using": "css selector", "value": selector });
        let found = self.post("element", by);
        let (_, id) = found.as_object().unwrap().iter().next().unwrap();
        id.as_str().unwrap().to_string()
    }

    #[track_caller]
    fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post(
            "goog/cdp/execute",
            json!({ "cmd": command, "params": parameters }),
        )
    }

    #[track_caller]
    fn post(&self, command: &str, body: Value) -> Value {
        let answered = self.try_post(command, body.clone());
        answered.unwrap_or_else(|error| panic!("{command} {body}: {error}"))
    }

    fn try_post(&self, command: &str, body: Value) -> Result<Value> {
        let url = format!("{}/{command}", self.session);
        answer(minreq::post(url), Some(&body))
    }

    fn ask(&self, command: &str) -> Result<Value> {
        answer(minreq::get(format!("{}/{command}", self.session)), None)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("the page was {:?}", self.ask("url"));
        }
        let _ = answer(minreq::delete(&self.session), None);
    }
}

/// Sends a request with its body, and returns the value of the answer.
fn answer(request: minreq::Request, body: Option<&Value>) -> Result<Value> {
    let request = request.with_timeout(PATIENCE.as_secs());
    let request = match body {
        Some(body) => request.with_body(body.to_string()),
        None => request,
    };
    let response = request.send()?;
    let value = serde_json::from_slice::<Value>(response.as_bytes())?["value"].take();
    if response.status_code != 200 {
        bail!("{}: {}", value["error"], value["message"]);
    }
    Ok(value)
}
