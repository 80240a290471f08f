//! A board that a person plays on.

use crate::shown::{CONTROL, DOWN, ENTER, LEFT, RIGHT, Shown, UP};
use common::rng::Rng;
use harness::browser::{Pointer, PointerStep, WindowPoint};

/// A place of the board, and the middle of that place in the window.
pub type Spot = (i64, WindowPoint);

/// JavaScript that finds the highlighted places.
const LIT: &str = "(() => {
    const board = $('.board');
    const nodes = board.querySelectorAll('.layer-choices .choice:not(.selected, .hinted, .cursor)');
    const { left, right, top, bottom } = board.getBoundingClientRect();
    const edges = [...board.querySelectorAll('.edge')].map((node) => node.getBoundingClientRect());
    const isCovered = (x, y) => edges.some((edge) => edge.left <= x && x <= edge.right && edge.top <= y && y <= edge.bottom);
    return [...nodes].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [Number(node.dataset.place), [Math.round(x + width / 2), Math.round(y + height / 2)]];
    }).filter(([, [x, y]]) => left < x && x < right && top < y && y < bottom && !isCovered(x, y));
})()";

/// Progress of a game: the number of entries, and the selected first place of a move that has two.
const PROGRESS: &str = "[document.body.dataset.hand, $('.choice.selected')?.dataset.place].join()";

/// Pause that keeps a second click on a place from being a double click, ms.
const APART: PointerStep = PointerStep::Wait(300);

/// True if the game by hand is over.
pub const IS_OVER: &str = "document.body.dataset.over === 'true'";

/// A pointing device; `None` is the keyboard.
pub type Input = Option<Pointer>;

/// A game by hand on a page, with random moves.
pub struct Board<'a> {
    page: &'a Shown,
    rng: Rng,
    /// The place that was clicked last.
    last: Option<i64>,
    /// The preceding action, for error messages.
    pub after: String,
}

impl<'a> Board<'a> {
    /// Returns the board of a page with a game by hand.
    pub fn new(page: &'a Shown) -> Board<'a> {
        Board { page, rng: Rng::new(7), last: None, after: String::new() }
    }

    /// Returns the highlighted places; scrolls the board into the window.
    #[track_caller]
    pub fn lit(&self) -> Vec<Spot> {
        self.page.bring(".board", "nearest");
        self.page.get(LIT)
    }

    /// Returns a random highlighted place. Avoids the place of the last click if possible, since
    /// another click there needs a pause.
    #[track_caller]
    pub fn draw(&mut self) -> Spot {
        let mut lit = self.lit();
        if lit.len() > 1 {
            lit.retain(|&(place, _)| Some(place) != self.last);
        }
        lit[self.rng.below(lit.len() as u32) as usize]
    }

    /// Returns the progress of the game.
    #[track_caller]
    pub fn progress(&self) -> String {
        self.page.get(PROGRESS)
    }

    /// Waits until the progress of the game has changed.
    #[track_caller]
    pub fn wait_after(&self, progress: &str) {
        let is_other = format!("{PROGRESS} !== '{progress}'");
        self.page.wait(&format!("{is_other} /* after {} */", self.after));
    }

    /// Returns the number of entries.
    #[track_caller]
    pub fn entries(&self) -> u64 {
        self.page.get("Number(document.body.dataset.hand)")
    }

    /// Chooses a place; returns false if the keyboard's cursor is elsewhere.
    #[track_caller]
    pub fn press(&mut self, input: Input, spot: Spot) -> bool {
        match input {
            Some(pointer) if self.last.replace(spot.0) == Some(spot.0) => {
                self.click_again(pointer, spot.1);
            }
            Some(pointer) => self.page.click_at(pointer, spot.1),
            None if self.cursor() != Some(spot.0) => return false,
            None => self.page.press(ENTER, false),
        }
        true
    }

    /// Returns the place of the keyboard's cursor.
    #[track_caller]
    fn cursor(&self) -> Option<i64> {
        self.page.get("$('.board .cursor') && Number($('.board .cursor').dataset.place)")
    }

    /// Chooses a highlighted place and waits for the effect: a move begins or is made.
    #[track_caller]
    pub fn click(&mut self, input: impl Into<Input>) -> Spot {
        let (input, before) = (input.into(), self.progress());
        let mut spot = self.draw();
        if input.is_none() {
            // Arrow keys lead to legal places, but the cursor may still be on another one.
            self.page.run("$('.board').focus()");
            loop {
                let arrow = [LEFT, RIGHT, UP, DOWN][self.rng.below(4) as usize];
                self.page.press(arrow, false);
                let cursor = self.cursor();
                let mut lit = self.lit().into_iter();
                if let Some(found) = lit.find(|(place, _)| Some(*place) == cursor) {
                    spot = found;
                    break;
                }
            }
        }
        self.press(input, spot);
        self.wait_after(&before);
        spot
    }

    /// Clicks a point that may have been clicked just before, after a pause.
    #[track_caller]
    pub fn click_again(&self, pointer: Pointer, at: WindowPoint) {
        self.page.steps(pointer, &[&[APART][..], &PointerStep::click(at)].concat());
    }

    /// Makes a move of one place or two; returns its first place.
    #[track_caller]
    pub fn play(&mut self, input: impl Into<Input>) -> Spot {
        let (input, entries) = (input.into(), self.entries());
        let first = self.click(input);
        while self.entries() == entries {
            self.click(input);
        }
        first
    }

    /// Undoes the last move.
    #[track_caller]
    pub fn undo(&self) {
        let before = self.progress();
        self.page.press_with(CONTROL, 'z');
        self.wait_after(&before);
    }

    /// Returns true if the game is over.
    #[track_caller]
    pub fn is_over(&self) -> bool {
        self.page.is(IS_OVER)
    }
}
