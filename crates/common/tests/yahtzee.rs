//! Checks the scores of all rolls against their oracle, and the rejection of malformed lines.

use common::yahtzee::{Category, Roll};
use proptest::prelude::*;

/// Returns all 6⁵ sequences of five dice.
fn all_dice() -> impl Iterator<Item = [u8; 5]> {
    (0..6u32.pow(5)).map(|order| [0, 1, 2, 3, 4].map(|die| (order / 6u32.pow(die) % 6) as u8 + 1))
}

#[test]
fn all_rolls_score_as_the_slow_reading_says() {
    for dice in all_dice() {
        let roll = Roll::new(dice).unwrap();
        for category in Category::ALL {
            let expected = oracles::yahtzee::score(dice, category as usize);
            assert_eq!(roll.score(category), expected, "{dice:?} {category:?}");
        }
    }
}

#[test]
fn a_line_that_is_no_roll_is_named() {
    for (line, problem) in [
        ("1 2 3 04 5", "`04` is not a die (1 to 6)"),
        ("1 2 3 -4 5", "`-4` is not a die (1 to 6)"),
        ("12345", "`12345` is not a die (1 to 6)"),
        ("1 2 3 4 5 \x1b", r"`\u{1b}` is not a die (1 to 6)"),
        ("3", "1 die where a roll has 5"),
        ("", "0 dice where a roll has 5"),
        (&"9".repeat(1000), &format!("`{}` is not a die (1 to 6)", "9".repeat(40))),
    ] {
        assert_eq!(Roll::parse(line.as_bytes()), Err(problem.to_string()));
    }
}

proptest! {
    #[test]
    fn a_line_reads_as_its_dice(
        words in prop::collection::vec(
            (prop_oneof![9 => "[1-6]", 1 => "[ -~]{0,2}"], "[ \t\r]{1,3}"),
            4..7,
        ),
    ) {
        let line: String = words.iter().map(|(word, blank)| format!("{blank}{word}")).collect();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let die = |word: &&str| word.parse().ok().filter(|_| word.len() == 1);
        let dice: Option<Vec<u8>> = words.iter().map(die).collect();
        let dice: Option<[u8; 5]> = dice.and_then(|dice| dice.try_into().ok());
        prop_assert_eq!(Roll::parse(line.as_bytes()).ok(), dice.and_then(Roll::new));
    }
}
