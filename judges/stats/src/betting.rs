//! A confidence sequence: an interval for a mean that holds at every look, so
//! that sampling can stop whenever the interval says enough.
//!
//! # Method
//! Betting (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random
//! variables by betting", diversified Kelly bettors). Against the hypothesis
//! that the mean is m, play a game that is fair if it is true: on the i-th
//! value x, a capital is multiplied by 1 + b z, where z is (x − m) / r cut to
//! −1 … 1, and b a bet. By Ville's inequality a capital of 1 ever reaches
//! 2 / alpha with chance at most alpha / 2. Capital is spread evenly over a few
//! bets, for effects of every size, and a second bettor says that the mean is
//! below m. The interval holds all m that neither has refuted.
//!
//! # The range r
//! Differences of scores have no useful bound: two good solvers differ by 1 %
//! where 100 % is possible, and with r for the possible the bets are a hundred
//! times too small. So r is learnt: 1 + 20 / n times the largest size among the
//! n values seen so far that are not 0, and no bet is made before there are three. As
//! r depends on the past only, the game stays fair for whatever z is; what has
//! to be 0 is the mean of z rather than that of x − m.
//!
//! # What is guaranteed
//! - Values symmetric about m, which differences of equal contestants about 0
//!   are: z has mean 0, and the error is at most alpha, for any number of looks
//!   and any tails.
//! - Others: the error is at most alpha as far as cutting moves the mean. The
//!   n-th value is the largest so far with chance 1 / n, so few are cut; the
//!   tests simulate skewed values with long tails.
//! - What no method can see, this one cannot either: losses so rare that none
//!   has happened yet.

use super::alpha::Alpha;
use super::interval::Interval;

/// Bets against which the capital is spread, as shares of what can be bet.
const BETS: [f64; 5] = [0.06, 0.12, 0.25, 0.5, 0.95];

/// Values other than 0 that are seen before the first bet.
const UNBET: usize = 3;

/// The range is 1 + `DOUBT` / n times the largest of n values other than 0.
const DOUBT: f64 = 20.0;

/// The range of the next value, from those before it.
#[derive(Clone, Debug, Default)]
struct Range {
    largest: f64,
    nonzero: usize,
}

impl Range {
    /// The range, once there is one.
    fn get(&self) -> Option<f64> {
        let scale = 1.0 + DOUBT / self.nonzero as f64;
        (self.nonzero >= UNBET).then_some(self.largest * scale)
    }

    fn push(&mut self, value: f64) {
        self.largest = self.largest.max(value.abs());
        self.nonzero += usize::from(value != 0.0);
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
    /// Capital of each bet now, from 1.
    capitals: [f64; BETS.len()],
    /// Mean capital that refutes the hypothesis.
    goal: f64,
    /// True if it was ever reached; no more bets are made then.
    won: bool,
}

impl Bettor {
    /// A bettor who is wrong with chance at most half of `alpha`.
    fn new(mean: f64, side: TestSide, alpha: Alpha) -> Bettor {
        Bettor {
            mean,
            side,
            capitals: [1.0; BETS.len()],
            goal: 2.0 / alpha.get(),
            won: false,
        }
    }

    fn push(&mut self, value: f64, range: f64) {
        if self.won {
            return;
        }
        let toward = match self.side {
            TestSide::Above => value - self.mean,
            TestSide::Below => self.mean - value,
        };
        let result = (toward / range).clamp(-1.0, 1.0);
        for (capital, bet) in self.capitals.iter_mut().zip(BETS) {
            *capital *= 1.0 + bet * result;
        }
        let sum: f64 = self.capitals.iter().sum();
        self.won = sum >= self.goal * BETS.len() as f64;
    }
}

/// An interval for the mean that holds at every look. See the module's text.
#[derive(Clone, Debug)]
pub struct ConfidenceSequence {
    alpha: Alpha,
    range: Range,
    /// Every value that was bet on, and the range it had.
    seen: Vec<(f64, f64)>,
}

/// Halvings that find an end of the interval.
const HALVINGS: usize = 60;

impl ConfidenceSequence {
    /// A sequence that ever misses the mean with chance `alpha`.
    pub fn new(alpha: Alpha) -> ConfidenceSequence {
        ConfidenceSequence {
            alpha,
            range: Range::default(),
            seen: Vec::new(),
        }
    }

    /// Takes the next value.
    pub fn push(&mut self, value: f64) {
        if let Some(range) = self.range.get() {
            self.seen.push((value, range));
        }
        self.range.push(value);
    }

    /// The interval as it is now; an end without evidence is infinite.
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
            bettor.won
        };
        // A mean further out changes no result any more.
        let reach = |sign: f64| {
            let ends = self.seen.iter().map(|(value, range)| sign * value + range);
            sign * ends.fold(f64::NEG_INFINITY, f64::max)
        };
        let outward = match side {
            TestSide::Above => -1.0,
            TestSide::Below => 1.0,
        };
        let mut out = reach(outward);
        if self.seen.is_empty() || !refuted(out) {
            return outward * f64::INFINITY;
        }
        let mut inner = reach(-outward);
        for _ in 0..HALVINGS {
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
    /// any equivalent.
    pub fn new(alpha: Alpha, margin: Option<f64>) -> SequentialTest {
        let bettor = |mean, side| Bettor::new(mean, side, alpha);
        let within = margin.map(|margin| {
            [
                bettor(-margin, TestSide::Above),
                bettor(margin, TestSide::Below),
            ]
        });
        SequentialTest {
            sequence: ConfidenceSequence::new(alpha),
            above: bettor(0.0, TestSide::Above),
            below: bettor(0.0, TestSide::Below),
            within,
            finding: None,
        }
    }

    /// Takes the next difference A − B, and says what has been found so far:
    /// once something has, it stays.
    pub fn push(&mut self, difference: f64) -> Option<Finding> {
        if let Some(range) = self.sequence.range.get() {
            let bettors = [&mut self.above, &mut self.below];
            for bettor in bettors.into_iter().chain(self.within.iter_mut().flatten()) {
                bettor.push(difference, range);
            }
        }
        self.sequence.push(difference);
        let within = self.within.as_ref();
        let found = if self.above.won {
            Some(Finding::Better)
        } else if self.below.won {
            Some(Finding::Worse)
        } else {
            within
                .is_some_and(|bettors| bettors.iter().all(|bettor| bettor.won))
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
