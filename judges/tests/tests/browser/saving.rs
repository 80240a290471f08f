//! Pictures of a turn.

use std::fs;

use crate::shown::{Shown, folder};
use crate::solitaire::{game, replay};

pub(super) fn a_turn_is_saved_as_svg_and_png() {
    let positions = game(|turn, _| turn as usize * 3);
    let page = Shown::open("saving", &[replay("us", &positions)], "#turn=8");
    page.press('s', false);
    let (name, svg) = page.browser.download().unwrap();
    assert_eq!(name, "saving-turn-8.svg");
    let svg = String::from_utf8(svg).unwrap();
    assert_eq!(
        svg.matches("class=\"piece").count(),
        positions[8].pegs.len()
    );
    assert!(svg.contains(&positions[8].scene().caption));
    page.browser.click("#save-png").unwrap();
    let (name, png) = page.browser.download().unwrap();
    assert_eq!(name, "saving-turn-8.png");
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert!(
        side(16) > 600 && side(20) > 600,
        "{} × {}",
        side(16),
        side(20)
    );
    fs::write(folder().join("saved.png"), &png).unwrap();
    // The file stands by itself: colours and all.
    let file = folder().join("saved.svg");
    fs::write(&file, svg).unwrap();
    let url = format!("fetch('file://{}')", file.display());
    assert!(
        page.browser.value(&url).is_err(),
        "the page may not read files"
    );
    let console = page.browser.console().unwrap();
    assert!(
        console
            .iter()
            .all(|line| line.contains("Content Security Policy")),
        "{console:?}"
    );
    page.close();
}
