//! A league: ranks that are proven for many runs on the same cases.
//!
//! # Method
//! The measure is the relative score, the share of the best run's score on the case. Bettors as in
//! [`crate::stats::sequential_interval`] bet that two runs differ: the inverse of the peak wealth is a p
//! value that holds at every look, as long as further cases follow the earlier ones. Holm's method keeps
//! the probability of any false pair at alpha. Two proven pairs prove a third: A > B > C, so A > C.

use std::ops::RangeInclusive;

use super::alpha::Alpha;
use super::betting::{p_values, sequential_interval};
use super::interval::Interval;
use super::ranking::{Standing, ranking, relative_scores};

/// Place of one run in a league.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaguePlace {
    /// The run, its mean relative score and the cases that it won.
    pub standing: Standing,
    /// Interval for its mean relative score at every look.
    pub interval: Interval,
    /// Possible ranks by the proven pairs, from 1.
    pub ranks: RangeInclusive<usize>,
    /// Indices of the runs proven to be worse.
    pub better_than: Vec<usize>,
}

/// The places of runs by mean relative score, the best first. `cases` has the scores of all runs on
/// each case, in an order unrelated to the scores. With probability at most `alpha` any proven pair is
/// wrong, and so is each interval.
pub fn league(cases: &[Vec<f64>], alpha: Alpha) -> Vec<LeaguePlace> {
    let relative: Vec<Vec<f64>> = cases.iter().map(|scores| relative_scores(scores)).collect();
    let standings = ranking(cases);
    let better = proven(&relative, standings.len(), alpha);
    let place = |standing: Standing| {
        let run = standing.run;
        let runs = 0..standings.len();
        let above = runs.clone().filter(|&other| better[other][run]).count();
        let better_than: Vec<usize> = runs.filter(|&other| better[run][other]).collect();
        LeaguePlace {
            standing,
            interval: interval(relative.iter().map(|scores| scores[run]), alpha),
            ranks: 1 + above..=standings.len() - better_than.len(),
            better_than,
        }
    };
    standings.iter().copied().map(place).collect()
}

/// The interval for the mean of relative scores, which are between 0 and 1.
fn interval(scores: impl Iterator<Item = f64>, alpha: Alpha) -> Interval {
    let scaled: Vec<f64> = scores.map(|score| 2.0 * score - 1.0).collect();
    let Interval { low, high } = sequential_interval(&scaled, 1.0, alpha);
    Interval {
        low: (low + 1.0) / 2.0,
        high: (high + 1.0) / 2.0,
    }
}

/// A matrix: true where the run of the row is proven better than that of the column. All pairs hold
/// together with error `alpha` (Holm 1979, "A simple sequentially rejective multiple test procedure").
fn proven(relative: &[Vec<f64>], runs: usize, alpha: Alpha) -> Vec<Vec<bool>> {
    let pair = |a: usize, b: usize| {
        let differences = relative.iter().map(|scores| scores[a] - scores[b]);
        let [above, below] = p_values(differences, 1.0);
        match above < below {
            true => (2.0 * above, a, b),
            false => (2.0 * below, b, a),
        }
    };
    let mut pairs: Vec<(f64, usize, usize)> = (0..runs)
        .flat_map(|a| (a + 1..runs).map(move |b| pair(a, b)))
        .collect();
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

/// Adds the consequences of two pairs, and removes pairs that contradict each other.
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
