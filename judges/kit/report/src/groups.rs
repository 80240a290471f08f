//! `--by`: groups of cases with similar values.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use game::Detail;

use crate::cases::values;
use crate::files::Run;

/// Maximum number of different numbers of which each gets its own group.
const MOST_VALUES: usize = 8;

/// Number of groups if there are more numbers. Each is a range with about the same number of cases.
const RANGES: usize = 4;

/// Names of groups, with the indices of their cases.
type Groups = Vec<(String, Vec<usize>)>;

/// Values by which cases are grouped.
#[derive(clap::Args)]
#[command(next_help_heading = "Evidence")]
pub struct GroupNames {
    /// Show groups of cases, by parameters or details of the case, or by `data.NAME` of lines
    /// `[DATA] NAME = value`
    #[arg(long = "by", value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
}

impl GroupNames {
    /// Checks that at least one case has a value for each name; the error lists the known names.
    pub fn check(&self, runs: &[Run]) -> Result<()> {
        if self.names.is_empty() {
            return Ok(());
        }
        let values = runs.iter().flat_map(|run| &run.records).flat_map(values);
        let known: BTreeSet<String> = values.map(|(name, _)| name).collect();
        let Some(name) = self.names.iter().find(|name| !known.contains(*name)) else {
            return Ok(());
        };
        if known.is_empty() {
            bail!("--by {name}: the cases of these runs have no values to group by");
        }
        bail!(
            "--by {name}: expected one of {}",
            Vec::from_iter(known).join(", ")
        )
    }
}

/// Groups cases with these `values` by the value called `name`. Every value has a group; a number
/// with more than eight values has four ranges. Returns also the number of cases without this
/// value.
pub fn group(name: &str, values: &[Vec<(String, Detail)>]) -> (Groups, usize) {
    let mut numbers: Vec<(f64, usize)> = Vec::new();
    let mut texts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, values) in values.iter().enumerate() {
        let Some((_, value)) = values.iter().find(|(known, _)| known == name) else {
            continue;
        };
        match value.number() {
            Some(number) => numbers.push((number, index)),
            None => texts.entry(value.to_string()).or_default().push(index),
        }
    }
    let mut groups = ranges(name, numbers);
    let texts = texts.into_iter();
    groups.extend(texts.map(|(text, cases)| (format!("{name} = {text}"), cases)));
    let grouped: usize = groups.iter().map(|(_, cases)| cases.len()).sum();
    (groups, values.len() - grouped)
}

/// Returns groups of numbers, which are given with the indices of their cases.
fn ranges(name: &str, mut numbers: Vec<(f64, usize)>) -> Groups {
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let values: Vec<&[(f64, usize)]> = numbers.chunk_by(|a, b| a.0 == b.0).collect();
    let is_cut = values.len() > MOST_VALUES;
    let mut groups: Vec<Vec<(f64, usize)>> = Vec::new();
    let mut done = 0;
    for equal in values {
        // Equal values stay together: a range grows until it has its share of the cases.
        let due = groups.len() * numbers.len() / RANGES;
        match groups.last_mut() {
            Some(group) if is_cut && done < due => group.extend(equal),
            _ => groups.push(equal.to_vec()),
        }
        done += equal.len();
    }
    let named = groups.iter().map(|group| {
        let range = match (group[0].0, group[group.len() - 1].0) {
            (low, high) if low == high => format!("{name} = {low}"),
            (low, high) => format!("{name} = {low} to {high}"),
        };
        (range, group.iter().map(|&(_, index)| index).collect())
    });
    named.collect()
}
