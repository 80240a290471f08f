//! Comparable scores of several runs on the same cases, and a ranking of the runs.

use serde::Serialize;

use super::moments::mean;

/// Returns the relative scores of runs on one case: ratios to the best score, 0 unless positive.
pub fn relative_scores(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    let relative = |&score: &f64| if score > 0.0 { score / best } else { 0.0 };
    scores.iter().map(relative).collect()
}

/// Returns the logarithm of `score` if it is positive. A difference of 0.01 is one per cent.
pub fn log_score(score: f64) -> Option<f64> {
    (score > 0.0).then(|| score.ln())
}

/// Standing of a run among several on the same cases, as defined by psytester.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Index of the run.
    pub run: usize,
    /// Mean of the run's values.
    pub mean: f64,
    /// Number of cases in which no other run has a higher value.
    pub bests: usize,
    /// Number of cases in which all other runs have lower values.
    pub uniques: usize,
    /// Mean lead over the best other run; a negative lead counts as 0.
    pub gain: f64,
}

/// Returns the standings of two or more runs, sorted by mean value, best first. `cases` contains
/// the values of all runs on each case.
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
