//! Pages in files, and the browser that shows them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Write, stderr};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use harness::browser::{Browser, Engine};
use scene::Replay;
use scene::page::{PageLinks, page};
use serde_json::json;

use crate::solitaire::RULES;

// Keys, by their code points in the WebDriver standard.
pub const CONTROL: char = '\u{e009}';
pub const TAB: char = '\u{e004}';
pub const ENTER: char = '\u{e007}';
pub const PAGE_UP: char = '\u{e00e}';
pub const PAGE_DOWN: char = '\u{e00f}';
pub const END: char = '\u{e010}';
pub const HOME: char = '\u{e011}';
pub const LEFT: char = '\u{e012}';
pub const UP: char = '\u{e013}';
pub const RIGHT: char = '\u{e014}';
pub const DOWN: char = '\u{e015}';

/// A page in a browser, with the tests' queries. Dropping it checks that the console is empty.
pub struct Shown {
    /// None once this is dropped.
    browser: Option<Browser>,
    /// Address of the page, without a fragment.
    address: String,
}

impl Deref for Shown {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.browser.as_ref().expect("a page in a browser")
    }
}

impl Shown {
    /// Writes the page of some replays and opens it, at a fragment such as `#turn=3` or none.
    #[track_caller]
    pub fn open(name: &str, replays: &[Replay], fragment: &str) -> Shown {
        let file = folder().join(format!("{name}.html"));
        fs::write(&file, page(name, replays, RULES, &PageLinks::default())).unwrap();
        Shown::open_file(&file, fragment)
    }

    /// Opens a page that a program has written.
    #[track_caller]
    pub fn open_file(file: &Path, fragment: &str) -> Shown {
        Shown::visit(&format!("file://{}", file.display()), fragment)
    }

    /// Opens the page at a local address in Chromium.
    #[track_caller]
    pub fn visit(address: &str, fragment: &str) -> Shown {
        Shown::visit_in(Engine::Chromium, address, fragment)
    }

    /// Opens the page at a local address, in a window of 1280 × 900 pixels.
    #[track_caller]
    pub fn visit_in(engine: Engine, address: &str, fragment: &str) -> Shown {
        let idle = {
            let mut idle = IDLE.lock().unwrap();
            let found = idle.iter().position(|browser| browser.engine() == engine);
            found.map(|index| idle.swap_remove(index))
        };
        let page = Shown {
            browser: idle.or_else(|| Some(Browser::start(engine))),
            address: address.into(),
        };
        page.reset(1280, 900);
        page.reopen(fragment);
        page
    }

    /// Opens the page again, with this query or fragment.
    #[track_caller]
    pub fn reopen(&self, fragment: &str) {
        Browser::visit(self, &(self.address.clone() + fragment));
    }

    /// Returns the turn that is shown.
    #[track_caller]
    pub fn turn(&self) -> usize {
        let [turn, field]: [usize; 2] =
            self.get("[document.body.dataset.turn, $('#turn').value].map(Number)");
        assert_eq!(turn, field, "{}", self.text("#caption"));
        turn
    }

    /// Returns the places of the pieces on board number `board`, by their ids.
    #[track_caller]
    pub fn places(&self, board: usize) -> BTreeMap<u32, i64> {
        let pieces: Vec<(u32, i64)> = self.get(&format!(
            "[...$$('.seat')[{board}].querySelectorAll('.piece[data-id]:not(.gone)')]
               .map((node) => [Number(node.dataset.id), Number(node.dataset.place)])"
        ));
        pieces.into_iter().collect()
    }

    /// Returns the score above the first board.
    #[track_caller]
    pub fn score(&self) -> f64 {
        let shown = self.text(".seat .score b").replace('\u{202f}', "");
        shown.replace('−', "-").parse().unwrap()
    }

    /// Checks that the legend explains every sign on the boards.
    #[track_caller]
    pub fn check_legend(&self) {
        let missing = self.value(
            "(() => {
               const has = (sign) => $(`#legend [data-sign^=\"${sign}\"]`) !== null;
               const on = (selector) => $$(`.seat .board ${selector}`);
               const signs = on('[data-mark]').map((node) => `mark:${node.dataset.mark}`)
                 .concat(on('.link').map(() => 'link:'), on('.label').map(() => 'label:'));
               return [...new Set(signs)].filter((sign) => !has(sign));
             })()",
        );
        assert_eq!(missing, json!([]));
    }

    /// Checks that the circles of different figures have different colours.
    #[track_caller]
    pub fn check_colours(&self) {
        let colours: Vec<String> =
            self.get("$$('#figures i').map((dot) => getComputedStyle(dot).borderColor)");
        let is_new = |(index, colour): (usize, &String)| !colours[..index].contains(colour);
        assert!(colours.iter().enumerate().all(is_new), "{colours:?}");
    }

    /// Checks that the page is not wider than its window, and no element than its card.
    #[track_caller]
    pub fn check_width(&self) {
        let over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(self.value(over), 0);
        let outside = self.value(
            "$$('.card *, .seat *').filter((node) => {
               const isWhole = node.checkVisibility() && !node.ownerSVGElement && !node.parentElement.closest('.wide, .wide-table, .index');
               const right = (shown) => shown.getBoundingClientRect().right;
               return isWhole && right(node) > right(node.closest('.card, .seat')) + 1;
             }).map((node) => node.outerHTML)",
        );
        assert_eq!(outside, json!([]));
    }

    /// Checks that no word inside the elements that a selector finds is broken.
    #[track_caller]
    pub fn check_whole(&self, selector: &str) {
        let broken = self.value(&format!(
            "$$({selector:?}).flatMap((node) => {{
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

    /// Checks that axe-core finds no fault of level serious or critical, in light and in dark mode.
    #[track_caller]
    pub fn check_access(&self) {
        let axe = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../target/node/node_modules/axe-core/axe.min.js"
        );
        let axe = fs::read_to_string(axe).unwrap();
        self.run(&format!("(() => {{ {axe}\n }})()"));
        for scheme in ["light", "dark"] {
            self.prefer("prefers-color-scheme", scheme);
            let serious = self.value(
                "axe.run().then(({ violations }) => violations
                   .filter(({ impact }) => impact === 'serious' || impact === 'critical')
                   .map(({ help, nodes }) => [help, nodes[0].html]))",
            );
            assert_eq!(serious, json!([]), "{scheme}");
        }
    }

    /// Goes to a turn with the page's field for it.
    #[track_caller]
    pub fn go(&self, turn: usize) {
        // From the start, since going on by one turn would be an animation.
        self.run("$('#first').click()");
        self.fill("#turn", &turn.to_string());
        self.run("$('#turn').blur()");
        self.wait(&format!("document.body.dataset.turn === '{turn}'"));
    }

    /// Saves a screenshot of the window.
    #[track_caller]
    pub fn screenshot(&self, name: &str) {
        self.save_screenshot(&folder().join(format!("{name}.png")));
    }
}

impl Drop for Shown {
    /// Another test may use the browser, unless this one has failed.
    fn drop(&mut self) {
        if !thread::panicking() {
            assert_eq!(self.console(), Vec::<String>::new());
            IDLE.lock().unwrap().extend(self.browser.take());
        }
    }
}

/// Browsers that no test uses.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// Ends the unused browsers.
pub fn end_browsers() {
    IDLE.lock().unwrap().clear();
}

/// Prints a measurement, even if the test passes.
pub fn say(line: &str) {
    stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Returns the folder for the pages and pictures of the tests.
pub fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).unwrap();
    folder
}
