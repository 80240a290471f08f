//! `--by`: cases grouped by one of their values.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use records::{Failure, Fields};
use serde_json::Value;

use crate::cases::values;
use crate::files::Run;

/// Most values of a number that are groups of their own.
const MOST_VALUES: usize = 8;

/// Ranges that a number is cut into, with as many cases each as ties allow.
const RANGES: usize = 4;

#[derive(Debug, PartialEq)]
pub struct Grouping {
    /// Name of each group and its cases, by index.
    pub groups: Vec<(String, Vec<usize>)>,
    /// Number of cases that lack the value.
    pub without: usize,
}

/// Values by which cases are grouped.
#[derive(clap::Args)]
#[command(next_help_heading = "Evidence")]
pub struct GroupNames {
    /// Show groups of cases, by case parameters or `[DATA]` values
    #[arg(long = "by", value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
}

impl GroupNames {
    /// Checks that some case has a value of each name; the error lists the known names.
    pub fn check(&self, runs: &[Run]) -> Result<(), Failure> {
        check_names(&self.names, runs).map_err(Failure::Usage)
    }
}

fn check_names(names: &[String], runs: &[Run]) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let records = runs.iter().flat_map(|run| &run.records);
    let values = records.flat_map(values);
    let known: BTreeSet<String> = values.map(|(name, _)| name).collect();
    let unknown = names.iter().find(|name| !known.contains(*name));
    let known = known.iter().cloned().collect::<Vec<_>>().join(", ");
    match unknown {
        None => Ok(()),
        Some(name) if known.is_empty() => {
            bail!("--by {name}: the cases of these runs have no values to group by")
        }
        Some(name) => bail!("--by {name}: expected one of {known}"),
    }
}

/// Groups the cases with these `values` by the one called `name`: a group for each value, or for each
/// of four ranges of a number with more than eight.
pub fn group(name: &str, values: &[Fields]) -> Grouping {
    let mut numbers: Vec<(f64, usize)> = Vec::new();
    let mut texts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, values) in values.iter().enumerate() {
        match values.get(name) {
            Some(Value::Number(number)) => {
                numbers.push((number.as_f64().unwrap_or(f64::NAN), index));
            }
            Some(Value::String(text)) => texts.entry(text.clone()).or_default().push(index),
            Some(Value::Null) | None => {}
            Some(other) => texts.entry(other.to_string()).or_default().push(index),
        }
    }
    let mut groups = ranges(name, numbers);
    let texts = texts.into_iter();
    groups.extend(texts.map(|(text, cases)| (format!("{name} = {text}"), cases)));
    let grouped: usize = groups.iter().map(|(_, cases)| cases.len()).sum();
    Grouping {
        groups,
        without: values.len() - grouped,
    }
}

/// Groups of numbers, each with the index of its case.
fn ranges(name: &str, mut numbers: Vec<(f64, usize)>) -> Vec<(String, Vec<usize>)> {
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let values: Vec<&[(f64, usize)]> = numbers.chunk_by(|a, b| a.0 == b.0).collect();
    let is_cut = values.len() > MOST_VALUES;
    let mut groups: Vec<Vec<(f64, usize)>> = Vec::new();
    let mut done = 0;
    for equal in values {
        // Equal values stay together: a range grows until it has its part.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(values: &[Value]) -> Vec<(String, usize)> {
        let values: Vec<Fields> = values
            .iter()
            .map(|value| Fields::from_iter([("N".to_string(), value.clone())]))
            .collect();
        let grouping = group("N", &values);
        let groups = grouping.groups.into_iter();
        groups.map(|(name, cases)| (name, cases.len())).collect()
    }

    #[test]
    fn few_values_are_groups_of_their_own() {
        let groups = grouped(&[3.into(), 5.into(), 3.into(), "x".into()]);
        let expected = [("N = 3", 2), ("N = 5", 1), ("N = x", 1)];
        assert_eq!(groups, expected.map(|(name, count)| (name.into(), count)));
    }

    #[test]
    fn many_values_are_cut_into_ranges() {
        let values: Vec<Value> = (0..100).map(Value::from).collect();
        let expected = [
            ("N = 0 to 24", 25),
            ("N = 25 to 49", 25),
            ("N = 50 to 74", 25),
            ("N = 75 to 99", 25),
        ];
        assert_eq!(
            grouped(&values),
            expected.map(|(name, count)| (name.into(), count))
        );
    }

    #[test]
    fn a_range_does_not_part_equals() {
        let mut values = vec![Value::from(1); 90];
        values.extend((2..=11).map(Value::from));
        let groups = grouped(&values);
        assert_eq!(groups[0], ("N = 1".to_string(), 90));
        assert_eq!(groups.iter().map(|(_, count)| count).sum::<usize>(), 100);
    }

    #[test]
    fn cases_without_the_value_are_counted() {
        let (with, none) = (Fields::from_iter([("N".into(), 1.into())]), Fields::new());
        let grouping = group("N", &[with, none.clone(), none]);
        assert_eq!(grouping.without, 2);
        assert_eq!(grouping.groups, [("N = 1".to_string(), vec![0])]);
    }
}
