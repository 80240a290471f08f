//! When a symbol will come: the expected fate of its next arrivals.

use common::lucky::TURNS;

/// Binomial tables for one symbol among N equally likely ones, by arrival
/// (0 is the next one) and turns left.
pub struct Arrivals {
    /// For each number of turns left, `most` arrivals.
    fates: Vec<Fate>,
    most: usize,
}

/// What can be expected of one arrival.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fate {
    /// Expected number of turns that the symbol then pays its value: the sum
    /// over the turns left of the chance that it has arrived by then.
    pub paid: f32,
    /// Chance that it does not arrive.
    pub missing: f32,
}

impl Arrivals {
    /// The tables for one of `symbols` symbols, for at most `squares` arrivals.
    pub fn new(symbols: usize, squares: usize) -> Arrivals {
        let rate = 1.0 / symbols as f64;
        let mean = TURNS as f64 * rate;
        // Beyond six standard deviations nothing is worth telling apart.
        let most = squares.min((mean + 6.0 * mean.sqrt()) as usize + 8);
        let nothing = Fate {
            paid: 0.0,
            missing: 1.0,
        };
        let mut fates = vec![nothing; most];
        let mut paid = vec![0.0; most];
        // chance[j]: exactly j arrivals so far.
        let mut chance = vec![0.0; most + 1];
        chance[0] = 1.0;
        for _ in 1..=TURNS {
            for j in (0..=most).rev() {
                let from_below = if j > 0 { chance[j - 1] } else { 0.0 };
                chance[j] += rate * (from_below - chance[j]);
            }
            let mut fewer = 0.0;
            for j in 0..most {
                fewer += chance[j];
                paid[j] += 1.0 - fewer;
                fates.push(Fate {
                    paid: paid[j] as f32,
                    missing: fewer as f32,
                });
            }
        }
        Arrivals { fates, most }
    }

    /// How many arrivals are told apart.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The fates of the next arrivals with `turns` turns left.
    pub fn with_turns_left(&self, turns: usize) -> &[Fate] {
        &self.fates[turns * self.most..(turns + 1) * self.most]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::rng::Rng;

    #[test]
    fn the_tables_agree_with_drawn_rounds() {
        const ROUNDS: usize = 20_000;
        let (symbols, turns) = (7, 30);
        let arrivals = Arrivals::new(symbols, 400);
        let mut paid = [0.0; 5];
        let mut missing = [0.0; 5];
        let mut rng = Rng::new(3);
        for _ in 0..ROUNDS {
            let mut seen = 0;
            for left in (1..=turns).rev() {
                if rng.below(symbols as u32) == 0 {
                    if let Some(paid) = paid.get_mut(seen) {
                        *paid += left as f64;
                    }
                    seen += 1;
                }
            }
            for missing in missing.iter_mut().skip(seen) {
                *missing += 1.0;
            }
        }
        for (j, fate) in arrivals.with_turns_left(turns).iter().take(5).enumerate() {
            let close = |sum: f64, exact: f32, by: f64| {
                assert!((sum / ROUNDS as f64 - f64::from(exact)).abs() < by, "{j}");
            };
            close(paid[j], fate.paid, 0.2);
            close(missing[j], fate.missing, 0.02);
        }
    }

    #[test]
    fn without_turns_nothing_arrives() {
        for fate in Arrivals::new(10, 400).with_turns_left(0) {
            assert_eq!((fate.paid, fate.missing), (0.0, 1.0));
        }
    }
}
