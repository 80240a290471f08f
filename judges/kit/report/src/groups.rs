//! `--by`: groups of cases with similar values.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use game::Detail;
use records::{Record, Run};

use crate::cases::values;

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
    /// Show groups of cases, by parameters of the case; `losses` also by details, and by `data.NAME` of
    /// lines `[DATA] NAME = value`
    #[arg(long = "by", value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
}

/// Returns the parameters of a case, which are the same for every play: the first of its values.
pub fn parameters(record: &Record) -> Vec<(String, Detail)> {
    let mut values = values(record);
    values.truncate(record.parameters.0.len());
    values
}

/// Returns the other values of a play, its results.
pub fn results(record: &Record) -> Vec<(String, Detail)> {
    values(record).split_off(record.parameters.0.len())
}

/// Checks that at least one case has a value for each of `names` in `--by`, where `of` returns the
/// values of a case; the error lists the known names.
pub fn check(
    names: &[String],
    runs: &[Run],
    of: fn(&Record) -> Vec<(String, Detail)>,
) -> Result<()> {
    let records = || runs.iter().flat_map(|run| &run.records);
    let known_by = |of: fn(&Record) -> Vec<(String, Detail)>| -> BTreeSet<String> {
        records().flat_map(of).map(|(name, _)| name).collect()
    };
    let known = known_by(of);
    let Some(name) = names.iter().find(|name| !known.contains(*name)) else {
        return Ok(());
    };
    let reason = match known_by(values).contains(name) {
        true => "a result of the play, which would mix cases with results; ",
        false => "",
    };
    let expected = match known.is_empty() {
        true => "the cases of these runs have no values to group by".into(),
        false => format!("expected one of {}", Vec::from_iter(known).join(", ")),
    };
    bail!("--by {name}: {reason}{expected}")
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
    groups.extend(texts.into_iter().map(|(text, cases)| (format!("{name} = {text}"), cases)));
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
