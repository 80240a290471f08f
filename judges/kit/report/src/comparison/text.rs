//! A comparison as text.

use comfy_table::Table;
use game::{Cost, Measure};
use records::counted;
use records::stats::{Interval, SignificanceLevel};
use scene::{decimal, fixed};

use super::pair::{CaseGroup, LOG_SCORE};
use super::{Comparison, Rank, RunComparison};
use crate::cases::name_list;
use crate::markdown::table;

/// Tells what a comparison leaves open.
const CAUTION: &str = "Intervals and tests are for one look; looking again after further cases, or \
                       choosing another base, adds to their error. `duel` proves which is better.";

impl Comparison {
    /// Returns the text, with intervals at level `alpha`; it ends with a sentence for each pair.
    pub fn text(&self, alpha: SignificanceLevel) -> String {
        let mut parts = vec![format!("# {}", self.game)];
        let mut interval = format!("{} % interval", decimal(100.0 * (1.0 - alpha.get())));
        if self.pairs.len() > 1 {
            interval += ", all runs together";
        }
        for pair in &self.pairs {
            parts.extend(of_pair(pair, self.measure, &interval));
        }
        let count = self.runs.len();
        if count > 2 {
            parts.push(format!("{} of all runs", counted(self.cases, "case")));
            parts.push(ranking(self).to_string());
            parts.push(format!("mean difference by {}", self.measure.name()));
            parts.push(matrix(self).to_string());
            if self.measure == Measure::Relative {
                parts
                    .push(format!("Relative scores are ratios to the best of these {count} runs."));
            }
        }
        parts.push(CAUTION.into());
        let endings = self.pairs.iter().map(|pair| ending(pair, count > 2));
        parts.push(endings.collect::<Vec<_>>().join("\n"));
        parts.join("\n\n") + "\n"
    }
}

fn of_pair(pair: &RunComparison, measure: Measure, interval: &str) -> Vec<String> {
    let mut heading = format!(
        "A = {}: {}\nB = {}: {}\n{} of both",
        pair.a,
        pair.command_a,
        pair.b,
        pair.command_b,
        counted(pair.cases, "case")
    );
    for (run, cases) in [("A", &pair.only_a), ("B", &pair.only_b)] {
        if !cases.is_empty() {
            heading += &format!("\nonly in {run}: {}", name_list(cases));
        }
    }
    let Some(cost) = &pair.cost else {
        return vec![heading];
    };
    let mut parts = vec![heading, measures(pair, interval).to_string(), counts(pair, cost)];
    if !pair.groups.is_empty() {
        parts.push(groups(pair, measure, interval).to_string());
    }
    let without = pair.ungrouped.iter();
    let without =
        without.map(|(name, count)| format!("{} without {name}", counted(*count, "case")));
    parts.extend(without);
    if !pair.largest.is_empty() {
        parts.push(largest(pair, measure).to_string());
    }
    parts
}

/// Returns numbers of wins and failures, time and memory.
fn counts(pair: &RunComparison, [a, b]: &[Cost; 2]) -> String {
    let counts = &pair.counts;
    let mut text = format!(
        "B better in {}, equal in {}, worse in {}\n",
        counted(counts.wins as usize, "case"),
        counts.ties,
        counts.losses
    );
    let failures = &pair.failures;
    if failures.only_a + failures.only_b + failures.both > 0 {
        text += &format!(
            "failed by A alone {}, by B alone {}, by both {}: sign test p = {}\n",
            failures.only_a,
            failures.only_b,
            failures.both,
            decimal(failures.sign_test)
        );
    }
    let mib = |kib: u64| kib as f64 / 1024.0;
    text + &format!(
        "CPU mean {:.1} ms and {:.1} ms, wall mean {:.1} ms and {:.1} ms, memory {:.1} MiB and {:.1} MiB",
        a.cpu_ms,
        b.cpu_ms,
        a.wall_ms,
        b.wall_ms,
        mib(a.memory_kib),
        mib(b.memory_kib)
    )
}

/// Returns the sentence about two runs.
fn ending(pair: &RunComparison, is_named: bool) -> String {
    let name = match is_named {
        true => format!("B = {}: ", pair.b),
        false => String::new(),
    };
    format!("{name}{}.", pair.conclusion)
}

fn measures(pair: &RunComparison, interval: &str) -> Table {
    let header = ["measure", "cases", "A", "B", "B - A", "error", interval];
    let shown = |number: Option<f64>| number.map_or(String::new(), decimal);
    let rows = pair.measures.iter().map(|measure| {
        let paired = measure.paired;
        [
            match (measure.left_out, measure.name) {
                (0, name) => name.to_string(),
                (count, LOG_SCORE) => format!("{LOG_SCORE} ({count} not above 0 left out)"),
                (count, name) => format!("{name} ({count} without it left out)"),
            },
            paired.map_or(0, |paired| paired.cases).to_string(),
            shown(measure.mean_a),
            shown(measure.mean_b),
            paired.map_or(String::new(), |paired| signed(paired.difference)),
            shown(paired.and_then(|paired| paired.standard_error)),
            ends(paired.and_then(|paired| paired.t_interval)),
        ]
    });
    table(header, 1..7, rows)
}

fn groups(pair: &RunComparison, measure: Measure, interval: &str) -> Table {
    let interval = format!("{interval}, all together");
    let rows = pair.groups.iter().map(|CaseGroup { name, gain }| {
        [name.clone(), gain.cases.to_string(), signed(gain.difference), ends(gain.t_interval)]
    });
    table(["group", "cases", &gain(measure), &interval], 1..4, rows)
}

/// Returns the header of a column of differences.
fn gain(measure: Measure) -> String {
    format!("{} B - A", measure.name())
}

fn largest(pair: &RunComparison, measure: Measure) -> Table {
    let header = ["case", "A", "B", &gain(measure), "shown by"];
    let score = |score: Option<f64>| score.map_or("failed".to_string(), decimal);
    let rows = pair.largest.iter().map(|case| {
        [
            case.case.clone(),
            score(case.a),
            score(case.b),
            signed(case.difference),
            case.command.clone(),
        ]
    });
    table(header, 1..4, rows)
}

fn ranking(comparison: &Comparison) -> Table {
    let measure = comparison.measure.name();
    let header = format!("run|{measure}|bests|uniques|gain|failures");
    let rows = comparison.ranking.iter().map(|Rank { standing, failures }| {
        [
            comparison.runs[standing.run].clone(),
            fixed(standing.mean, 5),
            standing.bests.to_string(),
            standing.uniques.to_string(),
            fixed(standing.gain, 5),
            failures.to_string(),
        ]
    });
    table(header.split('|'), 1..6, rows)
}

fn matrix(comparison: &Comparison) -> Table {
    let runs = &comparison.runs;
    let header = ["row - column"].into_iter().chain(runs.iter().map(String::as_str));
    let rows = runs.iter().zip(&comparison.matrix).map(|(name, row)| {
        let cells = row.iter().map(|cell| cell.map_or(String::new(), signed));
        [name.clone()].into_iter().chain(cells)
    });
    table(header, 1..=runs.len(), rows)
}

fn signed(value: f64) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", decimal(value))
}

fn ends(interval: Option<Interval>) -> String {
    interval.map_or(String::new(), |Interval { low, high }| {
        format!("{} to {}", signed(low), signed(high))
    })
}
