//! The highest total of a game.

use super::{Category, Entered, Roll, BONUS, BONUS_FROM, ROUNDS, UPPER};

/// Number of sets of rounds.
const SETS: usize = 1 << ROUNDS;

/// Points of an entry that is not allowed: less than a card can compensate.
const NEVER: i16 = -1000;

/// Returns the highest total over all assignments of the rolls to the categories.
pub fn optimum(game: &[Roll; ROUNDS]) -> u16 {
    Halves::new(game, &[None; ROUNDS]).best().total
}

/// The total of a best card, and whether one has the bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The total; 0 if no assignment has the entered scores.
    pub total: u16,
    /// True if one of the best cards has the bonus.
    pub has_bonus: bool,
}

/// By set of rounds, the highest sums of the upper and the lower half.
pub struct Halves {
    upper: Vec<i16>,
    lower: Vec<i16>,
}

impl Halves {
    /// Computes the sums of cards with the entered scores.
    pub fn new(game: &[Roll; ROUNDS], entered: &Entered) -> Halves {
        Halves {
            upper: best_sums(game, entered, &Category::ALL[..UPPER]),
            lower: best_sums(game, entered, &Category::ALL[UPPER..]),
        }
    }

    /// Recomputes the sums after a change of `entered` in one category.
    pub fn forced(&self, game: &[Roll; ROUNDS], entered: &Entered, category: Category) -> Halves {
        let is_upper = (category as usize) < UPPER;
        let half = if is_upper {
            &Category::ALL[..UPPER]
        } else {
            &Category::ALL[UPPER..]
        };
        let sums = best_sums(game, entered, half);
        match is_upper {
            true => Halves {
                upper: sums,
                lower: self.lower.clone(),
            },
            false => Halves {
                upper: self.upper.clone(),
                lower: sums,
            },
        }
    }

    /// Returns the best card over all choices of the rounds for the upper half.
    pub fn best(&self) -> Best {
        let (mut best, mut with_bonus) = (0, 0);
        for set in (0..SETS).filter(|set| set.count_ones() as usize == UPPER) {
            let sum = self.upper[set] + self.lower[SETS - 1 - set];
            if self.upper[set] >= BONUS_FROM as i16 {
                with_bonus = with_bonus.max(sum + BONUS as i16);
            } else {
                best = best.max(sum);
            }
        }
        Best {
            total: best.max(with_bonus) as u16,
            has_bonus: with_bonus >= best && with_bonus > 0,
        }
    }
}

/// Returns, by set of at most as many rounds as `categories`, the highest sum of entering them in
/// as many of the first categories, given the entered scores.
fn best_sums(game: &[Roll; ROUNDS], entered: &Entered, categories: &[Category]) -> Vec<i16> {
    let score = |category: Category, roll: Roll| {
        let score = roll.score(category);
        let is_allowed = entered[category as usize].map_or(true, |entry| entry == score);
        if is_allowed {
            i16::from(score)
        } else {
            NEVER
        }
    };
    let scores: Vec<[i16; ROUNDS]> = categories
        .iter()
        .map(|&category| game.map(|roll| score(category, roll)))
        .collect();
    let mut best = vec![0; SETS];
    for set in 1..SETS {
        // The last category of the set takes one of its rounds.
        if let Some(scores) = scores.get(set.count_ones() as usize - 1) {
            let mut rounds = set;
            let mut most = i16::MIN;
            while rounds > 0 {
                let round = rounds.trailing_zeros() as usize;
                rounds &= rounds - 1;
                most = most.max(best[set & !(1 << round)] + scores[round]);
            }
            best[set] = most;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::yahtzee::{DICE, FACES};

    /// Upper sums are at most this: five dice of every face.
    const HIGHEST: usize = 105;

    /// Known best totals, by used categories and upper sum.
    type Known = Vec<[Option<Option<u16>>; HIGHEST + 1]>;

    /// Returns the best total from `round` on of a card with the entered scores: tries every open
    /// category; the upper sum is known at the end of the game.
    fn best_from(
        game: &[Roll; ROUNDS],
        entered: &Entered,
        round: usize,
        used: usize,
        upper: u16,
        known: &mut Known,
    ) -> Option<u16> {
        if round == ROUNDS {
            return Some(if upper >= 63 { 35 } else { 0 });
        }
        if let Some(best) = known[used][usize::from(upper)] {
            return best;
        }
        let best = (0..ROUNDS)
            .filter(|category| used >> category & 1 == 0)
            .filter_map(|category| {
                let score = game[round].score(Category::ALL[category]);
                if entered[category].is_some_and(|entry| entry != score) {
                    return None;
                }
                let upper = upper + if category < 6 { u16::from(score) } else { 0 };
                let used = used | 1 << category;
                let rest = best_from(game, entered, round + 1, used, upper, known)?;
                Some(u16::from(score) + rest)
            })
            .max();
        known[used][usize::from(upper)] = Some(best);
        best
    }

    /// Draws a roll with at least `equal` dice of the round's face: three keep the upper sum near
    /// the bonus, five make all dice equal.
    fn draw(rng: &mut Rng, round: usize, equal: usize) -> Roll {
        let mut dice = [(); DICE].map(|()| rng.below(FACES as u32) as u8 + 1);
        dice[..equal].fill((round % FACES) as u8 + 1);
        Roll::new(dice).unwrap()
    }

    #[test]
    fn agrees_with_trying_everything() {
        let mut rng = Rng::new(1);
        for equal in [0, 2, 3, 4, 5] {
            for _ in 0..5 {
                let game = std::array::from_fn(|round| draw(&mut rng, round, equal));
                let mut entered = [None; ROUNDS];
                for forced in [0, 1, 4] {
                    for category in &Category::ALL[..forced] {
                        let score = game[rng.below(ROUNDS as u32) as usize].score(*category);
                        entered[*category as usize] = Some(score);
                    }
                    let mut known = vec![[None; HIGHEST + 1]; SETS];
                    let best = best_from(&game, &entered, 0, 0, 0, &mut known);
                    let found = Halves::new(&game, &entered).best().total;
                    assert_eq!(found, best.unwrap_or(0), "{game:?}, {entered:?}");
                }
            }
        }
    }
}
