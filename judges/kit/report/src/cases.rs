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
    let mut values: Vec<(String, Detail)> = Vec::new();
    for (kind, details) in [("parameters", &record.parameters), ("details", &record.details)] {
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

/// A contestant in a file of records: its command and its conditions.
type Contestant<'a> = (&'a str, Option<&'a Conditions>);

/// Records of each case.
type RecordsByCase<'a> = BTreeMap<CaseName, Vec<&'a Record>>;

/// Returns the contestants of these runs by game, in order of appearance. A run without records has
/// one without cases.
pub fn contestants(runs: &[Run]) -> Vec<ContestantCases<'_>> {
    let names = EqualCases::of(runs.iter().flat_map(|run| &run.records).map(|record| &record.case));
    runs.iter().flat_map(|run| of_run(run, &names)).collect()
}

fn of_run<'a>(run: &'a Run, names: &EqualCases) -> Vec<ContestantCases<'a>> {
    let of = |record: &'a Record| (&record.origin.command[..], record.conditions.as_ref());
    let has_several = run.records.windows(2).any(|pair| of(&pair[0]) != of(&pair[1]));
    let mut groups: Vec<(GameVariant, Contestant, RecordsByCase)> = Vec::new();
    for record in &run.records {
        let game = GameVariant {
            game: &record.case.game,
            variant: record.case.variant.as_deref(),
            objective: record.score.objective,
        };
        let contestant = of(record);
        let known = groups.iter().position(|group| group.0 == game && group.1 == contestant);
        let index = known.unwrap_or_else(|| {
            groups.push((game, contestant, BTreeMap::new()));
            groups.len() - 1
        });
        let cases = &mut groups[index].2;
        let name = names.first(&record.case).clone();
        cases.entry(name).or_default().push(record);
    }
    if let (true, Some(kept)) = (groups.is_empty(), &run.kept) {
        let game = GameVariant { game: &kept.game, variant: None, objective: Objective::default() };
        let contestant = (&kept.command[..], Some(&kept.conditions));
        groups.push((game, contestant, BTreeMap::new()));
    }
    let contestants =
        groups.into_iter().map(|(game, (command, conditions), cases)| ContestantCases {
            run,
            name: match (has_several, conditions) {
                (false, _) => run.name.clone(),
                (true, None) => format!("{} [{command}]", run.name),
                (true, Some(conditions)) => format!("{} [{command}; {conditions}]", run.name),
            },
            game,
            command,
            conditions,
            cases: cases
                .into_iter()
                .map(|(key, records)| (key, PlayedCase::new(records)))
                .collect(),
        });
    contestants.collect()
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
    let plays = contestants.iter().flat_map(|one| one.cases.keys());
    let plays = numbers_of(plays);
    let is_shared = |key: &CaseName| plays.get(key).is_some_and(|&count: &usize| count > 1);
    let cases = contestants.iter().flat_map(|one| &one.cases);
    let shared = cases.clone().filter(|(key, _)| is_shared(key));
    match shared.clone().next() {
        Some(_) => common_measure(shared.map(|(_, case)| &case.outcome)),
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

/// Returns the contestants of every game, in the order of the runs.
pub fn by_game(runs: &[Run]) -> Vec<Vec<ContestantCases<'_>>> {
    let mut by_game: Vec<Vec<ContestantCases>> = Vec::new();
    for one in contestants(runs) {
        match by_game.iter_mut().find(|known| known[0].game == one.game) {
            Some(contestants) => contestants.push(one),
            None => by_game.push(vec![one]),
        }
    }
    by_game
}

/// Returns the cases that at least one of these contestants has played.
pub fn all_cases<'a>(contestants: &'a [ContestantCases]) -> BTreeSet<&'a CaseName> {
    contestants.iter().map(|one| &one.cases).flat_map(BTreeMap::keys).collect()
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
