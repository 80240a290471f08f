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
//! Values that follow a trend are not covered: shuffle them.

use super::interval::Interval;
use super::significance::SignificanceLevel;

/// Bets of the parts of a bettor's wealth.
const BETS: [f64; 5] = [0.06, 0.12, 0.25, 0.5, 1.0];

/// A bettor on the claim that the mean of the values is above `mean`, or below it.
#[derive(Clone, Debug)]
struct Bettor {
    mean: f64,
    /// 1 for a bet on above, −1 for below.
    sign: f64,
    /// Present wealth of each bet; it starts at 1.
    wealth: [f64; BETS.len()],
    /// Largest sum of the wealth so far.
    peak: f64,
}

impl Bettor {
    fn new(mean: f64, sign: f64) -> Bettor {
        Bettor {
            mean,
            sign,
            wealth: [1.0; BETS.len()],
            peak: BETS.len() as f64,
        }
    }

    /// Returns true if the bettor has won: against the truth with probability at most `alpha` / 2.
    fn has_won(&self, alpha: SignificanceLevel) -> bool {
        self.peak >= 2.0 / alpha.get() * BETS.len() as f64
    }

    /// Returns an upper limit for the probability of this peak if the bettor is wrong.
    fn p_value(&self) -> f64 {
        BETS.len() as f64 / self.peak
    }

    /// Takes a value between −`bound` and `bound`.
    fn push(&mut self, value: f64, bound: f64) {
        debug_assert!(value.abs() <= bound, "{value} is outside its range {bound}");
        let outcome = match bound + self.sign * self.mean {
            range if range > 0.0 => self.sign * (value - self.mean) / range,
            // Values cannot lie on the losing side of such a mean.
            _ => f64::INFINITY,
        };
        for (wealth, bet) in self.wealth.iter_mut().zip(BETS) {
            *wealth *= 1.0 + bet * outcome;
        }
        self.peak = self.peak.max(self.wealth.iter().sum());
    }
}

/// Number of bisection steps for an end of the interval.
const BISECTIONS: usize = 60;

/// The interval of the confidence sequence after `values`, which lie between −`bound` and `bound`;
/// an end is the bound as long as no evidence limits it. The intervals at all looks ever miss the
/// mean with probability at most `alpha`.
pub fn sequential_interval(values: &[f64], bound: f64, alpha: SignificanceLevel) -> Interval {
    // The furthest mean from which bettors of this sign have won.
    let end = |sign: f64| {
        let (mut won, mut open) = (-sign * bound, sign * bound);
        for _ in 0..BISECTIONS {
            let middle = (won + open) / 2.0;
            let mut bettor = Bettor::new(middle, sign);
            let has_won = values.iter().any(|&value| {
                bettor.push(value, bound);
                bettor.has_won(alpha)
            });
            *(if has_won { &mut won } else { &mut open }) = middle;
        }
        won
    };
    Interval {
        low: end(1.0),
        high: end(-1.0),
    }
}

/// Returns p-values, valid after any number of values, of two hypotheses: the mean of `values` is
/// not above 0, and not below 0. Values are between −`bound` and `bound`.
pub(crate) fn p_values(values: impl Iterator<Item = f64>, bound: f64) -> [f64; 2] {
    let mut bettors = [1.0, -1.0].map(|sign| Bettor::new(0.0, sign));
    for value in values {
        for bettor in &mut bettors {
            bettor.push(value, bound);
        }
    }
    bettors.map(|bettor| bettor.p_value())
}

/// Decision of a sequential comparison of A with B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The mean difference A − B is above 0.
    Better,
    /// It is below 0.
    Worse,
    /// It is smaller than the margin.
    Equivalent,
}

/// A comparison that ends as soon as the evidence is enough: the confidence sequence of the paired
/// differences, checked after each of them.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    alpha: SignificanceLevel,
    /// Largest absolute difference.
    bound: f64,
    /// The differences so far.
    pub differences: Vec<f64>,
    /// Possible decisions, each with the bettors that all have to win.
    possible: Vec<(Decision, Vec<Bettor>)>,
    /// The decision so far.
    pub decision: Option<Decision>,
}

impl SequentialTest {
    /// A comparison that names a winner among equals with probability at most `alpha`, and calls
    /// contestants equivalent that differ by `margin` or more with probability at most `alpha` / 2;
    /// without a margin, never. Differences lie between −`bound` and `bound`.
    pub fn new(alpha: SignificanceLevel, margin: Option<f64>, bound: f64) -> SequentialTest {
        let mut possible = vec![
            (Decision::Better, vec![Bettor::new(0.0, 1.0)]),
            (Decision::Worse, vec![Bettor::new(0.0, -1.0)]),
        ];
        possible.extend(margin.map(|margin| {
            let within = vec![Bettor::new(-margin, 1.0), Bettor::new(margin, -1.0)];
            (Decision::Equivalent, within)
        }));
        SequentialTest {
            alpha,
            bound,
            differences: Vec::new(),
            possible,
            decision: None,
        }
    }

    /// Takes the next difference A − B, and returns the decision so far, which is final.
    pub fn push(&mut self, difference: f64) -> Option<Decision> {
        let SequentialTest { alpha, bound, .. } = *self;
        for bettor in self.possible.iter_mut().flat_map(|(_, bettors)| bettors) {
            bettor.push(difference, bound);
        }
        self.differences.push(difference);
        let mut possible = self.possible.iter();
        let found = possible.find(|(_, bettors)| bettors.iter().all(|one| one.has_won(alpha)));
        self.decision = self.decision.or(found.map(|(decision, _)| *decision));
        self.decision
    }

    /// Returns the present interval for the mean difference.
    pub fn interval(&self) -> Interval {
        sequential_interval(&self.differences, self.bound, self.alpha)
    }
}
