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

/// Maximum wait for a condition or for a script; a busy host may be slow.
const PATIENCE: Duration = Duration::from_secs(300);

/// Maximum time for which an element may be covered after scrolling.
const SETTLING: Duration = Duration::from_secs(10);

/// Flags for a browser without a screen or network. The sandbox is off because tests may run as
/// root; all pages are our own.
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

/// JavaScript functions that find elements by CSS selector: the first, or all of them.
const FINDERS: &str = "const $ = (css) => document.querySelector(css);
    const $$ = (css) => [...document.querySelectorAll(css)];";

/// A headless browser with one window. Dropping it ends the browser. All methods panic if the
/// browser refuses a request.
pub struct Browser {
    session: String,
    downloads: TempDir,
    // Keeps the folder until the session is closed.
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

    /// Resets the browser to its first state, with a window of `width` × `height` CSS pixels.
    #[track_caller]
    pub fn reset(&self, width: u32, height: u32) {
        self.post("url", json!({ "url": "about:blank" }));
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [] }));
        self.unplug(false);
        self.resize(width, height);
    }

    /// Disconnects the network, or connects it again.
    #[track_caller]
    pub fn unplug(&self, offline: bool) {
        let conditions = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.devtools("Network.emulateNetworkConditions", conditions);
    }

    /// Resizes the window to `width` × `height` CSS pixels.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
        self.wait(&format!(
            "innerWidth === {width} && innerHeight === {height}"
        ));
    }

    /// Opens an address and waits until the page reports that it is ready. A page without scripts
    /// is ready at once.
    #[track_caller]
    pub fn visit(&self, url: &str) {
        self.post("url", json!({ "url": "about:blank" }));
        self.post("url", json!({ "url": url }));
        self.wait("document.scripts.length === 0 || document.body.dataset.ready === 'true'");
    }

    /// Returns the value of a JavaScript expression; if that is a promise, its result. In the
    /// expression, `$` finds the first element of a CSS selector, and `$$` all of them.
    #[track_caller]
    pub fn get<T: DeserializeOwned>(&self, expression: &str) -> T {
        let script = format!("{FINDERS} return ({expression});");
        let value = self.post("execute/sync", json!({ "script": script, "args": [] }));
        let found = serde_json::from_value(value.clone());
        found.unwrap_or_else(|error| panic!("{expression} is {value}: {error}"))
    }

    /// Returns the value of a JavaScript expression as JSON.
    #[track_caller]
    pub fn value(&self, expression: &str) -> Value {
        self.get(expression)
    }

    /// Evaluates a JavaScript expression for its effect.
    #[track_caller]
    pub fn run(&self, expression: &str) {
        self.value(&format!("void ({expression})"));
    }

    /// Returns the value of a Boolean JavaScript expression.
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

    /// Returns the text of the element that a CSS selector finds.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.get(&format!("$({}).textContent", json!(selector)))
    }

    /// Returns the texts of all elements that a CSS selector finds.
    #[track_caller]
    pub fn texts(&self, selector: &str) -> Vec<String> {
        self.get(&format!(
            "$$({}).map((node) => node.textContent)",
            json!(selector)
        ))
    }

    /// Returns the number of elements that a CSS selector finds.
    #[track_caller]
    pub fn count(&self, selector: &str) -> usize {
        self.texts(selector).len()
    }

    /// Waits until the text of the element that a CSS selector finds starts with `begins`.
    #[track_caller]
    pub fn wait_text(&self, selector: &str, begins: &str) {
        let [selector, begins] = [selector, begins].map(Value::from);
        self.wait(&format!("$({selector}).textContent.startsWith({begins})"));
    }

    /// Clicks the element that a CSS selector finds, scrolled to the middle of the window. Retries
    /// for a moment, since the page may still move after a resize and a bar may cover the element.
    ///
    /// # Panics
    /// The element stays covered.
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

    /// Replaces the text in the element that a CSS selector finds by typing.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/clear"), json!({}));
        self.post(&format!("element/{element}/value"), json!({ "text": text }));
    }

    /// Sets the field that a CSS selector finds to a value in one step, as a program does.
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

    /// Presses a key, with Shift held down if `shift`. Special keys have the code points of the
    /// WebDriver standard.
    #[track_caller]
    pub fn press(&self, key: char, shift: bool) {
        self.press_with(if shift { '\u{e008}' } else { '\0' }, key);
    }

    /// Presses `key` while `held` is down, unless `held` is 0.
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

    /// Performs the steps of a mouse, or of several fingers at the same time.
    #[track_caller]
    pub fn point(&self, pointer: Pointer, hands: &[&[PointerStep]]) {
        self.post("actions", json!({ "actions": pointer.actions(hands) }));
    }

    /// Returns the console's lines since the last call, with the browser's own errors.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        let entries = self.post("se/log", json!({ "type": "browser" }));
        let line = |entry: &Value| format!("{}: {}", entry["level"], entry["message"]);
        entries.as_array().unwrap().iter().map(line).collect()
    }

    /// Saves a screenshot of the window as a PNG file.
    #[track_caller]
    pub fn save_screenshot(&self, path: &Path) {
        let image = self.ask("screenshot").unwrap();
        fs::write(path, STANDARD.decode(image.as_str().unwrap()).unwrap()).unwrap();
    }

    /// Simulates a preference of the user, such as `dark` for `prefers-color-scheme`.
    #[track_caller]
    pub fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features);
    }

    /// Accepts the page's dialog.
    #[track_caller]
    pub fn accept(&self) {
        self.post("alert/accept", json!({}));
    }

    /// Returns the name and the content of the only downloaded file, and removes it.
    #[track_caller]
    pub fn download(&self) -> (String, Vec<u8>) {
        let begun = Instant::now();
        loop {
            let files = fs::read_dir(self.downloads.path()).unwrap();
            let mut paths = files.map_while(Result::ok).map(|entry| entry.path());
            // Chromium reserves the name with an empty file, then moves the complete file over it.
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

/// Sends a request with its body; returns the value in the answer.
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
