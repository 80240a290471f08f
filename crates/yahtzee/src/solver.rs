//! The best card of each game: an assignment first, subset tables where it is not conclusive.
//!
//! A best card without regard to the bonus is a best card if it earns the bonus, or if no card of
//! the game can earn it. That settles 49 of 50 games of random dice. The others go through the
//! subset tables in batches.

use crate::assignment;
use crate::lanes::LANES;
use crate::split::SplitSolver;
use crate::table::{GameRolls, GameScores, RollScores, RollTable};
use common::yahtzee::{Card, BONUS_FROM, UPPER};

/// A solver that reuses its tables from call to call.
pub struct Solver {
    split_solver: SplitSolver,
}

impl Solver {
    pub fn new() -> Solver {
        Solver {
            split_solver: SplitSolver::new(),
        }
    }

    pub fn solve(&mut self, table: &RollTable, games: &[GameRolls]) -> Vec<Card> {
        let mut cards = Vec::with_capacity(games.len());
        let mut undecided = Vec::new();
        for game in games {
            let rows = table.scores_of(game);
            let highest = highest(&rows);
            let card = assignment::solve(&rows, &highest);
            if card.bonus() == 0 && may_earn_bonus(&highest) {
                undecided.push((cards.len(), rows));
            }
            cards.push(card);
        }
        for batch in undecided.chunks(LANES) {
            let solved = self.split_solver.solve(batch.iter().map(|(_, rows)| rows));
            for (&(index, _), card) in batch.iter().zip(solved) {
                cards[index] = card;
            }
        }
        cards
    }
}

fn highest(rows: &GameScores) -> RollScores {
    let mut highest = RollScores::default();
    for row in rows {
        for (best, &score) in highest.iter_mut().zip(*row) {
            *best = score.max(*best);
        }
    }
    highest
}

/// Returns false if the sum of the highest upper scores is too low for the bonus.
fn may_earn_bonus(highest: &RollScores) -> bool {
    let upper: u16 = highest[..UPPER].iter().map(|&score| u16::from(score)).sum();
    upper >= BONUS_FROM
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::rng::Rng;
    use common::yahtzee::Roll;

    /// Draws games of random dice in which `equal` dice of a roll show one face.
    fn games(table: &RollTable, equal: usize) -> Vec<GameRolls> {
        let mut rng = Rng::new(equal as u64);
        let mut roll = || {
            let face = rng.below(6) as u8 + 1;
            let mut faces = std::array::from_fn(|_| rng.below(6) as u8 + 1);
            faces[..equal].fill(face);
            table.id(Roll::new(faces).expect("faces are 1 to 6"))
        };
        (0..1000).map(|_| std::array::from_fn(|_| roll())).collect()
    }

    #[test]
    fn the_assignment_settles_games_as_the_tables_do() {
        let table = RollTable::new();
        let mut solver = Solver::new();
        let mut split_solver = SplitSolver::new();
        for equal in 0..=5 {
            let games = games(&table, equal);
            let cards = solver.solve(&table, &games);
            let rows: Vec<_> = games.iter().map(|game| table.scores_of(game)).collect();
            for (rows, cards) in rows.chunks(LANES).zip(cards.chunks(LANES)) {
                for (exact, card) in split_solver.solve(rows.iter()).zip(cards) {
                    assert_eq!(exact.total(), card.total());
                }
            }
        }
    }
}
