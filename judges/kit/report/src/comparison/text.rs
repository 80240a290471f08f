//! A comparison as text.

use game::{Cost, Measure};
use records::counted;
use records::stats::{Interval, PairedCounts, SignificanceLevel};
use scene::{decimal, fixed};

use super::pair::{Failures, LOG_SCORE};
use super::{Comparison, RunComparison};
use crate::cases::name_list;
use crate::markdown::TextTable;

/// Tells what a comparison leaves open.
const CAUTION: &str = "Intervals and tests are for one look; looking again after further cases, or \
                       choosing another base, adds to their error. `duel` proves which is better.";

impl Comparison {
    /// Returns the text, with intervals at level `alpha`; it ends with a sentence for each pair.
    pub fn text(&self, alpha: SignificanceLevel) -> String {
        let count = self.runs.len();
        let together = if count > 2 { ", all runs together" } else { "" };
        let interval = format!("{} % interval{together}", decimal(100.0 * (1.0 - alpha.get())));
        let mut parts = vec![format!("# {}", self.game)];
        parts.extend(self.pairs.iter().flat_map(|pair| of_pair(pair, self.measure, &interval)));
        if count > 2 {
            parts.push(format!("{} of all runs", counted(self.cases, "case")));
            parts.push(ranking(self));
            parts.push(format!("mean difference by {}", self.measure.name()));
            parts.push(matrix(self));
            if self.measure == Measure::Relative {
                parts
                    .push(format!("Relative scores are ratios to the best of these {count} runs."));
            }
        }
        parts.push(CAUTION.into());
        let sentences = self.pairs.iter().map(|RunComparison { b, conclusion, .. }| match count {
            2 => format!("{conclusion}."),
            _ => format!("B = {b}: {conclusion}."),
        });
        parts.push(sentences.collect::<Vec<_>>().join("\n"));
        parts.join("\n\n") + "\n"
    }
}

fn of_pair(pair: &RunComparison, measure: Measure, interval: &str) -> Vec<String> {
    let RunComparison { a, b, command_a, command_b, .. } = pair;
    let cases = counted(pair.cases, "case");
    let mut heading = format!("A = {a}: {command_a}\nB = {b}: {command_b}\n{cases} of both");
    for (run, cases) in [("A", &pair.only_a), ("B", &pair.only_b)] {
        if !cases.is_empty() {
            heading += &format!("\nonly in {run}: {}", name_list(cases));
        }
    }
    let Some(cost) = &pair.cost else {
        return vec![heading];
    };
    let gain = format!("{} B - A", measure.name());
    let groups = groups(pair, &gain, interval);
    let ungrouped = pair.ungrouped.iter();
    let ungrouped =
        ungrouped.map(|(name, count)| format!("{} without {name}", counted(*count, "case")));
    let largest = largest(pair, &gain);
    let parts = [heading, measures(pair, interval), counts(pair, cost)].into_iter();
    parts.chain(groups).chain(ungrouped).chain(largest).collect()
}

/// Returns numbers of wins and failures, time and memory.
fn counts(pair: &RunComparison, [a, b]: &[Cost; 2]) -> String {
    let PairedCounts { wins, ties, losses } = pair.counts;
    let wins = counted(wins as usize, "case");
    let mut text = format!("B better in {wins}, equal in {ties}, worse in {losses}\n");
    let Failures { only_a, only_b, both, sign_test } = pair.failures;
    if only_a + only_b + both > 0 {
        let alone = format!("failed by A alone {only_a}, by B alone {only_b}, by both {both}");
        text += &format!("{alone}: sign test p = {}\n", decimal(sign_test));
    }
    let cpu = format!("CPU mean {:.1} ms and {:.1} ms", a.cpu_ms, b.cpu_ms);
    let wall = format!("wall mean {:.1} ms and {:.1} ms", a.wall_ms, b.wall_ms);
    let [of_a, of_b] = [a, b].map(|cost| cost.memory_kib as f64 / 1024.0);
    text + &format!("{cpu}, {wall}, memory {of_a:.1} MiB and {of_b:.1} MiB")
}

fn measures(pair: &RunComparison, interval: &str) -> String {
    let shown = |number: Option<f64>| number.map(decimal).unwrap_or_default();
    TextTable::of(&pair.measures)
        .text("measure", |measure| match (measure.left_out, measure.name) {
            (0, name) => name.to_string(),
            (count, LOG_SCORE) => format!("{LOG_SCORE} ({count} not above 0 left out)"),
            (count, name) => format!("{name} ({count} without it left out)"),
        })
        .number("cases", |measure| measure.paired.map_or(0, |paired| paired.cases).to_string())
        .number("A", |measure| shown(measure.mean_a))
        .number("B", |measure| shown(measure.mean_b))
        .number("B - A", |measure| {
            measure.paired.map(|paired| signed(paired.difference)).unwrap_or_default()
        })
        .number("error", |measure| shown(measure.paired.and_then(|paired| paired.standard_error)))
        .number(interval, |measure| ends(measure.paired.and_then(|paired| paired.t_interval)))
        .to_string()
}

fn groups(pair: &RunComparison, gain: &str, interval: &str) -> Option<String> {
    TextTable::of(&pair.groups)
        .text("group", |group| group.name.clone())
        .number("cases", |group| group.gain.cases.to_string())
        .number(gain, |group| signed(group.gain.difference))
        .number(&format!("{interval}, all together"), |group| ends(group.gain.t_interval))
        .if_any()
}

fn largest(pair: &RunComparison, gain: &str) -> Option<String> {
    let score = |score: Option<f64>| score.map_or("failed".into(), decimal);
    TextTable::of(&pair.largest)
        .text("case", |case| case.case.clone())
        .number("A", |case| score(case.a))
        .number("B", |case| score(case.b))
        .number(gain, |case| signed(case.difference))
        .text("shown by", |case| case.command.clone())
        .if_any()
}

fn ranking(Comparison { ranking, runs, measure, .. }: &Comparison) -> String {
    TextTable::of(ranking)
        .text("run", |one| runs[one.run].clone())
        .number(measure.name(), |one| fixed(one.mean, 5))
        .number("bests", |one| one.bests.to_string())
        .number("uniques", |one| one.uniques.to_string())
        .number("gain", |one| fixed(one.gain, 5))
        .number("failures", |one| one.failures.to_string())
        .to_string()
}

fn matrix(Comparison { runs, matrix, .. }: &Comparison) -> String {
    let rows: Vec<usize> = (0..runs.len()).collect();
    let mut table = TextTable::of(&rows);
    table.text("row - column", |&row| runs[row].clone());
    for (column, name) in runs.iter().enumerate() {
        table.number(name, |&row| matrix[row][column].map(signed).unwrap_or_default());
    }
    table.to_string()
}

fn signed(value: f64) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", decimal(value))
}

fn ends(interval: Option<Interval>) -> String {
    let text = interval.map(|ends| format!("{} to {}", signed(ends.low), signed(ends.high)));
    text.unwrap_or_default()
}
