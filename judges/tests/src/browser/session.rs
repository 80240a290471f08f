//! One browser window.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::PATIENCE;
use super::connection::{Connection, DriverCommand, Engine};
use super::pointer::{Pointer, PointerStep, WindowPoint};

/// Number of frames without movement after which an element is at rest.
const REST: u32 = 3;

/// Key that deletes a selection, by its code point in the WebDriver standard.
const DELETE: char = '\u{e017}';

/// Errors of pages on the browser console of Firefox, which a script of the browser reads.
const FIREFOX_ERRORS: &str = "const errors = Services.console.getMessageArray().filter((message) =>
        message instanceof Ci.nsIScriptError && /^(file|blob|http):/.test(message.sourceName));
    Services.console.reset();
    return errors.map(String);";

/// JavaScript functions that find elements by CSS selector: the first, or all of them.
const FINDERS: &str = "const $ = (css) => document.querySelector(css);
    const $$ = (css) => [...document.querySelectorAll(css)];";

/// JavaScript function that notes which events of a click reach an element while it is enabled.
const EVENTS_OF_CLICK: &str = "(node) => {
        globalThis.eventsOfClick = [false, false, false];
        ['pointerdown', 'pointerup', 'click'].forEach((type, index) =>
            node.addEventListener(type, () => (globalThis.eventsOfClick[index] ||= !node.matches(':disabled')), { capture: true }));
    }";

/// A headless browser with one window. Dropping it ends the browser. All methods panic if the
/// browser refuses a request.
pub struct Browser {
    connection: Connection,
    downloads: TempDir,
}

impl Browser {
    /// Starts a browser.
    pub fn start(engine: Engine) -> Browser {
        let downloads = tempfile::tempdir().unwrap();
        Browser { connection: Connection::open(engine, downloads.path()), downloads }
    }

    /// Returns the kind of browser.
    pub fn engine(&self) -> Engine {
        self.connection.engine()
    }

    /// Resets the browser to its first state, with a window of `width` × `height` CSS pixels.
    #[track_caller]
    pub fn reset(&self, width: u32, height: u32) {
        self.send(DriverCommand::NAVIGATE, json!({ "url": "about:blank" }));
        if self.engine() == Engine::Chromium {
            self.devtools("Emulation.setEmulatedMedia", json!({ "features": [] }));
            self.unplug(false);
        }
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

    /// Resizes the window to `width` × `height` CSS pixels. Firefox has a minimum width of 450.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        match self.engine() {
            Engine::Chromium => {
                let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
                self.devtools("Emulation.setDeviceMetricsOverride", size);
            }
            Engine::Firefox => {
                let bars: u32 = self.get("outerHeight - innerHeight");
                let size = json!({ "width": width, "height": height + bars });
                self.send(DriverCommand::RESIZE, size);
            }
        }
        let is_set = format!("innerWidth === {width} && innerHeight === {height}");
        self.wait(&is_set);
    }

    /// Opens an address and waits until the page reports that it is ready. A page without scripts
    /// is ready at once.
    #[track_caller]
    pub fn visit(&self, url: &str) {
        self.send(DriverCommand::NAVIGATE, json!({ "url": "about:blank" }));
        self.send(DriverCommand::NAVIGATE, json!({ "url": url }));
        self.wait("document.scripts.length === 0 || document.body.dataset.ready === 'true'");
    }

    /// Returns the value of a JavaScript expression; if that is a promise, its result. In the
    /// expression, `$` finds the first element of a CSS selector, and `$$` all of them.
    #[track_caller]
    pub fn get<T: DeserializeOwned>(&self, expression: &str) -> T {
        let value =
            self.evaluate(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
        let found = serde_json::from_value(value.clone());
        found.unwrap_or_else(|error| panic!("{expression} is {value}: {error}"))
    }

    fn evaluate(&self, expression: &str) -> Result<Value> {
        let script = format!("{FINDERS} return ({expression});");
        let body = json!({ "script": script, "args": [] });
        self.connection.send(DriverCommand::EXECUTE, &body)
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

    /// Waits until a JavaScript expression is true. It may fail at first, for lack of an element.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        let begun = Instant::now();
        loop {
            let found = self.evaluate(expression);
            if found.as_ref().is_ok_and(|value| *value == true) {
                return;
            }
            let console = || self.console().join("; ");
            let is_late = begun.elapsed() >= PATIENCE;
            assert!(!is_late, "still not true: {expression}: {found:?}; {}", console());
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
        let selector = json!(selector);
        self.get(&format!("$$({selector}).map((node) => node.textContent)"))
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

    /// Scrolls to the element that a CSS selector finds, and waits until it is at rest. The page
    /// may still move after a swipe, or because its content changes.
    #[track_caller]
    pub fn bring(&self, selector: &str, block: &str) {
        self.value(&format!(
            "new Promise((done) => {{
               let [before, frames] = [{{ x: NaN, y: NaN }}, 0];
               const look = () => {{
                 const node = $({selector:?});
                 node.scrollIntoView({{ block: {block:?} }});
                 const now = node.getBoundingClientRect();
                 // Scrolling may move it by a part of a pixel, back and forth.
                 const isAtRest = Math.abs(now.x - before.x) < 1 && Math.abs(now.y - before.y) < 1;
                 frames = isAtRest ? frames + 1 : 0;
                 before = now;
                 if (frames === {REST}) done(null);
                 else requestAnimationFrame(look);
               }};
               look();
             }})"
        ));
    }

    /// Returns the middle of the element that a CSS selector finds. Scrolls it to the middle of the
    /// window, since the controls at the lower end could cover it.
    #[track_caller]
    pub fn middle(&self, selector: &str) -> WindowPoint {
        self.bring(selector, "center");
        self.get(&format!(
            "(({{ x, y, width, height }}) => [Math.round(x + width / 2), Math.round(y + height / 2)])
               ($({selector:?}).getBoundingClientRect())"
        ))
    }

    /// Clicks the element that a CSS selector finds with the mouse; see [`Browser::point_at`].
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.point_at(Pointer::Mouse, selector);
    }

    /// Clicks or taps the element that a CSS selector finds, once it is enabled and nothing covers
    /// it. An answer of the page may move or disable it during the click; then clicks it again.
    ///
    /// # Panics
    /// It is disabled, or another element covers it, for long; or the page loses a click on it.
    #[track_caller]
    pub fn point_at(&self, pointer: Pointer, selector: &str) {
        let begun = Instant::now();
        loop {
            let (x, y) = self.middle(selector);
            let top = format!("document.elementFromPoint({x}, {y})");
            let is_free = "node.contains(top) && !node.matches(':disabled')";
            if self.is(&format!("((node, top) => {is_free})($({selector:?}), {top})")) {
                self.run(&format!("({EVENTS_OF_CLICK})($({selector:?}))"));
                self.click_at(pointer, (x, y));
                let events = self.events_of_click();
                // A tap becomes a click later.
                if pointer == Pointer::Touch || events.is_none_or(|events| events[2]) {
                    return;
                }
                assert_ne!(events, Some([true, true, false]), "{selector}: a lost click");
            }
            let meets = || self.value(&format!("{top}?.outerHTML"));
            assert!(begun.elapsed() < PATIENCE, "{selector}: {}", meets());
        }
    }

    /// Returns whether the element that is clicked got a press, a release and a click; `None` if a
    /// dialog or another page has opened.
    fn events_of_click(&self) -> Option<[bool; 3]> {
        let script = json!({ "script": "return globalThis.eventsOfClick", "args": [] });
        let events = self.connection.send(DriverCommand::EXECUTE, &script).ok()?;
        serde_json::from_value(events).ok()
    }

    /// Clicks or taps a point.
    #[track_caller]
    pub fn click_at(&self, pointer: Pointer, at: WindowPoint) {
        self.steps(pointer, &PointerStep::click(at));
    }

    /// Replaces the text in the field that a CSS selector finds by typing.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let field = format!("$({selector:?})");
        self.run(&format!("({field}.focus(), {field}.select())"));
        let keys = [DELETE].into_iter().chain(text.chars());
        self.keys(keys.flat_map(|key| [("keyDown", key), ("keyUp", key)]));
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
        let (down, up) = ("keyDown", "keyUp");
        let keys = [(down, held), (down, key), (up, key), (up, held)];
        self.keys(keys.into_iter().filter(|(_, key)| *key != '\0'));
    }

    #[track_caller]
    fn keys(&self, keys: impl Iterator<Item = (&'static str, char)>) {
        let actions: Vec<Value> =
            keys.map(|(kind, key)| json!({ "type": kind, "value": key.to_string() })).collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.send(DriverCommand::PERFORM, json!({ "actions": [keyboard] }));
    }

    /// Performs steps of the mouse or of one finger.
    #[track_caller]
    pub fn steps(&self, pointer: Pointer, steps: &[PointerStep]) {
        self.point(pointer, &[steps]);
    }

    /// Performs the steps of a mouse, or of several fingers at the same time.
    #[track_caller]
    pub fn point(&self, pointer: Pointer, hands: &[&[PointerStep]]) {
        let actions = json!({ "actions": pointer.actions(hands) });
        self.send(DriverCommand::PERFORM, actions);
    }

    /// Returns the console's lines since the last call, with the browser's own errors.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        if self.engine() == Engine::Firefox {
            self.send(DriverCommand::CONTEXT, json!({ "value": "chrome" }));
            let errors = json!({ "script": FIREFOX_ERRORS, "args": [] });
            let errors = self.send(DriverCommand::EXECUTE, errors);
            self.send(DriverCommand::CONTEXT, json!({ "value": "content" }));
            return serde_json::from_value(errors).unwrap();
        }
        let entries = self.send(DriverCommand::LOG, json!({ "type": "browser" }));
        let line = |entry: &Value| format!("{}: {}", entry["level"], entry["message"]);
        entries.as_array().unwrap().iter().map(line).collect()
    }

    /// Saves a screenshot of the window as a PNG file.
    #[track_caller]
    pub fn save_screenshot(&self, path: &Path) {
        let image = match self.engine() {
            Engine::Chromium => self.devtools("Page.captureScreenshot", json!({}))["data"].take(),
            Engine::Firefox => self.send(DriverCommand::SCREENSHOT, json!({ "full": false })),
        };
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
        self.send(DriverCommand::ACCEPT, json!({}));
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
    fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.send(DriverCommand::DEVTOOLS, body)
    }

    #[track_caller]
    fn send(&self, action: DriverCommand, body: Value) -> Value {
        let answered = self.connection.send(action, &body);
        answered.unwrap_or_else(|error| panic!("{action:?} {body}: {error}"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if thread::panicking() {
            let script = "return [location.href, document.body.innerText.slice(0, 2000)]";
            let script = json!({ "script": script, "args": [] });
            let page = self.connection.send(DriverCommand::EXECUTE, &script);
            eprintln!("the page was {page:?}");
        }
    }
}
