//! Pages on disk, and the browser that shows them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use harness::browser::{Browser, Pointer, PointerStep, WindowPoint};
use scene::Replay;
use scene::page::{PageLinks, page};
use serde_json::{Value, json};

use crate::solitaire::RULES;

/// Arrow left. Keys are named by their code points in the WebDriver standard.
pub const LEFT: char = '\u{e012}';
/// Arrow up.
pub const UP: char = '\u{e013}';
/// Arrow right.
pub const RIGHT: char = '\u{e014}';
/// Arrow down.
pub const DOWN: char = '\u{e015}';
/// Home.
pub const HOME: char = '\u{e011}';
/// End.
pub const END: char = '\u{e010}';
/// Tab.
pub const TAB: char = '\u{e004}';
/// Page down.
pub const PAGE_DOWN: char = '\u{e00f}';
/// Page up.
pub const PAGE_UP: char = '\u{e00e}';

/// A contestant that is right on boards with a side below 20 only.
pub const CONTESTANT: &str = "sh -c 'read n; if [ $n -lt 20 ]; then echo 0; else echo a-very-long-answer-that-is-no-number; fi'";

/// Frames in which an element that rests has one place.
const REST: u32 = 3;

/// A page in a browser, with the queries that the tests make.
pub struct Shown {
    /// The browser, at the page.
    pub browser: Browser,
    /// File of the page.
    pub file: PathBuf,
}

impl Shown {
    /// Writes the page of some replays and opens it in a window of 1280 × 900
    /// pixels.
    pub fn open(name: &str, replays: &[Replay], fragment: &str) -> Shown {
        let browser = start();
        let file = folder().join(format!("{name}.html"));
        fs::write(&file, page(name, replays, RULES, &PageLinks::default())).unwrap();
        browser.open(&file, fragment).unwrap();
        Shown { browser, file }
    }

    /// Opens a page that a judge has written.
    pub fn open_file(file: &Path, fragment: &str) -> Shown {
        let browser = start();
        browser.open(file, fragment).unwrap();
        let file = file.to_path_buf();
        Shown { browser, file }
    }

    /// Opens the page at an address of this machine.
    pub fn visit(address: &str) -> Shown {
        let browser = start();
        browser.visit(address).unwrap();
        Shown {
            browser,
            file: PathBuf::new(),
        }
    }

    /// The pieces on each cell or tray of the first board: their labels, or the side
    /// of a piece without one.
    #[track_caller]
    pub fn pieces(&self) -> BTreeMap<i64, Vec<String>> {
        let pieces = self.value(
            "[...document.querySelector('.seat').querySelectorAll('.piece[data-id]:not(.gone)')]
               .map((node) => [Number(node.dataset.place), node.querySelector('text')?.textContent ?? node.classList[2]])",
        );
        let mut found: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (place, label) in serde_json::from_value::<Vec<(i64, String)>>(pieces).unwrap() {
            found.entry(place).or_default().push(label);
        }
        found
    }

    /// The value of a figure.
    #[track_caller]
    pub fn figure(&self, name: &str) -> String {
        let rows = format!(
            "[...document.querySelectorAll('#figures tr')]
               .find((row) => row.querySelector('button').textContent === {name:?}).querySelector('td').textContent"
        );
        let shown = self.value(&rows);
        shown.as_str().unwrap().replace(['\u{202f}', '−'], "")
    }

    /// The value of a JavaScript expression.
    #[track_caller]
    pub fn value(&self, expression: &str) -> Value {
        self.browser.value(expression).unwrap()
    }

    /// The text of the element that a CSS selector finds.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector('{selector}').textContent"));
        text.as_str().unwrap().to_string()
    }

    /// The turn that is shown.
    #[track_caller]
    pub fn turn(&self) -> u64 {
        let turn = self.text("#caption");
        let field = self.value("Number(document.getElementById('turn').value)");
        assert_eq!(
            self.value("Number(document.body.dataset.turn)"),
            field,
            "{turn}"
        );
        field.as_u64().unwrap()
    }

    /// The places of the pieces on the board number `board`, by their ids.
    #[track_caller]
    pub fn places(&self, board: usize) -> BTreeMap<u32, i64> {
        let pieces = self.value(&format!(
            "[...document.querySelectorAll('.seat')[{board}].querySelectorAll('.piece[data-id]:not(.gone)')]
               .map((node) => [Number(node.dataset.id), Number(node.dataset.place)])"
        ));
        serde_json::from_value::<Vec<(u32, i64)>>(pieces)
            .unwrap()
            .into_iter()
            .collect()
    }

    /// Checks that the legend has every sign on the boards.
    #[track_caller]
    pub fn check_legend(&self) {
        let missing = self.value(
            "(() => {
               const has = (sign) => document.querySelector(`#legend [data-sign^=\"${sign}\"]`) !== null;
               const on = (selector) => [...document.querySelectorAll(`.seat .board ${selector}`)];
               const signs = on('[data-mark]').map((node) => `mark:${node.dataset.mark}`)
                 .concat(on('.link').map(() => 'link:'), on('.label').map(() => 'label:'));
               return [...new Set(signs)].filter((sign) => !has(sign));
             })()",
        );
        assert_eq!(missing, json!([]));
    }

    /// Checks that no two figures have circles of one colour.
    #[track_caller]
    pub fn check_colours(&self) {
        let colours = self.value(
            "[...document.querySelectorAll('#figures i')].map((dot) => getComputedStyle(dot).borderColor)",
        );
        let mut colours: Vec<String> = serde_json::from_value(colours).unwrap();
        let count = colours.len();
        colours.sort();
        colours.dedup();
        assert_eq!(colours.len(), count, "{colours:?}");
    }

    /// Checks that the page is at most as wide as its window.
    #[track_caller]
    pub fn check_width(&self) {
        let over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(self.value(over), 0);
    }

    /// Checks that no word within the elements that a selector finds is broken.
    #[track_caller]
    pub fn check_whole(&self, selector: &str) {
        let broken = self.value(&format!(
            "[...document.querySelectorAll({selector:?})].flatMap((node) => {{
               const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
               const broken = [];
               for (let text = walker.nextNode(); text; text = walker.nextNode()) {{
                 for (const word of text.data.matchAll(/\\S+/g)) {{
                   const range = document.createRange();
                   range.setStart(text, word.index);
                   range.setEnd(text, word.index + word[0].length);
                   if (range.getClientRects().length > 1) broken.push(word[0]);
                 }}
               }}
               return broken;
             }})"
        ));
        assert_eq!(broken, json!([]));
    }

    /// Checks that axe-core finds no fault that it calls serious or critical, in light and in
    /// dark.
    #[track_caller]
    pub fn check_access(&self) {
        let axe = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../target/node/node_modules/axe-core/axe.min.js");
        let axe = fs::read_to_string(axe).unwrap();
        self.value(&format!("(() => {{ {axe}\n return true; }})()"));
        for scheme in ["light", "dark"] {
            self.browser.prefer("prefers-color-scheme", scheme).unwrap();
            self.value(
                "void axe.run().then(({ violations }) => (globalThis.serious = violations
                   .filter(({ impact }) => impact === 'serious' || impact === 'critical')
                   .map(({ help, nodes }) => [help, nodes[0].html])))",
            );
            self.wait("globalThis.serious !== undefined");
            assert_eq!(self.value("serious"), json!([]), "{scheme}");
            self.value("delete globalThis.serious");
        }
    }

    /// The middle of the element that a CSS selector finds, which is brought into the middle of the
    /// window: the controls at its lower end would cover it there.
    #[track_caller]
    pub fn middle(&self, selector: &str) -> WindowPoint {
        self.bring(selector, "center");
        let middle = self.value(&format!(
            "(({{ x, y, width, height }}) => [Math.round(x + width / 2), Math.round(y + height / 2)])
               (document.querySelector({selector:?}).getBoundingClientRect())"
        ));
        serde_json::from_value(middle).unwrap()
    }

    /// Scrolls to the element that a CSS selector finds, and waits until it rests: the page may go on
    /// moving after a finger, or because something else is shown.
    #[track_caller]
    pub fn bring(&self, selector: &str, block: &str) {
        self.value(&format!(
            "new Promise((done) => {{
               let [before, frames] = ['', 0];
               const look = () => {{
                 const node = document.querySelector({selector:?});
                 node.scrollIntoView({{ block: {block:?} }});
                 const now = JSON.stringify(node.getBoundingClientRect());
                 frames = now === before ? frames + 1 : 0;
                 before = now;
                 if (frames === {REST}) done(null);
                 else requestAnimationFrame(look);
               }};
               look();
             }})"
        ));
    }

    /// Clicks or taps a point.
    #[track_caller]
    pub fn click(&self, pointer: Pointer, at: WindowPoint) {
        self.steps(pointer, &PointerStep::click(at));
    }

    /// Lets a mouse or a finger take steps.
    #[track_caller]
    pub fn steps(&self, pointer: Pointer, steps: &[PointerStep]) {
        self.browser.point(pointer, &[steps]).unwrap();
    }

    /// Presses a key, and `Shift` with it if asked.
    #[track_caller]
    pub fn press(&self, key: char, shift: bool) {
        self.browser.press(key, shift).unwrap();
    }

    /// Waits until a JavaScript expression is true.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        self.browser.wait(expression).unwrap();
    }

    /// Moves to a turn by its field.
    #[track_caller]
    pub fn go(&self, turn: u64) {
        // One step would be a movement, which takes its time.
        self.value("document.getElementById('first').click()");
        self.browser.fill("#turn", &turn.to_string()).unwrap();
        self.value("document.getElementById('turn').blur()");
        self.wait(&format!("document.body.dataset.turn === '{turn}'"));
    }

    /// Takes a picture of the window.
    #[track_caller]
    pub fn screenshot(&self, name: &str) {
        let path = folder().join(format!("{name}.png"));
        self.browser.screenshot(&path).unwrap();
    }

    /// Ends the test: the console is empty. Another test may have the browser then.
    #[track_caller]
    pub fn close(self) {
        assert_eq!(self.browser.console().unwrap(), Vec::<String>::new());
        IDLE.lock().unwrap().push(self.browser);
    }
}

/// Browsers between two tests. A browser whose test failed is not returned.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// Ends the browsers that are left.
pub fn end_browsers() {
    IDLE.lock().unwrap().clear();
}

/// A browser, which an earlier test may have used.
fn start() -> Browser {
    let idle = IDLE.lock().unwrap().pop();
    let browser = idle.unwrap_or_else(|| Browser::start().unwrap());
    browser.reset(1280, 900).unwrap();
    browser
}

/// Says what was measured, also if the test passes.
pub fn say(line: &str) {
    stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// The folder of the judges' programs.
pub fn programs() -> PathBuf {
    let this = env::current_exe().unwrap();
    let folder = this.parent().and_then(Path::parent);
    folder.unwrap().to_path_buf()
}

/// Where pages and pictures of the tests go.
pub fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).unwrap();
    folder
}
