//! Wins and losses, and whether they are more than luck.

use statrs::distribution::{Binomial, DiscreteCDF};

/// Cases won, tied and lost.
///
/// ```
/// let outcomes = records::stats::Outcomes::of(&[0.5, 1.0, 0.0, 2.0, 0.1]);
/// assert_eq!((outcomes.wins, outcomes.ties, outcomes.losses), (4, 1, 0));
/// // Two-sided: four heads or four tails of four coins.
/// assert!((outcomes.sign_test() - 2.0 / 16.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Cases with a positive difference.
    pub wins: u64,
    /// Cases without a difference.
    pub ties: u64,
    /// Cases with a negative difference.
    pub losses: u64,
}

impl Outcomes {
    /// The outcomes of paired differences.
    pub fn of(differences: &[f64]) -> Outcomes {
        let count = |wanted: fn(f64) -> bool| {
            differences
                .iter()
                .filter(|&&difference| wanted(difference))
                .count() as u64
        };
        Outcomes {
            wins: count(|difference| difference > 0.0),
            ties: count(|difference| difference == 0.0),
            losses: count(|difference| difference < 0.0),
        }
    }

    /// The sign test's two-sided p value: the chance that wins and losses
    /// differ by as much if either were as likely. Ties do not count.
    pub fn sign_test(&self) -> f64 {
        let decided = self.wins + self.losses;
        let fewer = self.wins.min(self.losses);
        Binomial::new(0.5, decided).map_or(1.0, |coins| f64::min(2.0 * coins.cdf(fewer), 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_by_hand() {
        let outcomes = Outcomes::of(&[1.0, -2.0, 0.0, 3.0, -0.0, 1e-300]);
        let expected = Outcomes {
            wins: 3,
            ties: 2,
            losses: 1,
        };
        assert_eq!(outcomes, expected);
        assert!((outcomes.sign_test() - 10.0 / 16.0).abs() < 1e-12);
        assert_eq!(Outcomes::default().sign_test(), 1.0);
        assert_eq!(Outcomes::of(&[1.0, -1.0]).sign_test(), 1.0);
    }
}
