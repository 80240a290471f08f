//! Checks the scores of all rolls against their oracle, and the rejection of malformed lines.

use common::yahtzee::{BadRoll, Card, Category, Roll, BONUS};
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
            assert_eq!(
                roll.score(category),
                oracles::yahtzee::score(dice, category as usize),
                "{dice:?} {category:?}"
            );
        }
    }
}

#[test]
fn there_are_252_rolls() {
    let mut rolls: Vec<_> = all_dice()
        .map(|dice| Roll::new(dice).unwrap().counts())
        .collect();
    assert!(rolls.iter().all(|counts| counts.iter().sum::<u8>() == 5));
    rolls.sort_unstable();
    rolls.dedup();
    assert_eq!(rolls.len(), 252);
}

#[test]
fn five_equal_dice_score_everywhere_but_in_the_straights() {
    let roll = Roll::parse(b"4 4 4 4 4").unwrap();
    let scores = Category::ALL.map(|category| roll.score(category));
    assert_eq!(scores, [0, 0, 0, 20, 0, 0, 20, 20, 20, 50, 0, 0, 40]);
}

#[test]
fn the_bonus_starts_at_63() {
    let mut card = Card {
        scores: [3, 6, 9, 12, 15, 17, 0, 0, 0, 0, 0, 0, 40],
    };
    assert_eq!((card.bonus(), card.total()), (0, 102));
    card.scores[5] += 1;
    assert_eq!((card.bonus(), card.total()), (BONUS, 138));
    // Points outside the upper half do not count.
    card.scores[5] = 0;
    assert_eq!(card.bonus(), 0);
}

#[test]
fn faces_are_1_to_6() {
    assert_eq!(Roll::new([1, 2, 3, 4, 0]), None);
    assert_eq!(Roll::new([7, 2, 3, 4, 5]), None);
}

#[test]
fn a_line_that_is_no_roll_is_named() {
    let problem = |line: &str| Roll::parse(line.as_bytes()).unwrap_err().to_string();
    assert_eq!(problem("1 2 3 4 7"), "`7` is not a die (1 to 6)");
    assert_eq!(problem("1 2 3 04 5"), "`04` is not a die (1 to 6)");
    assert_eq!(problem("1 2 3 -4 5"), "`-4` is not a die (1 to 6)");
    assert_eq!(problem("12345"), "`12345` is not a die (1 to 6)");
    assert_eq!(problem("1 2 3 4 5 \x1b"), r"`\u{1b}` is not a die (1 to 6)");
    assert_eq!(problem("3"), "1 die where a roll has 5");
    assert_eq!(problem("1 2 3 4"), "4 dice where a roll has 5");
    assert_eq!(problem("1 2 3 4 5 6"), "6 dice where a roll has 5");
    assert_eq!(problem(""), "0 dice where a roll has 5");
    assert_eq!(
        Roll::parse(&[b'9'; 1000]),
        Err(BadRoll::NotADie("9".repeat(40)))
    );
}

proptest! {
    #[test]
    fn a_line_reads_as_its_dice(
        dice in prop::array::uniform5(1u8..=6),
        blanks in prop::array::uniform6("[ \t]{1,3}"),
        end in "\r?",
    ) {
        let mut line = blanks[0].clone();
        for (die, blank) in dice.iter().zip(&blanks[1..]) {
            line += &format!("{die}{blank}");
        }
        prop_assert_eq!(Roll::parse((line + &end).as_bytes()).ok(), Roll::new(dice));
    }

    #[test]
    fn any_bytes_read_without_a_panic(line in prop::collection::vec(any::<u8>(), 0..40)) {
        let words: Vec<_> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        let legal = words.len() == 5 && words.iter().all(|word| matches!(word, [b'1'..=b'6']));
        prop_assert_eq!(Roll::parse(&line).is_ok(), legal);
    }
}
