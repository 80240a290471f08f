//! A person plays Slider, through pipes.

use testing::{ByHand, Judge};

const GAME: ByHand = ByHand {
    judge: Judge::new(env!("CARGO_BIN_EXE_slider-judge")),
    case: &["-N", "10", "-H", "3"],
    contestant: "python3 data/examples/slider.py",
    entries: |output| output.lines().skip(1).map(str::to_string).collect(),
    wrong: "10 0 M U",
    reason: "line 2: square 10 0 is off the board",
};

#[test]
fn a_person_plays_a_whole_game() {
    GAME.check();
}

#[test]
fn hints_are_turns() {
    GAME.check_hints(&["0 3 S L", "1 5 S D"]);
}
