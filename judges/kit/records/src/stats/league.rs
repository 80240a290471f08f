//! Rankings of runs on the same cases, and leagues, in which ranks are proven.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::betting::{Population, p_values, sequential_interval};
use super::moments::mean;
use super::paired::Interval;
use super::significance::{SignificanceLevel, holm};

/// Standing of a run among several on the same cases, as defined by psytester.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Index of the run.
    pub run: usize,
    /// Mean of the run's values.
    pub mean: f64,
    /// Number of cases that the run solved and in which no other run has a higher value.
    pub bests: usize,
    /// Number of cases that the run solved and in which all other runs have lower values.
    pub uniques: usize,
    /// Mean lead over the best other run; a negative lead counts as 0.
    pub gain: f64,
    /// Number of cases that the run failed.
    pub failures: usize,
}

/// Value of a run on a case, and true if the run failed it.
pub type CaseValue = (f64, bool);

/// Returns the standings of two or more runs, sorted by mean value, best first. `cases` contains
/// the values of all runs on each case.
pub fn ranking(cases: &[Vec<CaseValue>]) -> Vec<Standing> {
    let runs = cases.first().map_or(0, Vec::len);
    let mut standings: Vec<Standing> = (0..runs).map(|run| standing(run, cases)).collect();
    standings.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    standings
}

fn standing(run: usize, cases: &[Vec<CaseValue>]) -> Standing {
    let lead = |case: &Vec<CaseValue>| {
        let others = case[..run].iter().chain(&case[run + 1..]);
        case[run].0 - others.fold(f64::NEG_INFINITY, |most, (value, _)| most.max(*value))
    };
    let leads: Vec<CaseValue> = cases.iter().map(|case| (lead(case), case[run].1)).collect();
    let solved = leads.iter().filter(|(_, failed)| !failed);
    Standing {
        run,
        mean: mean(cases.iter().map(|case| case[run].0)).unwrap_or(0.0),
        bests: solved.clone().filter(|(lead, _)| *lead >= 0.0).count(),
        uniques: solved.filter(|(lead, _)| *lead > 0.0).count(),
        gain: mean(leads.iter().map(|(lead, _)| lead.max(0.0))).unwrap_or(0.0),
        failures: leads.iter().filter(|(_, failed)| *failed).count(),
    }
}

/// Place of a run in a league.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaguePlace {
    /// The run, its mean value, and the number of cases that it won.
    pub standing: Standing,
    /// Interval for its mean value.
    pub interval: Interval,
    /// Ranks that the proven pairs leave possible, from 1.
    pub ranks: RangeInclusive<usize>,
    /// Indices of the runs that are proven to be worse.
    pub better_than: Vec<usize>,
}

/// Returns the places of runs, sorted by mean value, best first.
///
/// # Method
/// `cases` contains the values of all runs on each case, in `range`; `difference` returns that of
/// two runs on a case, as in a duel, so that the proof for a pair does not depend on other runs. For
/// each pair of runs, bettors as in [`sequential_interval`] bet that the two differ; the inverse of
/// the peak wealth is a p-value. By Holm's method, the probability that any proven pair is wrong is
/// at most `alpha`, and so is the error of each interval, if the cases are independent draws, their
/// order does not depend on the values, and the league is made once. A pair is only proven if the
/// mean values of the two agree.
pub fn league(
    cases: &[Vec<CaseValue>],
    difference: impl Fn(usize, [usize; 2]) -> f64,
    range: &RangeInclusive<f64>,
    alpha: SignificanceLevel,
) -> Vec<LeaguePlace> {
    let standings = ranking(cases);
    let width = range.end() - range.start();
    let pairs = standings.iter().enumerate().flat_map(|(place, better)| {
        standings[place + 1..].iter().map(move |worse| [better.run, worse.run])
    });
    let pairs: Vec<[usize; 2]> = pairs.collect();
    let p_value = |&[better, worse]: &[usize; 2]| {
        let differences: Vec<f64> =
            (0..cases.len()).map(|case| difference(case, [worse, better])).collect();
        let [above, _] = p_values(differences.iter().copied(), width);
        let is_ahead = mean(&differences).is_some_and(|mean| mean > 0.0);
        // Two-sided: the better one was chosen after looking at the values.
        if is_ahead { 2.0 * above } else { 1.0 }
    };
    let p_values = holm(&pairs.iter().map(p_value).collect::<Vec<_>>());
    let proven = pairs.iter().zip(p_values).filter(|(_, p_value)| *p_value <= alpha.get());
    let proven: Vec<[usize; 2]> = proven.map(|(pair, _)| *pair).collect();
    let place = |standing: &Standing| {
        let run = standing.run;
        let above = proven.iter().filter(|pair| pair[1] == run).count();
        let mut better_than: Vec<usize> =
            proven.iter().filter(|pair| pair[0] == run).map(|pair| pair[1]).collect();
        better_than.sort_unstable();
        LeaguePlace {
            standing: *standing,
            interval: interval(cases.iter().map(|values| values[run].0), range, alpha),
            ranks: 1 + above..=standings.len() - better_than.len(),
            better_than,
        }
    };
    standings.iter().map(place).collect()
}

/// Returns the interval for the mean of values in `range`.
fn interval(
    values: impl Iterator<Item = f64>,
    range: &RangeInclusive<f64>,
    alpha: SignificanceLevel,
) -> Interval {
    let middle = range.start().midpoint(*range.end());
    let half = (range.end() - range.start()) / 2.0;
    let centred: Vec<f64> = values.map(|value| value - middle).collect();
    let Interval { low, high } = sequential_interval(&centred, half, Population::Unlimited, alpha);
    Interval { low: low + middle, high: high + middle }
}
