//! One browser window.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::Tool;
use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

use super::driver::Driver;
use super::pointer::{Pointer, PointerStep};

/// Longest wait for something to become true, and for a script: a busy host takes its time.
const PATIENCE: Duration = Duration::from_secs(300);

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

/// A headless browser with one window. Dropping it ends the browser.
pub struct Browser {
    agent: Agent,
    session: String,
    downloads: TempDir,
    // Kept until the session is closed.
    _profile: TempDir,
    _driver: Driver,
}

impl Browser {
    /// Starts a browser.
    ///
    /// # Errors
    /// A browser is not installed, or does not start.
    pub fn start() -> Result<Browser> {
        let browser = Tool::Chromium.path().context("no chromium on PATH")?;
        let driver = Tool::ChromeDriver
            .path()
            .context("no chromedriver on PATH")?;
        let driver = Driver::start(&driver)?;
        let profile = tempfile::tempdir()?;
        let downloads = tempfile::tempdir()?;
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
        let agent: Agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .into();
        let sessions = format!("http://127.0.0.1:{}/session", driver.port);
        let started = answer(agent.post(&sessions).send_json(&capabilities))?;
        let id = started["sessionId"].as_str().context("no session")?;
        Ok(Browser {
            agent,
            session: format!("{sessions}/{id}"),
            downloads,
            _profile: profile,
            _driver: driver,
        })
    }

    /// Makes the browser as if it had just been started, with a window that shows
    /// `width` × `height` CSS pixels.
    ///
    /// # Errors
    /// The browser does not answer.
    pub fn reset(&self, width: u32, height: u32) -> Result<()> {
        self.post("url", json!({ "url": "about:blank" }))?;
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [] }))?;
        self.unplug(false)?;
        self.resize(width, height)
    }

    /// Takes the network away, or gives it back.
    ///
    /// # Errors
    /// The browser does not answer.
    pub fn unplug(&self, offline: bool) -> Result<()> {
        let conditions = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.devtools("Network.emulateNetworkConditions", conditions)?;
        Ok(())
    }

    /// Makes the window show `width` × `height` CSS pixels.
    ///
    /// # Errors
    /// The browser does not answer.
    pub fn resize(&self, width: u32, height: u32) -> Result<()> {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size)?;
        Ok(())
    }

    /// Opens a file, at a fragment such as `#turn=3` or none, and waits until the
    /// page says that it is ready; one without a script is so at once.
    ///
    /// # Errors
    /// The page does not become ready.
    pub fn open(&self, page: &Path, fragment: &str) -> Result<()> {
        self.visit(&format!("file://{}{fragment}", page.display()))
    }

    /// Opens an address, and waits as [`Browser::open`] does.
    ///
    /// # Errors
    /// The page does not become ready.
    pub fn visit(&self, url: &str) -> Result<()> {
        self.post("url", json!({ "url": "about:blank" }))?;
        self.post("url", json!({ "url": url }))?;
        self.wait("document.scripts.length === 0 || document.body.dataset.ready === 'true'")
    }

    /// The value of a JavaScript expression.
    ///
    /// # Errors
    /// It throws.
    pub fn value(&self, expression: &str) -> Result<Value> {
        let script = json!({ "script": format!("return ({expression});"), "args": [] });
        self.post("execute/sync", script)
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Errors
    /// It throws, or stays false.
    pub fn wait(&self, expression: &str) -> Result<()> {
        let begun = Instant::now();
        while self.value(expression)? != Value::Bool(true) {
            if begun.elapsed() > PATIENCE {
                bail!(
                    "still not true: {expression}; console: {:?}",
                    self.console()
                );
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Clicks the element that a CSS selector finds, away from the bars at the edges of the window.
    ///
    /// # Errors
    /// There is none, or it cannot be clicked.
    pub fn click(&self, selector: &str) -> Result<()> {
        let element = self.element(selector)?;
        let node = format!("document.querySelector({})", json!(selector));
        self.value(&format!(
            "{node}.scrollIntoView({{ block: 'center' }}) ?? null"
        ))?;
        self.post(&format!("element/{element}/click"), json!({}))?;
        Ok(())
    }

    /// Types into the element that a CSS selector finds, in place of what is there.
    ///
    /// # Errors
    /// There is none, or it takes no text.
    pub fn fill(&self, selector: &str, text: &str) -> Result<()> {
        let element = self.element(selector)?;
        self.post(&format!("element/{element}/clear"), json!({}))?;
        let keys = json!({ "text": text });
        self.post(&format!("element/{element}/value"), keys)?;
        Ok(())
    }

    /// Presses a key, with Shift held down if `shift`. Keys beyond characters have
    /// the code points of the WebDriver standard.
    ///
    /// # Errors
    /// The browser does not answer.
    pub fn press(&self, key: char, shift: bool) -> Result<()> {
        let event = |kind: &str, key: char| json!({ "type": kind, "value": key.to_string() });
        let mut actions = vec![event("keyDown", key), event("keyUp", key)];
        if shift {
            let held = '\u{e008}';
            actions.insert(0, event("keyDown", held));
            actions.push(event("keyUp", held));
        }
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("actions", json!({ "actions": [keyboard] }))?;
        Ok(())
    }

    /// Lets a mouse take steps, or some fingers, all at the same time.
    ///
    /// # Errors
    /// A point is outside the window.
    pub fn point(&self, pointer: Pointer, hands: &[&[PointerStep]]) -> Result<()> {
        self.post("actions", json!({ "actions": pointer.actions(hands) }))?;
        Ok(())
    }

    /// Returns the lines that the page has written to the console since the last call, errors of
    /// the browser among it.
    ///
    /// # Errors
    /// The browser does not answer.
    pub fn console(&self) -> Result<Vec<String>> {
        let entries = self.post("se/log", json!({ "type": "browser" }))?;
        let entries = entries.as_array().context("no log")?;
        let line = |entry: &Value| format!("{}: {}", entry["level"], entry["message"]);
        Ok(entries.iter().map(line).collect())
    }

    /// Writes what the window shows to a PNG file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn screenshot(&self, path: &Path) -> Result<()> {
        let answer = self
            .agent
            .get(format!("{}/screenshot", self.session))
            .call();
        let image = answer_text(answer)?;
        fs::write(path, STANDARD.decode(image)?)?;
        Ok(())
    }

    /// Makes the page believe in a preference of the user's, such as
    /// `prefers-color-scheme` in `dark`.
    ///
    /// # Errors
    /// The browser does not answer.
    pub fn prefer(&self, feature: &str, value: &str) -> Result<()> {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features)?;
        Ok(())
    }

    /// Processor time that the page's main thread has used since some fixed time, s.
    ///
    /// # Errors
    /// The browser does not say.
    pub fn busy(&self) -> Result<f64> {
        let domain = json!({ "timeDomain": "threadTicks" });
        self.devtools("Performance.enable", domain)?;
        let answer = self.devtools("Performance.getMetrics", json!({}))?;
        let metrics = answer["metrics"].as_array().context("no metrics")?;
        let task = metrics
            .iter()
            .find(|metric| metric["name"] == "TaskDuration");
        task.and_then(|task| task["value"].as_f64())
            .context("no time")
    }

    /// The content of the only file that was saved, which is then removed.
    ///
    /// # Errors
    /// No file appears.
    pub fn download(&self) -> Result<(String, Vec<u8>)> {
        let begun = Instant::now();
        loop {
            let files = fs::read_dir(self.downloads.path())?;
            let mut paths = files.map_while(Result::ok).map(|entry| entry.path());
            let complete = |path: &Path| {
                let name = path.to_string_lossy();
                [".svg", ".png", ".txt", ".csv"]
                    .iter()
                    .any(|ending| name.ends_with(ending))
            };
            if let Some(path) = paths.find(|path| complete(path)) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let bytes = fs::read(&path)?;
                fs::remove_file(&path)?;
                return Ok((name.into_owned(), bytes));
            }
            if begun.elapsed() > PATIENCE {
                bail!("nothing was saved");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn element(&self, selector: &str) -> Result<String> {
        let by = json!({ "using": "css selector", "value": selector });
        let found = self.post("element", by)?;
        let mut ids = found.as_object().into_iter().flatten();
        let id = ids.next().and_then(|(_, id)| id.as_str());
        Ok(id.context("no element")?.to_string())
    }

    fn devtools(&self, command: &str, parameters: Value) -> Result<Value> {
        self.post(
            "goog/cdp/execute",
            json!({ "cmd": command, "params": parameters }),
        )
    }

    fn post(&self, command: &str, body: Value) -> Result<Value> {
        let url = format!("{}/{command}", self.session);
        answer(self.agent.post(&url).send_json(&body)).with_context(|| format!("{command} {body}"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
    }
}

type Answer = std::result::Result<ureq::http::Response<ureq::Body>, ureq::Error>;

/// The value of an answer.
fn answer(answer: Answer) -> Result<Value> {
    let mut response = answer?;
    let body: Value = response
        .body_mut()
        .with_config()
        .limit(1 << 28)
        .read_json()?;
    let value = body["value"].clone();
    if !response.status().is_success() {
        bail!("{}: {}", value["error"], value["message"]);
    }
    Ok(value)
}

fn answer_text(response: Answer) -> Result<String> {
    let value = answer(response)?;
    Ok(value.as_str().context("not a text")?.to_string())
}
