//! A board on which a person plays.

use browser::{Point, Pointer, Step};
use common::rng::Rng;
use serde::Deserialize;

use crate::harness::Shown;

/// A place of the board and its middle in the window.
pub type Spot = (i64, Point);

/// How far a game is, and what is highlighted; the board is brought into the window.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Progress {
    /// Number of entries.
    pub entries: u64,
    /// The first place of a move that has two.
    pub selected: Option<String>,
    /// The places where a move begins or goes on.
    pub highlighted: Vec<Spot>,
    /// How often the case has been drawn.
    pub drawn: String,
}

/// A [`Progress`].
const PROGRESS: &str = "(() => {
    const board = document.querySelector('.board');
    board.scrollIntoView({ block: 'nearest' });
    const nodes = board.querySelectorAll('.layer-choices .choice:not(.selected, .hinted, .cursor)');
    const highlighted = [...nodes].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [Number(node.dataset.place), [Math.round(x + width / 2), Math.round(y + height / 2)]];
    });
    const selected = board.querySelector('.choice.selected')?.dataset.place;
    return { entries: Number(document.body.dataset.hand), selected, highlighted, drawn: document.body.dataset.refreshed };
})()";

/// Number of entries and selected place.
const COUNT: &str = "[document.body.dataset.hand, document.querySelector('.choice.selected')?.dataset.place].join()";

/// A time after which a click on the same place is no second one of a double click, ms.
const APART: Step = Step::Wait(300);

/// True if the game by hand is over.
pub const IS_OVER: &str =
    "document.getElementById('standing').textContent.startsWith('The game is over: ')";

/// A game by hand on a page, with moves drawn at random.
pub struct Board<'a> {
    page: &'a Shown,
    rng: Rng,
    /// The place that was clicked last.
    last: Option<i64>,
    /// What was done before, for messages.
    pub after: String,
}

impl<'a> Board<'a> {
    /// The board of a page that shows a game by hand.
    pub fn new(page: &'a Shown) -> Board<'a> {
        Board {
            page,
            rng: Rng::new(7),
            last: None,
            after: String::new(),
        }
    }

    /// How far the game is.
    #[track_caller]
    pub fn progress(&self) -> Progress {
        serde_json::from_value(self.page.value(PROGRESS)).unwrap()
    }

    /// Waits until the game is not as far as it was.
    #[track_caller]
    pub fn wait_after(&self, before: &Progress) {
        let selected = before.selected.as_deref().unwrap_or_default();
        let count = format!("{},{selected}", before.entries);
        let moved = self.page.browser.wait(&format!("{COUNT} !== '{count}'"));
        moved.unwrap_or_else(|error| panic!("after {:?}: {error}", self.after));
    }

    /// One of the places where a move begins or goes on.
    pub fn draw(&mut self, progress: &Progress) -> Spot {
        let count = progress.highlighted.len() as u32;
        progress.highlighted[self.rng.below(count) as usize]
    }

    /// Clicks a place where a move begins or goes on.
    #[track_caller]
    pub fn point(&mut self, progress: &Progress, pointer: Pointer) -> Spot {
        let spot = self.draw(progress);
        match self.last.replace(spot.0) == Some(spot.0) {
            true => self.click_again(pointer, spot.1),
            false => self.page.click(pointer, spot.1),
        }
        spot
    }

    /// Clicks a point that may have been clicked just before.
    #[track_caller]
    pub fn click_again(&self, pointer: Pointer, at: Point) {
        self.page
            .steps(pointer, &[&[APART][..], &Step::click(at)].concat());
    }

    /// Clicks a place that begins a move or makes it.
    #[track_caller]
    pub fn click(&mut self, pointer: Pointer) -> Spot {
        let before = self.progress();
        let spot = self.point(&before, pointer);
        self.wait_after(&before);
        spot
    }

    /// Makes a move by one click or two.
    #[track_caller]
    pub fn play(&mut self, pointer: Pointer) {
        let before = self.progress();
        let mut now = before.clone();
        while now.entries == before.entries {
            self.point(&now, pointer);
            self.wait_after(&now);
            now = self.progress();
        }
    }

    /// Takes the last move back.
    #[track_caller]
    pub fn undo(&self) {
        let before = self.progress();
        self.page.press('u', false);
        self.wait_after(&before);
    }

    /// Returns true if the game is over.
    #[track_caller]
    pub fn is_over(&self) -> bool {
        self.page.value(IS_OVER) == true
    }
}
