//! A confidence sequence: intervals for a mean that are valid together after every value, so that
//! sampling can stop at any time.
//!
//! # Method
//! Betting (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by
//! betting", diversified Kelly bettors). Against the hypothesis that the mean is m, a bettor plays
//! a game that is fair if the hypothesis is true: a value x multiplies the wealth by 1 + b z, where
//! z is (x − m) / r and b a bet between 0 and 1. By Ville's inequality, the probability that the
//! wealth ever reaches 2 / alpha times its start is at most alpha / 2. The wealth is spread over
//! several bets b, for effects of every size. A second bettor bets that the mean is below m. The
//! interval contains all m that neither bettor has refuted.
//!
//! # The range r
//! Values lie between −B and B. On the losing side, the largest distance of a value from m is r,
//! equal to B + m for one bettor and to B − m for the other. If every value has the mean m given
//! all earlier ones, the error is at most alpha for any distribution. The price: a mean of m needs
//! about ln(2 / alpha) B / m values, since until then a rare −B could outweigh the others. A range
//! estimated from the values lacks this guarantee: a value that occurs once in a hundred is
//! usually not among the first ten.
//!
//! # Finite populations
//! If the values are drawn from a finite set without replacement, the hypothesis determines the
//! mean of the values that remain, and the bettor bets against that mean (Waudby-Smith and Ramdas
//! 2020, "Confidence sequences for sampling without replacement"). At the end of the set its mean
//! is known exactly.
//!
//! Values that follow a trend are not covered: draw them in random order.

use super::moments::mean;
use super::paired::Interval;
use super::significance::SignificanceLevel;

/// Values of which the mean is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Population {
    /// Unlimited: the values are independent draws.
    Unlimited,
    /// This number of values, drawn in random order without replacement.
    Finite(usize),
}

/// Bets of the parts of a bettor's wealth.
const BETS: [f64; 5] = [0.06, 0.12, 0.25, 0.5, 1.0];

/// Rounding error of a mean, relative to the range of values.
pub(super) const ROUNDING: f64 = 1e-9;

/// A bettor on the claim that the mean of the values is above `mean`, or below it.
#[derive(Clone, Debug)]
pub(super) struct Bettor {
    mean: f64,
    /// 1 for a bet on above, −1 for below.
    sign: f64,
    population: Population,
    /// Number of values so far, and their sum.
    count: usize,
    sum: f64,
    /// Present wealth of each bet; it starts at 1.
    wealth: [f64; BETS.len()],
    /// Largest sum of the wealth so far.
    peak: f64,
}

impl Bettor {
    fn new(mean: f64, sign: f64, population: Population) -> Bettor {
        Bettor {
            mean,
            sign,
            population,
            count: 0,
            sum: 0.0,
            wealth: [1.0; BETS.len()],
            peak: BETS.len() as f64,
        }
    }

    /// Makes a bettor on a mean above `mean`.
    pub fn above(mean: f64, population: Population) -> Bettor {
        Bettor::new(mean, 1.0, population)
    }

    /// Makes a bettor on a mean below `mean`.
    pub fn below(mean: f64, population: Population) -> Bettor {
        Bettor::new(mean, -1.0, population)
    }

    /// Returns an upper limit for the probability of this peak if the bettor is wrong.
    pub fn p_value(&self) -> f64 {
        BETS.len() as f64 / self.peak
    }

    /// Takes a value between −`bound` and `bound`.
    pub fn push(&mut self, value: f64, bound: f64) {
        debug_assert!(value.abs() <= bound, "{value} is outside its range {bound}");
        // Mean of this value and the remaining ones, under the hypothesis.
        let mean = match self.population {
            Population::Unlimited => self.mean,
            Population::Finite(size) => {
                (self.mean * size as f64 - self.sum) / (size - self.count) as f64
            }
        };
        self.count += 1;
        self.sum += value;
        let (range, gain) = (bound + self.sign * mean, self.sign * (value - mean));
        if range > ROUNDING * bound {
            let mut sum = 0.0;
            for (wealth, bet) in self.wealth.iter_mut().zip(BETS) {
                *wealth *= 1.0 + bet * gain / range;
                sum += *wealth;
            }
            self.peak = self.peak.max(sum);
        } else if gain > ROUNDING * bound {
            // No values in the range have such a mean.
            self.peak = f64::INFINITY;
        }
    }
}

/// Number of bisection steps for an end of the interval.
const BISECTIONS: usize = 60;

/// The interval of the confidence sequence after `values`, which lie between −`bound` and `bound`;
/// an end is the bound as long as no evidence limits it. The intervals at all looks ever miss the
/// mean with probability at most `alpha`.
pub fn sequential_interval(
    values: &[f64],
    bound: f64,
    population: Population,
    alpha: SignificanceLevel,
) -> Interval {
    let observed = mean(values).unwrap_or(0.0);
    if population == Population::Finite(values.len()) {
        return Interval { low: observed, high: observed };
    }
    // The furthest mean from which bettors of this sign have won.
    let end = |sign: f64| {
        let (mut won, mut open) = (-sign * bound, sign * bound);
        for _ in 0..BISECTIONS {
            let middle = (won + open) / 2.0;
            let mut bettor = Bettor::new(middle, sign, population);
            let has_won = values.iter().any(|&value| {
                bettor.push(value, bound);
                bettor.p_value() <= alpha.get() / 2.0
            });
            *(if has_won { &mut won } else { &mut open }) = middle;
        }
        won
    };
    // Values in an unlikely order can refute their own mean.
    Interval { low: end(1.0).min(observed), high: end(-1.0).max(observed) }
}

/// Returns p-values, valid after any number of values, of two hypotheses: the mean of `values` is
/// not above 0, and not below 0. Values are independent, between −`bound` and `bound`.
pub(crate) fn p_values(values: impl Iterator<Item = f64>, bound: f64) -> [f64; 2] {
    let unlimited = Population::Unlimited;
    let mut bettors = [Bettor::above(0.0, unlimited), Bettor::below(0.0, unlimited)];
    for value in values {
        for bettor in &mut bettors {
            bettor.push(value, bound);
        }
    }
    bettors.map(|bettor| bettor.p_value())
}
