//! Saving a picture of a turn.

use std::fs;

use crate::shown::{Shown, folder};
use crate::solitaire::{game, replay};

pub(super) fn a_turn_is_saved_as_svg() {
    let positions = game(|turn, _| turn * 3);
    let page = Shown::open("saving", &[replay("us", &positions)], "#turn=8");
    page.click(".menu summary");
    page.click("#save-svg");
    let (name, svg) = page.download();
    assert_eq!(name, "saving-turn-8.svg");
    let svg = String::from_utf8(svg).unwrap();
    assert_eq!(
        svg.matches("class=\"piece").count(),
        positions[8].pegs.len()
    );
    assert!(svg.contains(&positions[8].scene().caption));
    let file = folder().join("saved.svg");
    fs::write(&file, svg).unwrap();
    // The page cannot read files itself.
    let read = format!(
        "fetch('file://{}').then(() => true, () => false)",
        file.display()
    );
    assert!(!page.is(&read));
    let console = page.console();
    let is_policy = |line: &String| line.contains("Content Security Policy");
    assert!(console.iter().all(is_policy), "{console:?}");
    page.close();
}
