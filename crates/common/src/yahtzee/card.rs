//! A filled score card and its rules.

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
    pub fn read(game: &[Roll; ROUNDS], numbers: &[i64; ROUNDS + 2]) -> Result<Card, String> {
        let mut card = Card::default();
        for (category, entry) in Category::ALL.into_iter().zip(&mut card.scores) {
            let score = numbers[category as usize];
            *entry = u8::try_from(score)
                .ok()
                .filter(|&score| game.iter().any(|roll| roll.score(category) == score))
                .ok_or_else(|| format!("no roll scores {score} in {category}"))?;
        }
        if assignment(game, &card.scores.map(Some)).is_none() {
            return Err("two scores would need the same roll".into());
        }
        let (bonus, total) = (card.bonus(), card.total());
        match numbers[ROUNDS..] {
            [read, _] if read != i64::from(bonus) => {
                Err(format!("the bonus is {read}, but the scores make it {bonus}"))
            }
            [_, read] if read != i64::from(total) => {
                Err(format!("the total is {read}, but the scores make it {total}"))
            }
            _ => Ok(card),
        }
    }

    /// Returns the sum of the upper categories.
    pub fn upper(&self) -> u16 {
        let upper = self.scores[..UPPER].iter();
        upper.map(|&score| u16::from(score)).sum()
    }

    /// Returns the bonus for the upper categories: [`BONUS`] or 0.
    pub fn bonus(&self) -> u16 {
        if self.upper() >= BONUS_FROM {
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
}

/// The scores of a partly filled card, by category.
pub type Entered = [Option<u8>; ROUNDS];

/// Returns, for each entered category, a round of `game` whose roll has its score. No round is used
/// twice. Returns `None` if such an assignment does not exist.
pub fn assignment(game: &[Roll; ROUNDS], entered: &Entered) -> Option<[Option<usize>; ROUNDS]> {
    let rounds = matching(&|category, round| {
        entered[category] == Some(game[round].score(Category::ALL[category]))
    });
    let is_complete = (0..ROUNDS).all(|one| entered[one].is_some() == rounds[one].is_some());
    is_complete.then_some(rounds)
}

/// Returns, by category, a round that `fits` it, for as many categories as possible. No round is
/// used twice. Uses augmenting paths (bipartite matching).
pub fn matching(fits: &dyn Fn(usize, usize) -> bool) -> [Option<usize>; ROUNDS] {
    let mut owners = [None; ROUNDS];
    for category in 0..ROUNDS {
        place(fits, category, &mut owners, &mut [false; ROUNDS]);
    }
    let mut rounds = [None; ROUNDS];
    for (round, owner) in owners.into_iter().enumerate() {
        if let Some(category) = owner {
            rounds[category] = Some(round);
        }
    }
    rounds
}

/// Finds a round for `category`, moving other categories to other rounds if necessary.
fn place(
    fits: &dyn Fn(usize, usize) -> bool,
    category: usize,
    owners: &mut [Option<usize>; ROUNDS],
    visited: &mut [bool; ROUNDS],
) -> bool {
    for round in 0..ROUNDS {
        if !fits(category, round) || std::mem::replace(&mut visited[round], true) {
            continue;
        }
        if owners[round].map_or(true, |owner| place(fits, owner, owners, visited)) {
            owners[round] = Some(category);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracles::yahtzee::can_be_entered;
    use proptest::prelude::*;

    proptest! {
        /// The rounds are either an assignment or drawn separately for each category.
        #[test]
        fn scores_are_accepted_if_some_assignment_has_them(
            dice in prop::array::uniform13(prop::array::uniform5(1u8..=6)),
            rounds in prop_oneof![
                Just((0..ROUNDS).collect::<Vec<_>>()).prop_shuffle(),
                prop::collection::vec(0..ROUNDS, ROUNDS),
            ],
        ) {
            let game = dice.map(|dice| Roll::new(dice).unwrap());
            let mut card = Card::default();
            for (category, &round) in rounds.iter().enumerate() {
                card.scores[category] = game[round].score(Category::ALL[category]);
            }
            let possible = can_be_entered(&dice, &card.scores.map(i64::from));
            let assigned = assignment(&game, &card.scores.map(Some));
            prop_assert_eq!(assigned.is_some(), possible);
        }
    }
}
