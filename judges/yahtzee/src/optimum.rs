//! The highest total of a game.

use common::yahtzee::{BONUS, BONUS_FROM, Category, ROUNDS, Roll, UPPER};

/// Number of sets of rounds.
const SETS: usize = 1 << ROUNDS;

/// The highest total over all assignments of the rolls to the categories: over all
/// choices of the rounds for the upper half, the highest sums of both halves.
pub(crate) fn optimum(game: &[Roll; ROUNDS]) -> u16 {
    let upper = best_sums(game, &Category::ALL[..UPPER]);
    let lower = best_sums(game, &Category::ALL[UPPER..]);
    (0..SETS)
        .filter(|set| set.count_ones() as usize == UPPER)
        .map(|set| {
            let bonus = if upper[set] >= BONUS_FROM { BONUS } else { 0 };
            upper[set] + bonus + lower[SETS - 1 - set]
        })
        .max()
        .unwrap_or(0)
}

/// By set of rounds, of at most as many as `categories`: highest sum if they are
/// entered in as many of the first categories.
fn best_sums(game: &[Roll; ROUNDS], categories: &[Category]) -> Vec<u16> {
    let scores: Vec<[u16; ROUNDS]> = categories
        .iter()
        .map(|&category| game.map(|roll| u16::from(roll.score(category))))
        .collect();
    let mut best = vec![0; SETS];
    for set in 1..SETS {
        // The last category of the set takes one of its rounds.
        if let Some(scores) = scores.get(set.count_ones() as usize - 1) {
            let mut rounds = set;
            while rounds > 0 {
                let round = rounds.trailing_zeros() as usize;
                rounds &= rounds - 1;
                best[set] = best[set].max(best[set & !(1 << round)] + scores[round]);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::rng::Rng;
    use common::yahtzee::{DICE, FACES};

    /// Upper sums are at most this: five dice of every face.
    const HIGHEST: usize = 105;

    /// Best totals already known, by categories used and upper sum.
    type Known = Vec<[Option<u16>; HIGHEST + 1]>;

    /// The best total from `round` on: every open category is tried, and the
    /// upper sum so far is known when the game is over.
    fn best_from(
        game: &[Roll; ROUNDS],
        round: usize,
        used: usize,
        upper: u16,
        known: &mut Known,
    ) -> u16 {
        if round == ROUNDS {
            return if upper >= 63 { 35 } else { 0 };
        }
        if let Some(best) = known[used][usize::from(upper)] {
            return best;
        }
        let best = (0..ROUNDS)
            .filter(|category| used >> category & 1 == 0)
            .map(|category| {
                let score = u16::from(game[round].score(Category::ALL[category]));
                let upper = upper + if category < 6 { score } else { 0 };
                score + best_from(game, round + 1, used | 1 << category, upper, known)
            })
            .max()
            .unwrap();
        known[used][usize::from(upper)] = Some(best);
        best
    }

    /// Draws a roll of which this many dice at least show the face of the round:
    /// three keep the upper sum near the bonus, five make every roll equal dice.
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
                let mut known = vec![[None; HIGHEST + 1]; SETS];
                let best = best_from(&game, 0, 0, 0, &mut known);
                assert_eq!(optimum(&game), best, "{game:?}");
            }
        }
    }
}
