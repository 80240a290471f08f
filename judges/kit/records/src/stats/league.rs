//! A league: proven ranks of many runs on the same cases.
//!
//! # Method
//! Runs are compared by values with a common range, such as relative scores. For each pair of runs,
//! bettors as in [`crate::stats::sequential_interval`] bet that the two differ. The inverse of the
//! peak wealth is a p-value that stays valid while cases are added. Holm's method keeps the
//! probability of any false pair at alpha. Two proven pairs imply a third: from A > B and B > C
//! follows A > C.

use std::ops::RangeInclusive;

use super::betting::{p_values, sequential_interval};
use super::interval::Interval;
use super::ranking::{Standing, ranking};
use super::significance::SignificanceLevel;

/// Place of a run in a league.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaguePlace {
    /// The run, its mean value, and the number of cases that it won.
    pub standing: Standing,
    /// Interval for its mean value; it stays valid while cases are added.
    pub interval: Interval,
    /// Ranks that the proven pairs leave possible, from 1.
    pub ranks: RangeInclusive<usize>,
    /// Indices of the runs that are proven to be worse.
    pub better_than: Vec<usize>,
}

/// Returns the places of runs, sorted by mean value, best first. `cases` contains the values of all
/// runs on each case; all are in `range`, and their order must not depend on the values. The
/// probability that any proven pair is wrong is at most `alpha`, and so is the error of each
/// interval.
pub fn league(
    cases: &[Vec<f64>],
    range: &RangeInclusive<f64>,
    alpha: SignificanceLevel,
) -> Vec<LeaguePlace> {
    let standings = ranking(cases);
    let width = range.end() - range.start();
    let better = proven(cases, standings.len(), width, alpha);
    let place = |standing: Standing| {
        let run = standing.run;
        let runs = 0..standings.len();
        let above = runs.clone().filter(|&other| better[other][run]).count();
        let better_than: Vec<usize> = runs.filter(|&other| better[run][other]).collect();
        LeaguePlace {
            standing,
            interval: interval(cases.iter().map(|values| values[run]), range, alpha),
            ranks: 1 + above..=standings.len() - better_than.len(),
            better_than,
        }
    };
    standings.iter().copied().map(place).collect()
}

/// Returns the interval for the mean of values in `range`.
fn interval(
    values: impl Iterator<Item = f64>,
    range: &RangeInclusive<f64>,
    alpha: SignificanceLevel,
) -> Interval {
    let (middle, half) = (
        (range.end() + range.start()) / 2.0,
        (range.end() - range.start()) / 2.0,
    );
    let centred: Vec<f64> = values.map(|value| value - middle).collect();
    let Interval { low, high } = sequential_interval(&centred, half, alpha);
    Interval {
        low: low + middle,
        high: high + middle,
    }
}

/// Returns a matrix: true if the run of the row is proven better than the run of the column. The
/// probability of any error is at most `alpha` (Holm 1979, "A simple sequentially rejective
/// multiple test procedure").
fn proven(cases: &[Vec<f64>], runs: usize, width: f64, alpha: SignificanceLevel) -> Vec<Vec<bool>> {
    let pair = |a: usize, b: usize| {
        let differences = cases.iter().map(|values| values[a] - values[b]);
        let [above, below] = p_values(differences, width);
        match above < below {
            true => (2.0 * above, a, b),
            false => (2.0 * below, b, a),
        }
    };
    let pairs = (0..runs).flat_map(|a| (a + 1..runs).map(move |b| pair(a, b)));
    let mut pairs: Vec<(f64, usize, usize)> = pairs.collect();
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut better = vec![vec![false; runs]; runs];
    for (left, (p_value, winner, loser)) in (1..=pairs.len()).rev().zip(pairs) {
        if left as f64 * p_value > alpha.get() {
            break;
        }
        better[winner][loser] = true;
    }
    follow(&mut better);
    better
}

/// Adds pairs that follow from two others, and removes contradictory pairs.
fn follow(better: &mut [Vec<bool>]) {
    let runs = 0..better.len();
    for middle in runs.clone() {
        let below = better[middle].clone();
        for row in better.iter_mut().filter(|row| row[middle]) {
            let cells = row.iter_mut().zip(&below);
            cells.for_each(|(cell, below)| *cell |= below);
        }
    }
    for a in runs.clone() {
        for b in runs.clone().filter(|&b| b >= a) {
            if better[a][b] && better[b][a] {
                (better[a][b], better[b][a]) = (false, false);
            }
        }
    }
}
