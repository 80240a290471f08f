//! Yahtzee: rolls of five dice, thirteen categories and the score card.

mod card;
mod case;
pub mod optimum;

use std::fmt;

pub use card::{assignment, matching, Card, Entered};
pub use case::{Case, Dice};

/// Number of faces of a die.
pub const FACES: usize = 6;
/// Number of dice in a roll.
pub const DICE: usize = 5;
/// Number of rolls in a game, and of categories.
pub const ROUNDS: usize = 13;
/// Number of upper categories, one for each face; their sum earns the bonus.
pub const UPPER: usize = 6;
/// Points added if the upper categories have [`BONUS_FROM`] points or more.
pub const BONUS: u16 = 35;
/// Lowest sum of the upper categories that earns the bonus.
pub const BONUS_FROM: u16 = 63;

/// A category of the score card, in the order of the written card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// The sum of the ones.
    Ones,
    /// The sum of the twos.
    Twos,
    /// The sum of the threes.
    Threes,
    /// The sum of the fours.
    Fours,
    /// The sum of the fives.
    Fives,
    /// The sum of the sixes.
    Sixes,
    /// The sum of all dice.
    Chance,
    /// Three equal dice or more: the sum of all dice.
    ThreeOfAKind,
    /// Four equal dice or more: the sum of all dice.
    FourOfAKind,
    /// Five equal dice: 50.
    FiveOfAKind,
    /// Four faces in sequence: 25.
    ShortStraight,
    /// Five faces in sequence: 35.
    LongStraight,
    /// Three equal dice and two equal dice, or five equal dice: 40.
    FullHouse,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; ROUNDS] = [
        Category::Ones,
        Category::Twos,
        Category::Threes,
        Category::Fours,
        Category::Fives,
        Category::Sixes,
        Category::Chance,
        Category::ThreeOfAKind,
        Category::FourOfAKind,
        Category::FiveOfAKind,
        Category::ShortStraight,
        Category::LongStraight,
        Category::FullHouse,
    ];

    /// Returns the name in plain words: `three of a kind`.
    pub fn name(self) -> &'static str {
        match self {
            Category::Ones => "ones",
            Category::Twos => "twos",
            Category::Threes => "threes",
            Category::Fours => "fours",
            Category::Fives => "fives",
            Category::Sixes => "sixes",
            Category::Chance => "chance",
            Category::ThreeOfAKind => "three of a kind",
            Category::FourOfAKind => "four of a kind",
            Category::FiveOfAKind => "five of a kind",
            Category::ShortStraight => "short straight",
            Category::LongStraight => "long straight",
            Category::FullHouse => "full house",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Five dice; their order does not matter.
///
/// ```
/// use common::yahtzee::{Category, Roll};
/// let roll = Roll::parse(b"5 3 5 5 3").unwrap();
/// assert_eq!(roll.score(Category::Fives), 15);
/// assert_eq!(roll.score(Category::ThreeOfAKind), 21);
/// assert_eq!(roll.score(Category::FullHouse), 40);
/// assert_eq!(roll.score(Category::ShortStraight), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    counts: [u8; FACES],
}

impl Roll {
    /// Returns the roll with these faces, or `None` if a face is not 1 to 6.
    pub fn new(faces: [u8; DICE]) -> Option<Roll> {
        let mut counts = [0; FACES];
        for face in faces {
            *counts.get_mut(usize::from(face).checked_sub(1)?)? += 1;
        }
        Some(Roll { counts })
    }

    /// Parses a line of five dice, separated by blanks.
    ///
    /// # Errors
    /// A word is not a digit from 1 to 6, or the line does not have five words.
    pub fn parse(line: &[u8]) -> Result<Roll, String> {
        let mut counts = [0; FACES];
        let mut dice = 0;
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            match word {
                [digit @ b'1'..=b'6'] if dice < DICE => counts[usize::from(digit - b'1')] += 1,
                [b'1'..=b'6'] => {}
                _ => {
                    let shown = String::from_utf8_lossy(&word[..word.len().min(SHOWN)]);
                    return Err(format!("`{}` is not a die (1 to 6)", shown.escape_debug()));
                }
            }
            dice += 1;
        }
        match dice {
            DICE => Ok(Roll { counts }),
            1 => Err(format!("1 die where a roll has {DICE}")),
            _ => Err(format!("{dice} dice where a roll has {DICE}")),
        }
    }

    /// Returns the number of dice with each face, ones first.
    pub fn counts(self) -> [u8; FACES] {
        self.counts
    }

    /// Returns the points of the roll in `category`.
    pub fn score(self, category: Category) -> u8 {
        let counts = self.counts;
        let sum = (1..).zip(counts).map(|(face, count)| face * count).sum();
        let most = counts.into_iter().max().unwrap_or(0);
        let sequence = |length: usize| {
            let mut windows = counts.windows(length);
            windows.any(|faces| faces.iter().all(|&count| count > 0))
        };
        let earned = |condition: bool, points: u8| if condition { points } else { 0 };
        match category {
            Category::Ones
            | Category::Twos
            | Category::Threes
            | Category::Fours
            | Category::Fives
            | Category::Sixes => counts[category as usize] * (category as u8 + 1),
            Category::Chance => sum,
            Category::ThreeOfAKind => earned(most >= 3, sum),
            Category::FourOfAKind => earned(most >= 4, sum),
            Category::FiveOfAKind => earned(most == 5, 50),
            Category::ShortStraight => earned(sequence(4), 25),
            Category::LongStraight => earned(sequence(5), 35),
            Category::FullHouse => earned(most == 5 || most == 3 && counts.contains(&2), 40),
        }
    }
}

/// Maximum number of bytes of a word that an error message shows.
const SHOWN: usize = 40;
