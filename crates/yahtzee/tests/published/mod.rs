//! The published method, for comparison: dynamic programming over all 2^13 sets of categories and
//! all upper sums up to 63.

use common::yahtzee::{self, Card, Category, Roll};

const SETS: usize = 1 << yahtzee::ROUNDS;
/// Number of upper sums, from 0; the last one represents all higher ones.
const SUMS: usize = yahtzee::BONUS_FROM as usize + 1;
const UNREACHED: i32 = -1;

/// The tables, kept from game to game.
pub struct Published {
    best: Vec<[i32; SUMS]>,
    /// Category entered last, and the upper sum before it.
    back: Vec<[(u32, u32); SUMS]>,
}

impl Published {
    pub fn new() -> Published {
        Published {
            best: vec![[UNREACHED; SUMS]; SETS],
            back: vec![[(0, 0); SUMS]; SETS],
        }
    }

    /// Returns a best card for the thirteen rolls of a game.
    pub fn solve(&mut self, game: &[Roll; yahtzee::ROUNDS]) -> Card {
        let scores = game.map(|roll| Category::ALL.map(|category| roll.score(category)));
        self.best.fill([UNREACHED; SUMS]);
        self.best[0][0] = 0;
        for set in 0..SETS {
            let round = set.count_ones() as usize;
            for category in (0..yahtzee::ROUNDS).filter(|category| set >> category & 1 == 0) {
                let score = scores[round][category];
                let upper_gain = if category < yahtzee::UPPER { score } else { 0 };
                let next = set | 1 << category;
                for upper in 0..SUMS {
                    if self.best[set][upper] > UNREACHED {
                        let total = self.best[set][upper] + i32::from(score);
                        let reached = (upper + usize::from(upper_gain)).min(SUMS - 1);
                        if self.best[next][reached] < total {
                            self.best[next][reached] = total;
                            self.back[next][reached] = (category as u32, upper as u32);
                        }
                    }
                }
            }
        }
        let with_bonus = |upper: usize| {
            let bonus = if upper == SUMS - 1 {
                i32::from(yahtzee::BONUS)
            } else {
                0
            };
            match self.best[SETS - 1][upper] {
                UNREACHED => UNREACHED,
                total => total + bonus,
            }
        };
        let mut upper = (0..SUMS).max_by_key(|&upper| with_bonus(upper)).unwrap();
        let mut set = SETS - 1;
        let mut card = Card::default();
        for scores in scores.iter().rev() {
            let (category, before) = self.back[set][upper];
            card.scores[category as usize] = scores[category as usize];
            set ^= 1 << category;
            upper = before as usize;
        }
        card
    }
}
