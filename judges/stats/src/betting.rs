//! A confidence sequence: an interval for a mean that holds at every look, so
//! that sampling can stop whenever the interval says enough.
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
//! - Values that are bounded by their nature, none further from 0 than B: r is the
//!   most that a value can lie on the wrong side of m, B + m or B − m. The error is
//!   at most alpha for any distribution, as long as every value has the mean m
//!   whatever came before it. This has a price: a mean of m takes some
//!   ln(2 / alpha) B / m values, for before that a rare −B could still outweigh it.
//! - Others: r is learnt as 1 + [`UNSEEN_WEIGHT`] (L / s)² / n times L, the largest size
//!   among the n values seen so far that are not 0, of which s is the root mean
//!   square; z is cut to −1 … 1. As r depends on the past only, the error is at most
//!   alpha for values that are symmetric about m, any tails, any number of looks.
//!   For others it is as far off as cutting moves the mean: the tests simulate
//!   skewed values, and the README of the reports has the figures.
//!
//! These cannot see what no method can: after n values, one that comes with
//! a chance below ln(1 / alpha) / n, 3 / n at 0.05, may not have come yet. Values
//! that follow a trend have no mean of their own, and no guarantee: shuffle them.

use super::alpha::Alpha;
use super::interval::Interval;

/// Fractions of the wealth that are bet, side by side (fractional Kelly bettors).
const FRACTIONS: [f64; 5] = [0.06, 0.12, 0.25, 0.5, 1.0];

/// Values other than 0 that are seen before the first bet, where no range is given.
const WARM_UP: usize = 2;

/// Weight in a learnt range of values larger than any seen so far.
const UNSEEN_WEIGHT: f64 = 4.0;

/// The range of the next value, from those before it.
#[derive(Clone, Debug)]
struct RangeEstimate {
    /// The range is not less: a difference that matters.
    least: f64,
    largest: f64,
    squares: f64,
    count: usize,
}

impl RangeEstimate {
    fn new(least: f64) -> RangeEstimate {
        RangeEstimate {
            least,
            largest: 0.0,
            squares: 0.0,
            count: 0,
        }
    }

    /// The range, once there is one.
    fn get(&self) -> Option<f64> {
        let largest = self.largest.max(self.least);
        let seen = self.count.max(1) as f64;
        // (L / s)² / n, and that of one value before there is any.
        let unseen = match self.squares > 0.0 {
            true => self.largest.powi(2) / self.squares,
            false => 1.0 / seen,
        };
        let known = self.least > 0.0 || self.count >= WARM_UP;
        known.then_some(largest * (1.0 + UNSEEN_WEIGHT * unseen))
    }

    fn push(&mut self, value: f64) {
        self.largest = self.largest.max(value.abs());
        self.squares += value * value;
        // Where a size is given, zeros tell something, too.
        self.count += usize::from(value != 0.0 || self.least > 0.0);
    }
}

/// Where the mean lies if a bettor is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TestSide {
    Above,
    Below,
}

/// A bettor against the hypothesis that the mean is `mean` or on the other side
/// of it than `side`.
#[derive(Clone, Debug)]
struct Bettor {
    mean: f64,
    side: TestSide,
    /// Present wealth of each fraction, from 1.
    wealth: [f64; FRACTIONS.len()],
    /// Largest sum of the wealth so far, over all values.
    peak_wealth: f64,
    /// Sum of the wealth at which the hypothesis is refuted; no bets are made from then on.
    threshold: f64,
}

impl Bettor {
    /// A bettor who is wrong with chance at most half of `alpha`.
    fn new(mean: f64, side: TestSide, alpha: Alpha) -> Bettor {
        let threshold = 2.0 / alpha.get() * FRACTIONS.len() as f64;
        Bettor {
            threshold,
            ..Bettor::without_threshold(mean, side)
        }
    }

    /// A bettor who bets on whatever the wealth is.
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

    /// The chance, if the hypothesis is true, that wealth ever grows as far as it did.
    fn p_value(&self) -> f64 {
        FRACTIONS.len() as f64 / self.peak_wealth
    }

    /// Takes a value whose range was `range`.
    fn push(&mut self, value: f64, range: ValueRange) {
        if self.has_refuted() {
            return;
        }
        let sign = match self.side {
            TestSide::Above => 1.0,
            TestSide::Below => -1.0,
        };
        let excess = sign * (value - self.mean);
        let outcome = match range {
            ValueRange::Known(bound) => match bound + sign * self.mean {
                least if least > 0.0 => excess / least,
                // No value can lie on the wrong side of such a mean.
                _ => f64::INFINITY,
            },
            ValueRange::Learnt(range) => (excess / range).clamp(-1.0, 1.0),
        };
        for (wealth, fraction) in self.wealth.iter_mut().zip(FRACTIONS) {
            *wealth *= 1.0 + fraction * outcome;
        }
        self.peak_wealth = self.peak_wealth.max(self.wealth.iter().sum());
    }
}

/// Range of a value.
#[derive(Clone, Copy, Debug)]
enum ValueRange {
    /// By its nature it is no further from 0.
    Known(f64),
    /// Those before it were about so large.
    Learnt(f64),
}

/// An interval for the mean that holds at every look. See the module's text.
#[derive(Clone, Debug)]
pub struct ConfidenceSequence {
    alpha: Alpha,
    /// The most that a value is from 0, if its nature says so.
    bound: Option<f64>,
    learnt: RangeEstimate,
    /// Every value that was bet on, and the range it had.
    seen: Vec<(f64, ValueRange)>,
}

/// Steps of the bisection that finds an end of the interval.
const BISECTIONS: usize = 60;

impl ConfidenceSequence {
    /// A sequence that ever misses the mean with chance `alpha`. No value is further from 0 than
    /// `bound`; without one the range is learnt.
    pub fn new(alpha: Alpha, bound: Option<f64>) -> ConfidenceSequence {
        ConfidenceSequence::with_least(alpha, bound, 0.0)
    }

    /// The same; a range that is learnt is at least `least`.
    fn with_least(alpha: Alpha, bound: Option<f64>, least: f64) -> ConfidenceSequence {
        ConfidenceSequence {
            alpha,
            bound,
            learnt: RangeEstimate::new(least),
            seen: Vec::new(),
        }
    }

    /// The range of the next value, once there is one.
    fn range(&self) -> Option<ValueRange> {
        let known = self.bound.map(ValueRange::Known);
        known.or_else(|| self.learnt.get().map(ValueRange::Learnt))
    }

    /// `value` as it is bet on: within the bound.
    fn clamped(&self, value: f64) -> f64 {
        self.bound.map_or(value, |bound| value.clamp(-bound, bound))
    }

    /// Takes the next value.
    pub fn push(&mut self, value: f64) {
        if let Some(range) = self.range() {
            self.seen.push((self.clamped(value), range));
        }
        self.learnt.push(value);
    }

    /// The interval as it is now; an end without evidence is the bound, or infinite.
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
            for &(value, range) in &self.seen {
                bettor.push(value, range);
            }
            bettor.has_refuted()
        };
        let outward = match side {
            TestSide::Above => -1.0,
            TestSide::Below => 1.0,
        };
        // The bound, or where a mean further out changes no result any more.
        let reach = |sign: f64| {
            let ends = self.seen.iter().map(|&(value, range)| match range {
                ValueRange::Known(bound) => bound,
                ValueRange::Learnt(range) => sign * value + range,
            });
            sign * self
                .bound
                .unwrap_or_else(|| ends.fold(f64::NEG_INFINITY, f64::max))
        };
        let (mut out, mut inner) = (reach(outward), reach(-outward));
        if self.bound.is_none() && (self.seen.is_empty() || !refuted(out)) {
            return outward * f64::INFINITY;
        }
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

/// The p values of the hypotheses that the mean of `values` is not above 0, and not below it. They
/// hold at every look, for values none of which is further from 0 than `bound`.
pub(crate) fn p_values(values: impl Iterator<Item = f64>, bound: f64) -> [f64; 2] {
    let sides = [TestSide::Above, TestSide::Below];
    let mut bettors = sides.map(|side| Bettor::without_threshold(0.0, side));
    for value in values {
        for bettor in &mut bettors {
            bettor.push(value, ValueRange::Known(bound));
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

/// A comparison that ends as soon as the evidence is enough: the confidence
/// sequence of the paired differences, looked at after every one.
///
/// ```
/// use stats::{Alpha, Finding, SequentialTest};
///
/// let mut test = SequentialTest::new(Alpha::default(), None, Some(1.0));
/// assert_eq!(test.push(0.5), None);
/// for _ in 0..20 {
///     test.push(0.5);
/// }
/// assert_eq!(test.finding(), Some(Finding::Better));
/// ```
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sequence: ConfidenceSequence,
    above: Bettor,
    below: Bettor,
    /// Bettors that the mean is above −margin, and that it is below the margin.
    within: Option<[Bettor; 2]>,
    finding: Option<Finding>,
}

impl SequentialTest {
    /// A comparison that names a winner among equals with chance at most
    /// `alpha`, and calls contestants equivalent that differ by `margin` or
    /// more with chance at most `alpha` / 2; without a margin it never calls
    /// any equivalent. No difference is further from 0 than `bound`, if there is one.
    pub fn new(alpha: Alpha, margin: Option<f64>, bound: Option<f64>) -> SequentialTest {
        let bettor = |mean, side| Bettor::new(mean, side, alpha);
        let within = margin.map(|margin| {
            [
                bettor(-margin, TestSide::Above),
                bettor(margin, TestSide::Below),
            ]
        });
        SequentialTest {
            sequence: ConfidenceSequence::with_least(alpha, bound, margin.unwrap_or(0.0)),
            above: bettor(0.0, TestSide::Above),
            below: bettor(0.0, TestSide::Below),
            within,
            finding: None,
        }
    }

    /// Takes the next difference A − B, and says what has been found so far:
    /// once something has, it stays.
    pub fn push(&mut self, difference: f64) -> Option<Finding> {
        if let Some(range) = self.sequence.range() {
            let value = self.sequence.clamped(difference);
            let bettors = [&mut self.above, &mut self.below];
            for bettor in bettors.into_iter().chain(self.within.iter_mut().flatten()) {
                bettor.push(value, range);
            }
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

    /// The interval for the mean difference as it is now.
    pub fn interval(&self) -> Interval {
        self.sequence.interval()
    }
}
