//! The comparison of a run with its base, an earlier run of the same cases.

use std::collections::BTreeMap;

use records::stats::SignificanceLevel;
use records::{
    CaseName, Conditions, EqualCases, Outcome, Record, Run, common_measure, conclusion, outcomes,
};

/// Maximum number of cases that are named because they fail newly or no more.
const NAMED: usize = 5;

/// The part of a run that is compared with others.
#[derive(Clone)]
pub(crate) struct Baseline {
    name: String,
    conditions: Option<Conditions>,
    plays: Vec<(CaseName, Outcome)>,
}

impl From<&Run> for Baseline {
    fn from(run: &Run) -> Baseline {
        let mut baseline = Baseline::new(&run.name);
        run.records.iter().for_each(|record| baseline.add(record));
        baseline
    }
}

impl Baseline {
    pub fn new(name: &str) -> Baseline {
        Baseline { name: name.into(), conditions: None, plays: Vec::new() }
    }

    pub fn add(&mut self, record: &Record) {
        self.conditions.clone_from(&record.conditions);
        self.plays.push((record.case.clone(), Outcome::of_play(record)));
    }

    /// Compares this base with a later run of the same cases, a line for each variant; names the
    /// conditions that differ.
    pub fn compare(&self, later: &Baseline) -> String {
        let unlike = self.conditions.as_ref().zip(later.conditions.as_ref());
        let unlike = unlike.map_or(String::new(), |(there, here)| there.differences(here));
        let name = match &*unlike {
            "" => self.name.clone(),
            _ => format!("{} ({unlike})", self.name),
        };
        let names = EqualCases::of(self.plays.iter().chain(&later.plays).map(|(case, _)| case));
        let by_case = |run: &Baseline| {
            outcomes(run.plays.iter().map(|(case, outcome)| (names.first(case), *outcome)))
        };
        let before = by_case(self);
        let mut by_variant: BTreeMap<&Option<String>, Vec<(&CaseName, [Outcome; 2])>> =
            BTreeMap::new();
        for (case, now) in by_case(later) {
            if let Some(before) = before.get(&case) {
                if before.objective != now.objective {
                    let reason = "another direction of scores was better then";
                    return format!("against {name}: not compared, since {reason}\n");
                }
                by_variant.entry(&case.variant).or_default().push((case, [*before, now]));
            }
        }
        if by_variant.is_empty() {
            return format!("against {name}: no case of both\n");
        }
        let mut text = String::new();
        for (variant, cases) in by_variant {
            let pairs: Vec<[Outcome; 2]> = cases.iter().map(|(_, pair)| *pair).collect();
            let measure = common_measure(pairs.iter().flatten());
            let verdict = conclusion(measure, "this run", &pairs, SignificanceLevel::default());
            let variant = variant.as_ref().map_or(String::new(), |variant| format!(", {variant}"));
            text += &format!("against {name}{variant}: {verdict}\n");
            text += &failures("newly failing", &cases, [false, true]);
            text += &failures("no longer failing", &cases, [true, false]);
        }
        text
    }
}

/// Returns a line with the first cases that failed before and now as `asked`; empty without any.
fn failures(what: &str, cases: &[(&CaseName, [Outcome; 2])], asked: [bool; 2]) -> String {
    let is_asked = |pair: &[Outcome; 2]| pair.map(|outcome| outcome.has_failed()) == asked;
    let found = cases.iter().filter(|(_, pair)| is_asked(pair));
    let labels: Vec<String> = found.map(|(case, _)| case.full_label()).collect();
    let named = labels[..labels.len().min(NAMED)].join("; ");
    match labels.len() {
        0 => String::new(),
        count if count > NAMED => {
            format!("         {what}: {named} and {} more\n", count - NAMED)
        }
        _ => format!("         {what}: {named}\n"),
    }
}
