//! The highest total of a game.

use super::{Category, Entered, Roll, BONUS, BONUS_FROM, ROUNDS, UPPER};

/// Number of sets of rounds.
const SETS: usize = 1 << ROUNDS;

/// Points of an entry that is not allowed, too low for any card to make up for.
const NEG_INF: i16 = -1000;

/// Returns the highest total over all assignments of the rolls to the categories.
pub fn optimum(game: &[Roll; ROUNDS]) -> u16 {
    Halves::new(game, &[None; ROUNDS]).best().total
}

/// The total of a best card, and whether a best card has the bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The total; 0 if no assignment has the entered scores.
    pub total: u16,
    /// True if one of the best cards has the bonus.
    pub has_bonus: bool,
}

/// By set of rounds, the highest sum of the upper and of the lower half.
#[derive(Clone)]
pub struct Halves {
    upper: Vec<i16>,
    lower: Vec<i16>,
}

impl Halves {
    /// Computes the sums of cards with the entered scores.
    pub fn new(game: &[Roll; ROUNDS], entered: &Entered) -> Halves {
        Halves::of(game, &keeps(game, entered))
    }

    /// Computes the sums of cards in which a category takes only rounds that `fits` allows.
    pub fn of(game: &[Roll; ROUNDS], fits: &dyn Fn(usize, usize) -> bool) -> Halves {
        Halves {
            upper: best_sums(game, fits, &Category::ALL[..UPPER]),
            lower: best_sums(game, fits, &Category::ALL[UPPER..]),
        }
    }

    /// Recomputes the sums after a change of `entered` in one category.
    pub fn forced(&self, game: &[Roll; ROUNDS], entered: &Entered, category: Category) -> Halves {
        let mut halves = self.clone();
        let (sums, half) = if (category as usize) < UPPER {
            (&mut halves.upper, &Category::ALL[..UPPER])
        } else {
            (&mut halves.lower, &Category::ALL[UPPER..])
        };
        *sums = best_sums(game, &keeps(game, entered), half);
        halves
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
        Best { total: best.max(with_bonus) as u16, has_bonus: with_bonus >= best && with_bonus > 0 }
    }
}

/// Returns the condition that a category has its entered score, if any.
fn keeps<'a>(game: &'a [Roll; ROUNDS], entered: &'a Entered) -> impl Fn(usize, usize) -> bool + 'a {
    |category, round| {
        let score = game[round].score(Category::ALL[category]);
        entered[category].map_or(true, |entry| entry == score)
    }
}

/// Returns, by set of rounds, the highest sum of their scores in as many categories, from the first
/// on, if each of them takes a round that `fits`. Sets larger than `categories` get 0.
fn best_sums(
    game: &[Roll; ROUNDS],
    fits: &dyn Fn(usize, usize) -> bool,
    categories: &[Category],
) -> Vec<i16> {
    let score = |category: Category, round: usize| {
        if fits(category as usize, round) {
            i16::from(game[round].score(category))
        } else {
            NEG_INF
        }
    };
    let scores =
        categories.iter().map(|&category| std::array::from_fn(|round| score(category, round)));
    let scores: Vec<[i16; ROUNDS]> = scores.collect();
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
    use oracles::yahtzee::{best_total, GameDice};

    /// Draws dice; at least `equal` show the round's face. With three in every round, the upper
    /// section scores about as much as the bonus requires.
    fn draw(rng: &mut Rng, round: usize, equal: usize) -> [u8; 5] {
        let mut dice = [(); 5].map(|()| rng.below(6) as u8 + 1);
        dice[..equal].fill((round % 6) as u8 + 1);
        dice
    }

    #[test]
    fn agrees_with_trying_everything() {
        let mut rng = Rng::new(1);
        for equal in [0, 2, 3, 4, 5].repeat(5) {
            let dice: GameDice = std::array::from_fn(|round| draw(&mut rng, round, equal));
            let game = dice.map(|dice| Roll::new(dice).unwrap());
            let mut entered = [None; ROUNDS];
            for forced in [0, 1, 4] {
                for category in &Category::ALL[..forced] {
                    let score = game[rng.below(ROUNDS as u32) as usize].score(*category);
                    entered[*category as usize] = Some(score);
                }
                let scores = entered.map(|score| score.unwrap_or(0).into());
                let forced: Vec<usize> = (0..forced).collect();
                let found = Halves::new(&game, &entered).best().total;
                let expected = best_total(&dice, &forced, &scores);
                assert_eq!(i64::from(found), expected, "{dice:?}, {entered:?}");
            }
        }
    }
}
