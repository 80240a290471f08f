//! The cases of a run: every case once, with its means over the times it was played.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use judge_kit::Fields;
use judge_kit::Record;
use serde_json::Value;

/// A game, or one variant of it: scores are compared within one only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scale {
    /// The game.
    pub game: String,
    /// The variant, if the game has several.
    pub variant: Option<String>,
}

impl Scale {
    /// The scale of a record's score.
    pub fn of(record: &Record) -> Scale {
        Scale {
            game: record.game.clone(),
            variant: record.variant.clone(),
        }
    }

    /// The game, and the variant after it.
    pub fn name(&self) -> String {
        match &self.variant {
            Some(variant) => format!("{} {variant}", self.game),
            None => self.game.clone(),
        }
    }
}

/// The name of a case within its scale. Cases of one seed with other
/// parameters are other cases.
#[derive(Clone, Debug)]
pub struct CaseId {
    file: Option<String>,
    seed: u64,
    /// The parameters as JSON, whose keys are sorted.
    parameters: String,
    /// Options that choose the case, beside seed and file; they tell no two cases
    /// apart.
    options: String,
}

impl CaseId {
    fn of(record: &Record) -> CaseId {
        CaseId {
            file: record.file.clone(),
            seed: record.seed,
            parameters: Value::Object(record.parameters.clone()).to_string(),
            options: options(record),
        }
    }

    /// The case in words: its file, or its seed.
    pub fn label(&self) -> String {
        match &self.file {
            Some(file) if self.seed == 1 => file.clone(),
            Some(file) => format!("{file} seed {}", self.seed),
            None => format!("seed {}", self.seed),
        }
    }

    /// Its parameters as JSON.
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// Arguments with which a judge's `show` plays and shows it.
    pub fn arguments(&self) -> String {
        let file = self.file.iter().map(|file| quoted(file));
        let words = file.chain([format!("--seed {}", self.seed), self.options.clone()]);
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        words.join(" ")
    }
}

/// Options of a judge's `show` that choose the case of `record`, beside seed and file.
fn options(record: &Record) -> String {
    let variant = record.variant.iter().filter(|_| record.file.is_none());
    let variant = variant.map(|variant| format!("--variant {}", quoted(variant)));
    let salt = record.salt.iter();
    let salt = salt.map(|salt| format!("--salt {}", quoted(&salt.to_string())));
    let words: Vec<String> = record
        .options
        .iter()
        .cloned()
        .chain(variant)
        .chain(salt)
        .collect();
    words.join(" ")
}

/// `text` as one word of a shell.
pub fn quoted(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_string(), |word| word.into_owned())
}

/// Generated cases by seed, then files: `2.in` before `10.in`.
impl Ord for CaseId {
    fn cmp(&self, other: &CaseId) -> Ordering {
        let key = |id: &CaseId| {
            let length = id.file.as_ref().map(String::len);
            (length, id.file.clone(), id.seed, id.parameters.clone())
        };
        key(self).cmp(&key(other))
    }
}

impl PartialEq for CaseId {
    fn eq(&self, other: &CaseId) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for CaseId {}

impl PartialOrd for CaseId {
    fn partial_cmp(&self, other: &CaseId) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One case as a run played it, once or several times.
#[derive(Clone, Debug)]
pub struct PlayedCase {
    /// Mean raw score.
    pub score: f64,
    /// Mean share of the bound, if there is one.
    pub share: Option<f64>,
    /// True if it failed at least once.
    pub failed: bool,
    /// Mean CPU time, ms.
    pub cpu_ms: f64,
    /// Mean wall time, ms.
    pub wall_ms: f64,
    /// Highest peak of memory, KiB.
    pub memory_kib: u64,
    /// Whatever groups can be made of: the case's parameters, what the
    /// contestant and the game said of it.
    pub values: Fields,
    /// Processor models that it was measured on, those that the records name.
    pub processors: BTreeSet<String>,
    /// Times it was played.
    times: f64,
}

impl PlayedCase {
    fn of(record: &Record) -> PlayedCase {
        let mut values = record.details.clone();
        values.extend(record.data.clone());
        values.extend(record.parameters.clone());
        let models = record.machine.iter().map(|machine| machine.cpu.clone());
        PlayedCase {
            score: record.score,
            share: record.share,
            failed: !record.is_ok(),
            cpu_ms: record.cost.cpu_ms,
            wall_ms: record.cost.wall_ms,
            memory_kib: record.cost.memory_kib,
            values,
            processors: models.filter(|model| !model.is_empty()).collect(),
            times: 1.0,
        }
    }

    /// The score that counts beside others': 0 if it failed.
    pub fn worth(&self) -> f64 {
        if self.failed { 0.0 } else { self.score }
    }

    /// Takes the case played another time.
    fn add(&mut self, other: &PlayedCase) {
        let (old, new) = (self.times / (self.times + 1.0), 1.0 / (self.times + 1.0));
        let mean = |a: f64, b: f64| a * old + b * new;
        self.score = mean(self.score, other.score);
        self.share = self.share.zip(other.share).map(|(a, b)| mean(a, b));
        self.failed |= other.failed;
        self.cpu_ms = mean(self.cpu_ms, other.cpu_ms);
        self.wall_ms = mean(self.wall_ms, other.wall_ms);
        self.memory_kib = self.memory_kib.max(other.memory_kib);
        self.processors.extend(other.processors.iter().cloned());
        self.times += 1.0;
    }
}

/// A contestant's cases of one scale.
#[derive(Clone, Debug)]
pub struct CaseSet {
    /// The contestant's command.
    pub command: String,
    /// Its cases.
    pub cases: BTreeMap<CaseId, PlayedCase>,
}

/// The cases of `records` by scale and command, in the order they appear.
pub fn by_scale_and_command<'a>(
    records: impl IntoIterator<Item = &'a Record>,
) -> Vec<(Scale, CaseSet)> {
    let mut sets: Vec<(Scale, CaseSet)> = Vec::new();
    for record in records {
        let scale = Scale::of(record);
        let known = sets
            .iter()
            .position(|(known, set)| *known == scale && set.command == record.command);
        let index = known.unwrap_or_else(|| {
            let set = CaseSet {
                command: record.command.clone(),
                cases: BTreeMap::new(),
            };
            sets.push((scale, set));
            sets.len() - 1
        });
        let case = PlayedCase::of(record);
        let cases = &mut sets[index].1.cases;
        cases
            .entry(CaseId::of(record))
            .and_modify(|known| known.add(&case))
            .or_insert(case);
    }
    sets
}

/// Cases that a list names; more are counted.
const NAMED: usize = 20;

/// Names the first of `cases`, and counts the others.
pub fn named(cases: &[String]) -> String {
    let more = cases.len().saturating_sub(NAMED);
    let named = cases[..cases.len() - more].join(", ");
    match more {
        0 => named,
        _ => format!("{named} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(json: &str) -> Record {
        let base = r#"{"game":"a","verdict":"OK","parameters":{},"cpu_ms":1,"wall_ms":1,
            "memory_kib":1,"command":"x","#;
        serde_json::from_str(&format!("{base}{json}}}")).unwrap()
    }

    #[test]
    fn repeats_are_averaged_within_their_case() {
        let records = [
            record(r#""seed":1,"score":3"#),
            record(r#""seed":2,"score":9"#),
            record(r#""seed":1,"score":6"#),
            record(r#""seed":1,"score":6"#),
        ];
        let sets = by_scale_and_command(&records);
        assert_eq!(sets.len(), 1);
        let scores: Vec<f64> = sets[0].1.cases.values().map(|case| case.score).collect();
        assert_eq!(scores, [5.0, 9.0]);
    }

    #[test]
    fn files_are_in_the_order_of_their_numbers() {
        let records = [
            record(r#""seed":1,"file":"10.in","score":3"#),
            record(r#""seed":1,"file":"9.in","score":3"#),
            record(r#""seed":4,"file":"9.in","score":3"#),
            record(r#""seed":7,"score":3"#),
        ];
        let sets = by_scale_and_command(&records);
        let labels: Vec<String> = sets[0].1.cases.keys().map(CaseId::label).collect();
        assert_eq!(labels, ["seed 7", "9.in", "9.in seed 4", "10.in"]);
    }
}
