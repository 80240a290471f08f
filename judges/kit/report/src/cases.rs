//! Cases of contestants: every case once, with means over its records.

use std::collections::{BTreeMap, BTreeSet};

use game::{Cost, Detail, Measure};
use records::stats::mean;
use records::{CaseKey, Outcome, Record, common_measure, difference};
use scene::printable;

use crate::files::Run;

/// A game, or one variant of it. Scores of different variants are not compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameVariant<'a> {
    pub game: &'a str,
    pub variant: Option<&'a str>,
}

impl GameVariant<'_> {
    /// Returns the name of the game, followed by the variant.
    pub fn name(&self) -> String {
        match self.variant {
            Some(variant) => format!("{} {variant}", self.game),
            None => self.game.into(),
        }
    }
}

/// Names of CSV columns and of variables on the page; values of a game have other names.
const RESERVED: &str = "run game command file seed variant options salt verdict score bound \
    bound_ratio cpu_ms wall_ms memory_kib relative rank time cpu memory failed case data";

/// Returns the values by which cases can be grouped, each with its own name: parameters, values
/// that the game reports, and as `data.NAME` those of the contestant.
pub fn values(record: &Record) -> Vec<(String, Detail)> {
    let mut values: Vec<(String, Detail)> = Vec::new();
    for (kind, details) in [
        ("parameters", &record.parameters),
        ("details", &record.details),
    ] {
        for (name, value) in &details.0 {
            let is_taken = RESERVED.split(' ').any(|reserved| reserved == name)
                || values.iter().any(|(known, _)| known == name);
            let name = match is_taken {
                true => format!("{kind}.{name}"),
                false => name.clone(),
            };
            values.push((name, value.clone()));
        }
    }
    let data = record.data.0.iter();
    values.extend(data.map(|(name, value)| (format!("data.{name}"), value.clone())));
    values
}

/// One case as a run played it.
pub struct PlayedCase<'a> {
    /// Records of the case, at least one.
    pub records: Vec<&'a Record>,
    pub outcome: Outcome,
    pub cost: Cost,
}

/// Returns the mean times and the highest memory of plays or cases; 0 without any.
pub fn mean_cost<'a>(costs: impl Iterator<Item = &'a Cost> + Clone) -> Cost {
    let mean_of = |of: fn(&Cost) -> f64| mean(costs.clone().map(of)).unwrap_or(0.0);
    Cost {
        cpu_ms: mean_of(|cost| cost.cpu_ms),
        wall_ms: mean_of(|cost| cost.wall_ms),
        memory_kib: costs.clone().map(|cost| cost.memory_kib).max().unwrap_or(0),
        ..Cost::default()
    }
}

impl<'a> PlayedCase<'a> {
    fn new(records: Vec<&'a Record>) -> PlayedCase<'a> {
        let plays = records.iter().map(|record| Outcome::of_play(record));
        let outcome = Outcome::mean(plays.collect::<Vec<_>>().iter()).unwrap_or_default();
        PlayedCase {
            cost: mean_cost(records.iter().map(|record| &record.cost)),
            records,
            outcome,
        }
    }

    /// Returns the processor models in the records.
    pub fn processors(&self) -> BTreeSet<&str> {
        let machines = self.records.iter().flat_map(|record| &record.machine);
        let models = machines.map(|machine| &machine.cpu[..]);
        models.filter(|model| !model.is_empty()).collect()
    }

    pub fn values(&self) -> Vec<(String, Detail)> {
        values(self.records[0])
    }
}

/// A case that two contestants have played.
pub type Pair<'a> = (&'a CaseKey, [&'a PlayedCase<'a>; 2]);

/// A contestant's cases of one game in one run.
pub struct ContestantCases<'a> {
    pub run: &'a Run,
    /// Name of the run, with the command if the run has several.
    pub name: String,
    pub game: GameVariant<'a>,
    pub command: &'a str,
    pub cases: BTreeMap<CaseKey, PlayedCase<'a>>,
}

impl<'a> ContestantCases<'a> {
    /// Returns the cases that both contestants have played.
    pub fn pairs<'b>(&'b self, other: &'b ContestantCases<'a>) -> impl Iterator<Item = Pair<'b>> {
        let cases = self.cases.iter();
        cases.filter_map(|(id, case)| Some((id, [case, other.cases.get(id)?])))
    }

    /// Returns the differences by `measure`, `other` minus this one, over their common cases.
    pub fn differences(&self, other: &ContestantCases, measure: Measure) -> Vec<f64> {
        let pairs = self.pairs(other);
        let outcomes = pairs.map(|(_, pair)| pair.map(|case| case.outcome));
        outcomes.map(|pair| difference(pair, measure)).collect()
    }

    /// Returns the outcomes of the cases.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> + Clone {
        self.cases.values().map(|case| &case.outcome)
    }

    /// Returns labels of the cases that `other` has not played.
    pub fn missing_in(&self, other: &ContestantCases) -> Vec<String> {
        let keys = self.cases.keys();
        let missing = keys.filter(|key| !other.cases.contains_key(key));
        missing.map(CaseKey::label).collect()
    }
}

/// Records of each case.
type RecordsByCase<'a> = BTreeMap<CaseKey, Vec<&'a Record>>;

/// Returns the contestants of a run by game, in order of appearance.
pub fn contestants(run: &Run) -> Vec<ContestantCases<'_>> {
    let mut commands = run.records.windows(2);
    let has_several = commands.any(|pair| pair[0].command != pair[1].command);
    let mut groups: Vec<(GameVariant, &str, RecordsByCase)> = Vec::new();
    for record in &run.records {
        let game = GameVariant {
            game: &record.key.source.game,
            variant: record.key.source.variant.as_deref(),
        };
        let command = record.command.as_str();
        let mut known = groups.iter();
        let known = known.position(|group| group.0 == game && group.1 == command);
        let index = known.unwrap_or_else(|| {
            groups.push((game, command, BTreeMap::new()));
            groups.len() - 1
        });
        let cases = &mut groups[index].2;
        cases.entry(record.key.clone()).or_default().push(record);
    }
    let contestants = groups
        .into_iter()
        .map(|(game, command, cases)| ContestantCases {
            run,
            name: match has_several {
                true => format!("{} [{command}]", run.name),
                false => run.name.clone(),
            },
            game,
            command,
            cases: cases
                .into_iter()
                .map(|(key, records)| (key, PlayedCase::new(records)))
                .collect(),
        });
    contestants.collect()
}

/// Returns the measure by which all cases of these contestants of a game can be compared.
pub fn measure_of(contestants: &[ContestantCases]) -> Measure {
    common_measure(contestants.iter().flat_map(ContestantCases::outcomes))
}

/// Returns the contestants of every game, in the order of the runs.
pub fn by_game(runs: &[Run]) -> Vec<Vec<ContestantCases<'_>>> {
    let mut by_game: Vec<Vec<ContestantCases>> = Vec::new();
    for one in runs.iter().flat_map(contestants) {
        match by_game.iter_mut().find(|known| known[0].game == one.game) {
            Some(contestants) => contestants.push(one),
            None => by_game.push(vec![one]),
        }
    }
    by_game
}

/// Returns the cases that at least one of these contestants has played.
pub fn all_cases<'a>(contestants: &'a [ContestantCases]) -> BTreeSet<&'a CaseKey> {
    let cases = contestants.iter().map(|one| &one.cases);
    cases.flat_map(BTreeMap::keys).collect()
}

/// Returns how often each of `items` occurs.
pub fn counts<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// Maximum number of cases whose names a list contains.
const NAMED: usize = 20;

/// Returns the first names in `cases` and the number of the others.
pub fn name_list(cases: &[String]) -> String {
    let more = cases.len().saturating_sub(NAMED);
    let named = printable(&cases[..cases.len() - more].join(", "));
    match more {
        0 => named,
        _ => format!("{named} and {more} more"),
    }
}
