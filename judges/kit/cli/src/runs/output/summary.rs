//! The summary of a run: figures over all cases, and the change since its base.

use std::collections::BTreeMap;

use game::{Game, Totals};
use records::stats::SignificanceLevel;
use records::{
    CaseName, EqualCases, Outcome, Record, Run, Summaries, common_measure, conclusion, outcomes,
};

/// Maximum number of cases that are named because they fail newly or no more.
const NAMED: usize = 5;

/// Compares a base with later records of the same cases, a line for each variant; names the
/// conditions that differ.
fn compare(base: &Run, later: &[Record]) -> String {
    let conditions = |records: &[Record]| records.first()?.conditions.clone();
    let unlike = conditions(&base.records).zip(conditions(later));
    let unlike = unlike.map(|(there, here)| there.differences(&here));
    let unlike = unlike.filter(|differences| !differences.is_empty());
    let name = match unlike {
        Some(differences) => format!("{} ({differences})", base.name),
        None => base.name.clone(),
    };
    let names = EqualCases::of(base.records.iter().chain(later).map(|record| &record.case));
    let by_case = |records: &[Record]| {
        outcomes(records.iter().map(|record| (names.first(&record.case), Outcome::of_play(record))))
    };
    let before = by_case(&base.records);
    let mut by_variant: BTreeMap<&Option<String>, Vec<(&CaseName, [Outcome; 2])>> = BTreeMap::new();
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

/// The summary of a run that is being played.
pub(super) struct RunSummary {
    pub figures: Option<(Summaries, Totals)>,
    /// The run with which this one is compared.
    pub base: Option<Run>,
    /// The records, if they are compared with a base or will be one.
    pub records: Option<Vec<Record>>,
    /// Number of cases in the run, and number of those with a record.
    pub cases: usize,
    pub recorded: usize,
    /// True if `--resume` can continue this run.
    pub is_resumable: bool,
}

impl RunSummary {
    pub fn add<G: Game>(&mut self, record: &Record) {
        self.recorded += 1;
        if let Some((summaries, totals)) = &mut self.figures {
            summaries.add(record);
            G::add_total(&record.scored(), &record.parameters, totals);
            let of_best = record.score.of_best.into_iter();
            of_best.for_each(|ratio| totals.add("of_best", ratio));
        }
        if let Some(records) = &mut self.records {
            records.push(record.clone());
        }
    }

    pub fn is_whole(&self) -> bool {
        self.recorded == self.cases
    }

    /// Returns the figures, and the comparison of a whole run of one program with its base.
    pub fn text<G: Game>(&self, has_changed: bool) -> String {
        let mut text = self.figures::<G>();
        if !self.is_whole() {
            let (recorded, cases) = (self.recorded, self.cases);
            let resume = match self.is_resumable && recorded > 0 {
                true => "; --resume goes on",
                false => "",
            };
            text += &format!("interrupted after {recorded} of {cases} cases{resume}\n");
        } else if let (Some(base), Some(records), false) = (&self.base, &self.records, has_changed)
        {
            text += &compare(base, records);
        }
        text
    }

    fn figures<G: Game>(&self) -> String {
        match &self.figures {
            Some((summaries, _)) if summaries.is_empty() => "no case was finished\n".into(),
            Some((summaries, totals)) => {
                let plays = summaries.repeated_plays();
                let plays = plays.map_or(String::new(), |count| format!("of {count} plays: "));
                format!("{summaries}\ntotal    {plays}{}\n", G::total(totals))
            }
            None => String::new(),
        }
    }
}
