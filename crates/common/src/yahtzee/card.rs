//! The score card and the rules for a written one.

use std::fmt;

use super::{Category, Roll, BONUS, BONUS_FROM, ROUNDS, UPPER};

/// A filled score card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Points in each category, in the order of [`Category::ALL`].
    pub scores: [u8; ROUNDS],
}

impl Card {
    /// Reads a card of `game` from its scores, bonus and total. The card need not be optimal.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn read(game: &[Roll; ROUNDS], numbers: &[i64; ROUNDS + 2]) -> Result<Card, BadCard> {
        let mut card = Card::default();
        for (category, entry) in Category::ALL.into_iter().zip(&mut card.scores) {
            let score = numbers[category as usize];
            *entry = u8::try_from(score)
                .ok()
                .filter(|&score| game.iter().any(|roll| roll.score(category) == score))
                .ok_or(BadCard::Score { category, score })?;
        }
        if card.assignment(game).is_none() {
            return Err(BadCard::SameRoll);
        }
        let (bonus, total) = (card.bonus(), card.total());
        match numbers[ROUNDS..] {
            [read, _] if read != i64::from(bonus) => Err(BadCard::Bonus { read, bonus }),
            [_, read] if read != i64::from(total) => Err(BadCard::Total { read, total }),
            _ => Ok(card),
        }
    }

    /// Returns the bonus for the upper categories: [`BONUS`] or 0.
    pub fn bonus(&self) -> u16 {
        let upper: u16 = self.scores[..UPPER]
            .iter()
            .map(|&score| u16::from(score))
            .sum();
        if upper >= BONUS_FROM {
            BONUS
        } else {
            0
        }
    }

    /// Returns the sum of all categories and the bonus.
    pub fn total(&self) -> u16 {
        let scores: u16 = self.scores.iter().map(|&score| u16::from(score)).sum();
        scores + self.bonus()
    }

    /// Returns by category the round of `game` whose roll has the card's score, each round once;
    /// `None` if such an assignment does not exist.
    pub fn assignment(&self, game: &[Roll; ROUNDS]) -> Option<[usize; ROUNDS]> {
        let mut rounds = [0; ROUNDS];
        let assigned = assignment(game, &self.scores.map(Some))?;
        for (round, assigned) in rounds.iter_mut().zip(assigned) {
            *round = assigned?;
        }
        Some(rounds)
    }
}

/// The scores of a partly filled card, by category.
pub type Entered = [Option<u8>; ROUNDS];

/// Returns by category entered the round of `game` whose roll has its score, each round once;
/// `None` if such an assignment does not exist. A bipartite matching of categories and rounds by
/// augmenting paths.
pub fn assignment(game: &[Roll; ROUNDS], entered: &Entered) -> Option<[Option<usize>; ROUNDS]> {
    let mut owners = [None; ROUNDS];
    for category in (0..ROUNDS).filter(|&category| entered[category].is_some()) {
        place(game, entered, category, &mut owners, &mut [false; ROUNDS]).then_some(())?;
    }
    let mut rounds = [None; ROUNDS];
    for (round, owner) in owners.into_iter().enumerate() {
        if let Some(category) = owner {
            rounds[category] = Some(round);
        }
    }
    Some(rounds)
}

/// Finds a round for `category`, moving other categories to other rounds if necessary.
fn place(
    game: &[Roll; ROUNDS],
    entered: &Entered,
    category: usize,
    owners: &mut [Option<usize>; ROUNDS],
    visited: &mut [bool; ROUNDS],
) -> bool {
    for round in 0..ROUNDS {
        let fits = Some(game[round].score(Category::ALL[category])) == entered[category];
        if !fits || std::mem::replace(&mut visited[round], true) {
            continue;
        }
        if owners[round].map_or(true, |owner| place(game, entered, owner, owners, visited)) {
            owners[round] = Some(category);
            return true;
        }
    }
    false
}

/// The rule broken by a written card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadCard {
    /// No roll of the game has this score in the category.
    Score {
        /// The category.
        category: Category,
        /// Its score as written.
        score: i64,
    },
    /// One roll would be entered twice.
    SameRoll,
    /// The bonus does not follow from the scores.
    Bonus {
        /// The bonus as written.
        read: i64,
        /// The bonus of these scores.
        bonus: u16,
    },
    /// The total does not follow from the scores.
    Total {
        /// The total as written.
        read: i64,
        /// The total of these scores.
        total: u16,
    },
}

impl fmt::Display for BadCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadCard::Score { category, score } => write!(f, "no roll scores {score} in {category}"),
            BadCard::SameRoll => f.write_str("two scores would need the same roll"),
            BadCard::Bonus { read, bonus } => {
                write!(f, "the bonus is {read}, but the scores make it {bonus}")
            }
            BadCard::Total { read, total } => {
                write!(f, "the total is {read}, but the scores make it {total}")
            }
        }
    }
}

impl std::error::Error for BadCard {}

#[cfg(test)]
mod tests {
    use super::*;
    use oracles::yahtzee::{can_be_entered, GameDice};
    use proptest::prelude::*;

    type Game = [Roll; ROUNDS];

    fn numbers(text: &str) -> [i64; ROUNDS + 2] {
        let numbers: Vec<i64> = text.split(' ').map(|word| word.parse().unwrap()).collect();
        numbers.try_into().unwrap()
    }

    #[track_caller]
    fn assert_breaks(game: &Game, text: &str, rule: &str) {
        let broken = Card::read(game, &numbers(text)).map_err(|broken| broken.to_string());
        assert_eq!(broken, Err(rule.to_string()));
    }

    fn game() -> Game {
        let mut game = [Roll::new([1, 2, 3, 4, 5]).unwrap(); ROUNDS];
        game[7] = Roll::new([6; 5]).unwrap();
        game
    }

    #[test]
    fn a_score_that_no_roll_has_breaks_a_rule() {
        for (text, rule) in [
            (
                "2 2 3 4 5 0 15 0 0 50 25 35 0 0 141",
                "no roll scores 2 in ones",
            ),
            (
                "1 2 3 4 5 0 15 0 25 50 25 35 0 0 165",
                "no roll scores 25 in four of a kind",
            ),
            (
                "1 2 3 4 5 0 15 0 0 306 25 35 0 0 396",
                "no roll scores 306 in five of a kind",
            ),
            (
                "1 2 3 4 5 0 15 0 0 -1 25 35 0 0 89",
                "no roll scores -1 in five of a kind",
            ),
        ] {
            assert_breaks(&game(), text, rule);
        }
    }

    #[test]
    fn a_roll_is_entered_once() {
        let text = "1 2 3 4 5 30 15 0 0 50 25 35 0 0 170";
        assert_breaks(&game(), text, "two scores would need the same roll");
    }

    #[test]
    fn the_bonus_and_the_total_follow_from_the_scores() {
        for (text, rule) in [
            (
                "1 2 3 4 5 0 15 0 0 50 25 35 0 35 175",
                "the bonus is 35, but the scores make it 0",
            ),
            (
                "1 2 3 4 5 0 15 0 0 50 25 35 0 0 141",
                "the total is 141, but the scores make it 140",
            ),
            // Bonus and total swapped.
            (
                "1 2 3 4 5 0 15 0 0 50 25 35 0 140 0",
                "the bonus is 140, but the scores make it 0",
            ),
        ] {
            assert_breaks(&game(), text, rule);
        }
        let game: Game = std::array::from_fn(|round| {
            let face = [1, 2, 3, 4, 5, 6][round % 6];
            Roll::new([face, face, face, face % 6 + 1, (face + 1) % 6 + 1]).unwrap()
        });
        let best = "3 6 9 12 15 18 23 22 0 0 0 0 0 35 143";
        assert_eq!(
            Card::read(&game, &numbers(best)).map(|card| card.total()),
            Ok(143)
        );
        let without = best.replace("35 143", "0 108");
        assert_breaks(&game, &without, "the bonus is 0, but the scores make it 35");
    }

    fn any_dice() -> impl Strategy<Value = GameDice> {
        prop::array::uniform13(prop::array::uniform5(1u8..=6))
    }

    proptest! {
        #[test]
        fn every_assignment_is_a_card(
            dice in any_dice(),
            order in Just((0..ROUNDS).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let game = dice.map(|dice| Roll::new(dice).unwrap());
            let mut entered = Card::default();
            for (category, &round) in order.iter().enumerate() {
                entered.scores[category] = game[round].score(Category::ALL[category]);
            }
            let mut numbers = [0; ROUNDS + 2];
            for (number, score) in numbers.iter_mut().zip(entered.scores) {
                *number = score.into();
            }
            numbers[ROUNDS] = entered.bonus().into();
            numbers[ROUNDS + 1] = entered.total().into();
            prop_assert_eq!(Card::read(&game, &numbers), Ok(entered));
        }

        /// Scores drawn category by category need not be an assignment.
        #[test]
        fn scores_are_accepted_if_some_assignment_has_them(
            dice in any_dice(),
            rounds in prop::array::uniform13(0..ROUNDS),
        ) {
            let game = dice.map(|dice| Roll::new(dice).unwrap());
            let mut card = Card::default();
            for (category, &round) in rounds.iter().enumerate() {
                card.scores[category] = game[round].score(Category::ALL[category]);
            }
            let possible = can_be_entered(&dice, &card.scores.map(i64::from));
            prop_assert_eq!(card.assignment(&game).is_some(), possible);
        }
    }
}
