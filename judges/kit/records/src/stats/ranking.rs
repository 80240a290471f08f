//! Comparable scores of several runs on the same cases, and their ranking.

use serde::Serialize;

use super::moments::mean;

/// Relative scores of runs on one case: shares of the best score, 0 unless they are positive.
pub fn relative_scores(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    let relative = |&score: &f64| if score > 0.0 { score / best } else { 0.0 };
    scores.iter().map(relative).collect()
}

/// The logarithm of `score`, if it is positive: a difference of 0.01 is one per cent.
pub fn log_score(score: f64) -> Option<f64> {
    (score > 0.0).then(|| score.ln())
}

/// Standing of one run among several on the same cases, as psytester defines it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Index of the run.
    pub run: usize,
    /// Mean of its values.
    pub mean: f64,
    /// Cases where this run has at least the value of all others.
    pub bests: usize,
    /// Cases where all other runs have less.
    pub uniques: usize,
    /// Mean lead of its value over the best other one, at least 0 in each case.
    pub gain: f64,
}

/// The standings of two or more runs by the mean of comparable values, the best first; `cases` has the
/// values of all runs on each case.
pub fn ranking(cases: &[Vec<f64>]) -> Vec<Standing> {
    let runs = cases.first().map_or(0, Vec::len);
    let mut standings: Vec<Standing> = (0..runs).map(|run| standing(run, cases)).collect();
    standings.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    standings
}

fn standing(run: usize, cases: &[Vec<f64>]) -> Standing {
    let lead = |case: &Vec<f64>| {
        let others = case[..run].iter().chain(&case[run + 1..]);
        case[run] - others.copied().fold(f64::NEG_INFINITY, f64::max)
    };
    let leads: Vec<f64> = cases.iter().map(lead).collect();
    Standing {
        run,
        mean: mean(cases.iter().map(|case| case[run])).unwrap_or(0.0),
        bests: leads.iter().filter(|&&lead| lead >= 0.0).count(),
        uniques: leads.iter().filter(|&&lead| lead > 0.0).count(),
        gain: mean(leads.iter().map(|lead| lead.max(0.0))).unwrap_or(0.0),
    }
}
