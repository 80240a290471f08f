//! A confidence sequence: an interval for a mean that holds at every look, so that sampling can stop
//! at any time.
//!
//! # Method
//! Betting (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random
//! variables by betting", diversified Kelly bettors). Against the hypothesis
//! that the mean is m, play a game that is fair if it is true: on a value x, a
//! wealth is multiplied by 1 + b z, where z is (x − m) / r, and b a bet between 0
//! and 1. By Ville's inequality a wealth of 1 ever reaches 2 / alpha with chance at
//! most alpha / 2. Wealth is spread over a few fractions b, for effects of every size,
//! and a second bettor says that the mean is below m. The interval holds all m
//! that neither has refuted.
//!
//! # The range r
//! Values lie between −B and B: r is the furthest that a value can lie on the wrong side of m, B + m
//! or B − m. The error is at most alpha for any distribution if every value has the mean m given
//! all earlier ones. The price: a mean of m takes some ln(2 / alpha) B / m values, since until then
//! a rare −B could still outweigh it. A range learnt from the values has no such guarantee: a value
//! of one in a hundred is usually not among the first ten, and may outweigh all others.
//!
//! The guarantee does not cover values that follow a trend: shuffle them.

use super::alpha::Alpha;
use super::interval::Interval;

/// Fractions of the wealth that are bet in parallel (fractional Kelly bettors).
const FRACTIONS: [f64; 5] = [0.06, 0.12, 0.25, 0.5, 1.0];

/// Where the mean lies if a bettor is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TestSide {
    Above,
    Below,
}

/// A bettor against the hypothesis that the mean is `mean`, or lies on the side opposite to `side`.
#[derive(Clone, Debug)]
struct Bettor {
    mean: f64,
    side: TestSide,
    /// Present wealth of each fraction, from 1.
    wealth: [f64; FRACTIONS.len()],
    /// Largest sum of the wealth so far.
    peak_wealth: f64,
    /// Sum of the wealth at which the hypothesis is refuted and betting ends.
    threshold: f64,
}

impl Bettor {
    /// A bettor that is wrong with chance at most `alpha` / 2.
    fn new(mean: f64, side: TestSide, alpha: Alpha) -> Bettor {
        let threshold = 2.0 / alpha.get() * FRACTIONS.len() as f64;
        Bettor {
            threshold,
            ..Bettor::without_threshold(mean, side)
        }
    }

    /// A bettor that never stops.
    fn without_threshold(mean: f64, side: TestSide) -> Bettor {
        Bettor {
            mean,
            side,
            wealth: [1.0; FRACTIONS.len()],
            peak_wealth: FRACTIONS.len() as f64,
            threshold: f64::INFINITY,
        }
    }

    /// Returns true if the hypothesis was ever refuted.
    fn has_refuted(&self) -> bool {
        self.peak_wealth >= self.threshold
    }

    /// Chance of such a peak of the wealth if the hypothesis is true.
    fn p_value(&self) -> f64 {
        FRACTIONS.len() as f64 / self.peak_wealth
    }

    /// Takes a value between −`bound` and `bound`.
    fn push(&mut self, value: f64, bound: f64) {
        debug_assert!(value.abs() <= bound, "{value} is outside its range {bound}");
        if self.has_refuted() {
            return;
        }
        let sign = match self.side {
            TestSide::Above => 1.0,
            TestSide::Below => -1.0,
        };
        let outcome = match bound + sign * self.mean {
            least if least > 0.0 => sign * (value - self.mean) / least,
            // Values cannot lie on the wrong side of such a mean.
            _ => f64::INFINITY,
        };
        for (wealth, fraction) in self.wealth.iter_mut().zip(FRACTIONS) {
            *wealth *= 1.0 + fraction * outcome;
        }
        self.peak_wealth = self.peak_wealth.max(self.wealth.iter().sum());
    }
}

/// An interval for the mean that holds at every look. The module describes the method.
#[derive(Clone, Debug)]
pub struct ConfidenceSequence {
    alpha: Alpha,
    /// Largest absolute value.
    bound: f64,
    seen: Vec<f64>,
}

/// Steps of the bisection that finds an end of the interval.
const BISECTIONS: usize = 60;

impl ConfidenceSequence {
    /// A sequence that ever misses the mean with chance at most `alpha`. Values lie between −`bound` and
    /// `bound`.
    pub fn new(alpha: Alpha, bound: f64) -> ConfidenceSequence {
        ConfidenceSequence {
            alpha,
            bound,
            seen: Vec::new(),
        }
    }

    /// Takes the next value.
    pub fn push(&mut self, value: f64) {
        self.seen.push(value);
    }

    /// The present interval; an end without evidence is the bound.
    pub fn interval(&self) -> Interval {
        Interval {
            low: self.end(TestSide::Above),
            high: self.end(TestSide::Below),
        }
    }

    /// The furthest mean that the bettor on `side` has refuted.
    fn end(&self, side: TestSide) -> f64 {
        let refuted = |mean: f64| {
            let mut bettor = Bettor::new(mean, side, self.alpha);
            for &value in &self.seen {
                bettor.push(value, self.bound);
            }
            bettor.has_refuted()
        };
        let (mut out, mut inner) = match side {
            TestSide::Above => (-self.bound, self.bound),
            TestSide::Below => (self.bound, -self.bound),
        };
        for _ in 0..BISECTIONS {
            let middle = (out + inner) / 2.0;
            if refuted(middle) {
                out = middle;
            } else {
                inner = middle;
            }
        }
        out
    }
}

/// P values, valid at every look, of the hypotheses that the mean of `values` is not above 0, and not
/// below it. Values lie between −`bound` and `bound`.
pub(crate) fn p_values(values: impl Iterator<Item = f64>, bound: f64) -> [f64; 2] {
    let sides = [TestSide::Above, TestSide::Below];
    let mut bettors = sides.map(|side| Bettor::without_threshold(0.0, side));
    for value in values {
        for bettor in &mut bettors {
            bettor.push(value, bound);
        }
    }
    bettors.map(|bettor| bettor.p_value())
}

/// Finding of a sequential comparison of A with B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The mean difference A − B is above 0.
    Better,
    /// It is below 0.
    Worse,
    /// It is smaller than the margin.
    Equivalent,
}

/// A comparison that ends as soon as the evidence is enough: the confidence sequence of the paired
/// differences, checked after every one.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sequence: ConfidenceSequence,
    above: Bettor,
    below: Bettor,
    /// Bettors that the mean is above −margin, and below the margin.
    within: Option<[Bettor; 2]>,
    finding: Option<Finding>,
}

impl SequentialTest {
    /// A comparison that names a winner among equals with chance at most `alpha`, and calls contestants
    /// equivalent that differ by `margin` or more with chance at most `alpha` / 2. Without a margin
    /// it never finds equivalence. Differences lie between −`bound` and `bound`.
    pub fn new(alpha: Alpha, margin: Option<f64>, bound: f64) -> SequentialTest {
        let bettor = |mean, side| Bettor::new(mean, side, alpha);
        let within = margin.map(|margin| {
            [
                bettor(-margin, TestSide::Above),
                bettor(margin, TestSide::Below),
            ]
        });
        SequentialTest {
            sequence: ConfidenceSequence::new(alpha, bound),
            above: bettor(0.0, TestSide::Above),
            below: bettor(0.0, TestSide::Below),
            within,
            finding: None,
        }
    }

    /// Takes the next difference A − B, and returns the finding so far, which is final.
    pub fn push(&mut self, difference: f64) -> Option<Finding> {
        let bettors = [&mut self.above, &mut self.below];
        for bettor in bettors.into_iter().chain(self.within.iter_mut().flatten()) {
            bettor.push(difference, self.sequence.bound);
        }
        self.sequence.push(difference);
        let within = self.within.as_ref();
        let found = if self.above.has_refuted() {
            Some(Finding::Better)
        } else if self.below.has_refuted() {
            Some(Finding::Worse)
        } else {
            within
                .is_some_and(|bettors| bettors.iter().all(Bettor::has_refuted))
                .then_some(Finding::Equivalent)
        };
        self.finding = self.finding.or(found);
        self.finding
    }

    /// Returns the finding so far.
    pub fn finding(&self) -> Option<Finding> {
        self.finding
    }

    /// The present interval for the mean difference.
    pub fn interval(&self) -> Interval {
        self.sequence.interval()
    }
}
