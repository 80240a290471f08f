//! A person plays Slider, through pipes.

use harness::{ByHand, Judge, check_choices};
use slider_judge::Slider;

const GAME: ByHand = ByHand {
    judge: Judge::new(env!("CARGO_BIN_EXE_slider-judge")),
    case: &["-N", "10", "-H", "3"],
    contestant: "python3 data/examples/slider.py",
    entries: |output| output.lines().skip(1).map(str::to_string).collect(),
    wrong: "10 0 M U",
    reason: "square 10 0 is off the board",
};

#[test]
fn a_person_plays_a_whole_game() {
    GAME.check();
}

#[test]
fn hints_are_turns() {
    GAME.check_hints(&["0 3 S L", "1 5 S D"]);
}

#[test]
fn what_a_person_can_point_at_is_what_the_rules_allow() {
    for seed in 1..=5 {
        check_choices::<Slider>(&[("N", "10"), ("H", "3")], seed, 40);
    }
}
