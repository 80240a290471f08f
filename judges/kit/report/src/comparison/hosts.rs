//! Warnings about cases that two runs have measured on unlike hosts.

use std::collections::BTreeSet;

use records::stats::mean;

use crate::cases::Pair;

/// Work rates that differ by more than this share of the smaller one are unlike.
const TOLERANCE: f64 = 0.05;

/// Returns a warning if runs A and B measured some of `cases` on different processor models, and
/// another one if work rates were unlike. A case without model or rate does not count.
pub fn host_warnings([a, b]: [&str; 2], cases: &[Pair]) -> Vec<String> {
    let mut warnings = Vec::new();
    let models = cases
        .iter()
        .map(|(_, pair)| pair.map(|case| case.processors()));
    let unlike = models.filter(|[a, b]| !a.is_empty() && !b.is_empty() && a != b);
    let unlike: Vec<[BTreeSet<&str>; 2]> = unlike.collect();
    if !unlike.is_empty() {
        let [of_a, of_b] = [0, 1].map(|run| {
            let models: BTreeSet<&str> =
                unlike.iter().flat_map(|pair| &pair[run]).copied().collect();
            let quoted = models.iter().map(|model| format!("`{model}`"));
            quoted.collect::<Vec<_>>().join(", ")
        });
        warnings.push(format!(
            "warning: {} cases were measured on {of_a} in {a}, on {of_b} in {b}: \
             times differ, and so do scores that depend on time",
            unlike.len()
        ));
    }
    let rates = cases
        .iter()
        .filter_map(|(_, [a, b])| Some([a.rate()?, b.rate()?]))
        .filter(|[a, b]| a.max(*b) > a.min(*b) * (1.0 + TOLERANCE));
    let rates: Vec<[f64; 2]> = rates.collect();
    let [of_a, of_b] = [0, 1].map(|run| mean(rates.iter().map(|pair| pair[run])));
    if let Some((of_a, of_b)) = of_a.zip(of_b) {
        warnings.push(format!(
            "warning: {} cases were measured on hosts of unlike speed, {of_a:.0} units of work a second \
             in {a}, {of_b:.0} in {b}: scores that depend on time differ",
            rates.len()
        ));
    }
    warnings
}
