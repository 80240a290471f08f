//! Scores of several runs on the same cases, made comparable, and their ranking.

use serde::Serialize;

use super::moments::mean;

/// The relative scores of the runs that scored `scores` on one case: shares of
/// the best positive score, 0 for a score that is not positive.
///
/// ```
/// assert_eq!(records::stats::relative_scores(&[30.0, 40.0, -1.0]), [0.75, 1.0, 0.0]);
/// ```
pub fn relative_scores(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    let relative = |&score: &f64| if score > 0.0 { score / best } else { 0.0 };
    scores.iter().map(relative).collect()
}

/// Returns the relative score of `b` less that of `a`, the better of the two being 1.
///
/// ```
/// assert_eq!(records::stats::relative_difference(40.0, 30.0), -0.25);
/// ```
pub fn relative_difference(a: f64, b: f64) -> f64 {
    let relative = relative_scores(&[a, b]);
    relative[1] - relative[0]
}

/// The log score of `score`, if it is positive. Differences of log scores
/// are logarithms of quotients: 0.01 is one per cent more.
pub fn log_score(score: f64) -> Option<f64> {
    (score > 0.0).then(|| score.ln())
}

/// Standing of one run among several on the same cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Index of the run.
    pub run: usize,
    /// Its mean relative score.
    pub relative: f64,
    /// Cases where no run has a higher relative score.
    pub bests: usize,
    /// Cases where every other run has a lower one.
    pub uniques: usize,
    /// Mean lead of its relative score over the best other one, 0 where that
    /// is not behind.
    pub gain: f64,
}

/// The standings of runs by mean relative score, the best first; `cases` has
/// the scores of all runs on each case. Bests, uniques and gain are those of
/// psytester.
///
/// ```
/// let standings = records::stats::ranking(&[vec![30.0, 40.0], vec![50.0, 50.0]]);
/// assert_eq!((standings[0].run, standings[0].relative), (1, 1.0));
/// assert_eq!((standings[1].bests, standings[1].uniques), (1, 0));
/// ```
pub fn ranking(cases: &[Vec<f64>]) -> Vec<Standing> {
    let relative: Vec<Vec<f64>> = cases.iter().map(|scores| relative_scores(scores)).collect();
    let runs = cases.first().map_or(0, Vec::len);
    let mut standings: Vec<Standing> = (0..runs).map(|run| standing(run, &relative)).collect();
    standings.sort_by(|a, b| b.relative.total_cmp(&a.relative));
    standings
}

fn standing(run: usize, cases: &[Vec<f64>]) -> Standing {
    let of = |case: &Vec<f64>| {
        let others = case.iter().enumerate().filter(|&(other, _)| other != run);
        let best_other = others.map(|(_, &score)| score).fold(0.0, f64::max);
        (case[run], best_other)
    };
    let own: Vec<f64> = cases.iter().map(|case| case[run]).collect();
    let leads: Vec<f64> = cases
        .iter()
        .map(of)
        .map(|(own, best)| (own - best).max(0.0))
        .collect();
    Standing {
        run,
        relative: mean(&own).unwrap_or(0.0),
        bests: cases
            .iter()
            .map(of)
            .filter(|(own, best)| own >= best)
            .count(),
        uniques: leads.iter().filter(|&&lead| lead > 0.0).count(),
        gain: mean(&leads).unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_and_negative_scores_are_worth_nothing() {
        assert_eq!(
            relative_scores(&[2.0, 4.0, 0.0, -1.0]),
            [0.5, 1.0, 0.0, 0.0]
        );
        assert_eq!(relative_scores(&[0.0, -1.0]), [0.0, 0.0]);
        assert_eq!(log_score(0.0), None);
        assert_eq!(log_score(1.0), Some(0.0));
    }

    #[test]
    fn three_runs_by_hand() {
        let cases = [
            vec![1.0, 4.0, 2.0],
            vec![3.0, 3.0, 0.0],
            vec![0.0, -1.0, 0.0],
            vec![5.0, 10.0, 10.0],
        ];
        let standings = ranking(&cases);
        let order: Vec<usize> = standings.iter().map(|standing| standing.run).collect();
        assert_eq!(order, [1, 0, 2]);
        let expected = Standing {
            run: 1,
            relative: 0.75,
            bests: 4,
            uniques: 1,
            gain: 0.125,
        };
        assert_eq!(standings[0], expected);
        assert_eq!(
            (standings[1].bests, standings[1].uniques, standings[1].gain),
            (2, 0, 0.0)
        );
        assert!(ranking(&[]).is_empty());
    }
}
