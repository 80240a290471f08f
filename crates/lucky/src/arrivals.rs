//! Expected arrival times of one symbol.
//!
//! Each turn offers one of N symbols, all equally likely, so the number of arrivals of a given
//! symbol in t turns is binomial with probability 1/N.

use common::lucky::TURNS;

/// Tables of the next arrivals of one symbol, by turns left and index; index 0 is next.
pub struct Arrivals {
    /// `max_arrivals` entries for each number of turns left.
    table: Vec<NthArrival>,
    pub max_arrivals: usize,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NthArrival {
    /// Expected number of turns for which the symbol scores its value if it is placed on arrival.
    /// It is a sum over the turns left: the probability that the symbol has arrived by each turn.
    pub turns_paid: f32,
    /// Probability that the symbol does not arrive in the rest of the round.
    pub absent: f32,
}

impl Arrivals {
    /// Computes the tables for one of `symbols` symbols, for at most `squares` arrivals.
    pub fn new(symbols: usize, squares: usize) -> Arrivals {
        let rate = 1.0 / symbols as f64;
        let mean = TURNS as f64 * rate;
        // Higher numbers of arrivals than the mean plus six standard deviations do not matter.
        let max_arrivals = squares.min((mean + 6.0 * mean.sqrt()) as usize + 8);
        let nothing = NthArrival { turns_paid: 0.0, absent: 1.0 };
        let mut table = vec![nothing; max_arrivals];
        let mut turns_paid = vec![0.0; max_arrivals];
        // chance[j]: probability of exactly j arrivals so far.
        let mut chance = vec![0.0; max_arrivals + 1];
        chance[0] = 1.0;
        for _ in 1..=TURNS {
            for j in (0..=max_arrivals).rev() {
                let from_below = if j > 0 { chance[j - 1] } else { 0.0 };
                chance[j] += rate * (from_below - chance[j]);
            }
            let mut fewer = 0.0;
            for j in 0..max_arrivals {
                fewer += chance[j];
                turns_paid[j] += 1.0 - fewer;
                table.push(NthArrival { turns_paid: turns_paid[j] as f32, absent: fewer as f32 });
            }
        }
        Arrivals { table, max_arrivals }
    }

    pub fn with_turns_left(&self, turns: usize) -> &[NthArrival] {
        &self.table[turns * self.max_arrivals..(turns + 1) * self.max_arrivals]
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
        let mut turns_paid = [0.0; 5];
        let mut absent = [0.0; 5];
        let mut rng = Rng::new(3);
        for _ in 0..ROUNDS {
            let mut seen = 0;
            for left in (1..=turns).rev() {
                if rng.below(symbols as u32) == 0 {
                    if let Some(turns_paid) = turns_paid.get_mut(seen) {
                        *turns_paid += left as f64;
                    }
                    seen += 1;
                }
            }
            for absent in absent.iter_mut().skip(seen) {
                *absent += 1.0;
            }
        }
        for (j, arrival) in arrivals.with_turns_left(turns).iter().take(5).enumerate() {
            let close = |sum: f64, exact: f32, by: f64| {
                assert!((sum / ROUNDS as f64 - f64::from(exact)).abs() < by, "{j}");
            };
            close(turns_paid[j], arrival.turns_paid, 0.2);
            close(absent[j], arrival.absent, 0.02);
        }
    }

    #[test]
    fn without_turns_nothing_arrives() {
        for arrival in Arrivals::new(10, 400).with_turns_left(0) {
            assert_eq!((arrival.turns_paid, arrival.absent), (0.0, 1.0));
        }
    }
}
