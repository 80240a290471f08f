//! Accessibility of the pages about runs; `site` tests that of the pages with games.

use harness::hostile::Arena;

use crate::shown::Shown;
use crate::solitaire::{game, replay};
use crate::{folder, report};

pub(super) fn nothing_serious_is_inaccessible() {
    let arena = Arena::here();
    let runs = [game(25, |_| 0), game(20, |turn| usize::from(turn >= 4))];
    let replays = runs.map(|positions| replay("us", &positions));
    for page in [
        Shown::open("access", &replays, "#turn=3"),
        folder::open(&arena),
        report::open(&arena),
    ] {
        page.check_access();
        page.close();
    }
}
