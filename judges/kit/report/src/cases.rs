//! Cases of contestants: every case once, with means over its records.

use std::collections::{BTreeMap, BTreeSet};

use game::{Cost, Detail, Measure, Objective, Ruling, Verdict};
use records::stats::{CaseValue, mean};
use records::{
    CaseName, Conditions, EqualCases, Outcome, Record, Run, common_measure, compared_values,
    eprint_line,
};
use scene::printable;

/// A game, or one variant of it. Scores of different variants, or with different objectives, are not
/// compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameVariant<'a> {
    pub game: &'a str,
    pub variant: Option<&'a str>,
    pub objective: Objective,
}

impl GameVariant<'_> {
    /// Returns the name of the game, followed by the variant, and by the direction of a cost.
    pub fn name(&self) -> String {
        let variant = self.variant.map_or(String::new(), |name| format!(" {name}"));
        let direction = match self.objective {
            Objective::Maximise => "",
            Objective::Minimise => " (lower is better)",
        };
        format!("{}{variant}{direction}", self.game)
    }
}

/// Names of CSV columns and of variables on the page; values of a game have other names.
const RESERVED: &str = "run game objective command conditions file seed first_seed variant options salt verdict score bound \
    bound_ratio cpu_ms wall_ms memory_kib relative rank time cpu memory failed case data";

/// Returns the values by which cases can be grouped, each with its own name: parameters, values
/// that the game reports, and as `data.NAME` those of the contestant.
pub fn values(record: &Record) -> Vec<(String, Detail)> {
    let Record { parameters, details, data, .. } = record;
    let mut values: Vec<(String, Detail)> = Vec::new();
    for (kind, own) in [("parameters", parameters), ("details", details), ("data", data)] {
        for (name, value) in &own.0 {
            let is_taken = kind == "data"
                || RESERVED.split(' ').any(|reserved| reserved == name)
                || values.iter().any(|(known, _)| known == name);
            let name = if is_taken { format!("{kind}.{name}") } else { name.clone() };
            values.push((name, value.clone()));
        }
    }
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
        PlayedCase { cost: mean_cost(records.iter().map(|record| &record.cost)), records, outcome }
    }

    /// Returns the processor models in the records.
    pub fn processors(&self) -> BTreeSet<&str> {
        let machines = self.records.iter().flat_map(|record| &record.origin.machine);
        machines.map(|machine| &machine.cpu[..]).filter(|model| !model.is_empty()).collect()
    }

    /// Returns the ruling of the first failed play, or of the first play.
    pub fn ruling(&self) -> &Ruling {
        let rulings = self.records.iter().map(|record| &record.ruling);
        let failed = rulings.clone().find(|ruling| ruling.verdict != Verdict::Ok);
        failed.unwrap_or(&self.records[0].ruling)
    }
}

/// A case that two contestants have played.
pub type Pair<'a> = (&'a CaseName, [&'a PlayedCase<'a>; 2]);

/// A contestant's cases of one game in one run.
pub struct ContestantCases<'a> {
    pub run: &'a Run,
    /// Name of the run, with the command if the run has several.
    pub name: String,
    pub game: GameVariant<'a>,
    pub command: &'a str,
    /// Conditions of all its plays, if a contestant ran.
    pub conditions: Option<&'a Conditions>,
    pub cases: BTreeMap<CaseName, PlayedCase<'a>>,
}

impl<'a> ContestantCases<'a> {
    /// Returns the cases that both contestants have played.
    pub fn pairs<'b>(&'b self, other: &'b ContestantCases<'a>) -> impl Iterator<Item = Pair<'b>> {
        let cases = self.cases.iter();
        cases.filter_map(|(id, case)| Some((id, [case, other.cases.get(id)?])))
    }

    /// Names the conditions that differ between the plays of this contestant and `other`.
    pub fn unlike(&self, other: &ContestantCases) -> Option<String> {
        let differences = self.conditions?.differences(other.conditions?);
        (!differences.is_empty()).then_some(differences)
    }

    /// Returns the records of the plays.
    pub fn records(&self) -> impl Iterator<Item = &'a Record> {
        self.cases.values().flat_map(|case| case.records.iter().copied())
    }

    /// Returns the outcomes of the cases.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> + Clone {
        self.cases.values().map(|case| &case.outcome)
    }

    /// Returns labels of the cases that `other` has not played.
    pub fn missing_in(&self, other: &ContestantCases) -> Vec<String> {
        let missing = self.cases.keys().filter(|key| !other.cases.contains_key(key));
        missing.map(CaseName::label).collect()
    }
}

/// Puts items with equal keys together, in order of appearance.
fn grouped<T, K: PartialEq>(
    items: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<Vec<T>> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for item in items {
        let key = key(&item);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Returns the contestants of these runs by game, in order of appearance. A run without records has
/// one without cases.
pub fn contestants(runs: &[Run]) -> Vec<ContestantCases<'_>> {
    let names = EqualCases::of(runs.iter().flat_map(|run| &run.records).map(|record| &record.case));
    runs.iter().flat_map(|run| of_run(run, &names)).collect()
}

fn of_run<'a>(run: &'a Run, names: &EqualCases) -> Vec<ContestantCases<'a>> {
    let program = |record: &&'a Record| (&record.origin.command[..], record.conditions.as_ref());
    let game = |record: &&'a Record| GameVariant {
        game: &record.case.game,
        variant: record.case.variant.as_deref(),
        objective: record.score.objective,
    };
    let programs = grouped(&run.records, program).len();
    let groups = grouped(&run.records, |record| (game(record), program(record)));
    let contestants = groups.into_iter().map(|records| {
        let (command, conditions) = program(&records[0]);
        let conditions_shown = conditions.map(|conditions| format!("; {conditions}"));
        let name = match programs {
            1 => run.name.clone(),
            _ => format!("{} [{command}{}]", run.name, conditions_shown.unwrap_or_default()),
        };
        let (game, mut cases) = (game(&records[0]), BTreeMap::<CaseName, Vec<&Record>>::new());
        for record in records {
            cases.entry(names.first(&record.case).clone()).or_default().push(record);
        }
        let cases = cases.into_iter().map(|(name, records)| (name, PlayedCase::new(records)));
        ContestantCases { run, name, game, command, conditions, cases: cases.collect() }
    });
    let empty = run.kept.iter().filter(|_| run.records.is_empty()).map(|kept| ContestantCases {
        run,
        name: run.name.clone(),
        game: GameVariant { game: &kept.game, variant: None, objective: Objective::default() },
        command: &kept.command,
        conditions: Some(&kept.conditions),
        cases: BTreeMap::new(),
    });
    contestants.chain(empty).collect()
}

/// Returns the contestants of every game, in the order of the runs.
pub fn by_game(runs: &[Run]) -> Vec<Vec<ContestantCases<'_>>> {
    grouped(contestants(runs), |one| one.game)
}

/// Returns a line for each contestant of a game whose conditions are not those of the first.
pub fn unlike_conditions(contestants: &[ContestantCases]) -> String {
    let first = &contestants[0];
    let unlike = contestants.iter().filter_map(|one| {
        let differences = first.unlike(one)?;
        let (first, one) = (&first.name, &one.name);
        Some(format!("{first} and {one} were played under unlike conditions: {differences}\n"))
    });
    unlike.collect()
}

/// Warns of contestants whose conditions differ.
pub fn warn_of_conditions(by_game: &[Vec<ContestantCases>]) {
    let unlike: String = by_game.iter().map(|contestants| unlike_conditions(contestants)).collect();
    unlike.lines().for_each(|line| eprint_line(&format!("warning: {line}")));
}

/// Returns the measure by which the cases that several of these contestants of a game have played can
/// be compared.
pub fn measure_of(contestants: &[ContestantCases]) -> Measure {
    let plays = numbers_of(contestants.iter().flat_map(|one| one.cases.keys()));
    let cases = contestants.iter().flat_map(|one| &one.cases);
    let shared = cases.clone().filter(|(name, _)| plays[name] > 1).map(|(_, case)| &case.outcome);
    match shared.clone().next() {
        Some(_) => common_measure(shared),
        None => common_measure(cases.map(|(_, case)| &case.outcome)),
    }
}

/// Returns true if any of these contestants of a game has a bound.
pub fn has_bounds(contestants: &[ContestantCases]) -> bool {
    contestants.iter().flat_map(ContestantCases::outcomes).any(|outcome| outcome.bound.is_some())
}

/// Returns the values of several runs on one case, on a scale on which more is better.
pub fn case_values(outcomes: &[Outcome], measure: Measure) -> Vec<CaseValue> {
    let values = compared_values(outcomes, measure).into_iter().zip(outcomes);
    let gain = |(value, outcome): (f64, &Outcome)| {
        let objective = measure.objective(outcome.objective);
        (objective.gain(value, 0.0), outcome.has_failed())
    };
    values.map(gain).collect()
}

/// Returns how often each of `items` occurs.
pub fn numbers_of<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
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
