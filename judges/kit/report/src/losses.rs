//! `losses`: points that runs lost, by cause and decile, and the costliest cases and turns.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use game::{FAILED, LossBasis, Objective, Verdict};
use records::stats::{mean, standard_error};
use records::{CaseName, Record, RecordedLosses, Run, counted, print};

use crate::cases::{ContestantCases, by_game, numbers_of, values};
use crate::files::NamedRuns;
use crate::groups::{GroupNames, check, group};
use crate::markdown::TextTable;
use crate::show_command::{PlaySource, show_command};

/// Number of columns: ten deciles of a round, and one for losses in no particular turn.
const COLUMNS: usize = 11;

/// Maximum number of cases and of turns in a list.
const COSTLIEST: usize = 10;

/// Print where runs lost points.
///
/// The records have the losses if the runs were played with `--losses`. Figures are means per case, in
/// the points of the game's losses. Columns are deciles of a round; column `-` has the losses of no turn. A failed play loses all that it has on its board, by the cause `failed`. Of two runs of the
/// same cases a table shows what the second gained on the first, and where.
#[derive(clap::Args)]
pub struct LossesArgs {
    #[command(flatten)]
    runs: NamedRuns,
    #[command(flatten)]
    by: GroupNames,
}

/// Points by column, for each cause and for all causes (`None`).
#[derive(Default)]
struct Sums<'a>(BTreeMap<Option<&'a str>, [f64; COLUMNS]>);

impl<'a> Sums<'a> {
    /// Adds other sums, multiplied by `weight`.
    fn add(&mut self, other: &Sums<'a>, weight: f64) {
        for (&cause, points) in &other.0 {
            let own = self.0.entry(cause).or_default();
            own.iter_mut().zip(points).for_each(|(own, points)| *own += weight * points);
        }
    }

    fn causes(&self) -> impl Iterator<Item = &'a str> {
        self.0.keys().copied().flatten()
    }

    fn row(&self, cause: Option<&str>) -> [f64; COLUMNS] {
        self.0.get(&cause).copied().unwrap_or_default()
    }

    fn sum(&self, cause: Option<&str>) -> f64 {
        self.row(cause).iter().sum()
    }
}

/// A play with known losses.
struct LostPlay<'a> {
    record: &'a Record,
    losses: &'a RecordedLosses,
    sums: Sums<'a>,
    lost: f64,
    /// Points of which the losses are a part: those of the best play, or the cost of this one.
    whole: f64,
}

impl<'a> LostPlay<'a> {
    fn of(record: &'a Record) -> Option<LostPlay<'a>> {
        let losses = record.losses.as_ref()?;
        let objective = record.score.objective;
        // The points of a failed play do not count, but its cost does.
        let reached = match record.is_ok() || objective == Objective::Minimise {
            true => losses.reached,
            false => losses.reached.min(0.0),
        };
        let whole = match objective {
            Objective::Maximise => losses.best,
            Objective::Minimise => reached,
        };
        let failed = losses.reached - reached;
        let failed = (failed > 0.0).then_some((FAILED, COLUMNS, failed));
        let of_turns = losses.sums.iter().map(|sum| {
            let column = sum.decile.map_or(COLUMNS, |decile| decile.get() as usize);
            (&sum.cause[..], column.min(COLUMNS), sum.points)
        });
        let mut sums = Sums::default();
        for (cause, column, points) in of_turns.chain(failed) {
            for row in [Some(cause), None] {
                sums.0.entry(row).or_default()[column - 1] += points;
            }
        }
        let lost = objective.gain(losses.best, reached);
        Some(LostPlay { record, losses, sums, lost, whole })
    }

    /// Returns the label of the case, with the verdict of a failed play.
    fn label(&self) -> String {
        let label = self.record.case.label();
        match self.record.ruling.verdict {
            Verdict::Ok => label,
            verdict => format!("{label}, {verdict}"),
        }
    }
}

/// The cases of a contestant with known losses: for each its plays, at least one, and their means.
struct Account<'a> {
    contestant: &'a ContestantCases<'a>,
    cases: BTreeMap<&'a CaseName, (Vec<LostPlay<'a>>, Sums<'a>)>,
}

/// Prints the tables; fails if a run lacks losses.
pub fn run(args: &LossesArgs) -> Result<()> {
    let runs = args.runs.read()?;
    check(&args.by.names, &runs, values)?;
    let has_none = |run: &&Run| run.records.iter().all(|record| record.losses.is_none());
    if let Some(run) = runs.iter().find(has_none) {
        let verdicts = tally(run.records.iter().map(missing));
        match run.records.iter().any(Record::is_ok) {
            true => bail!("{}: no losses; play it with --losses", run.name),
            false => bail!("{}: no losses; every play failed, {verdicts}", run.name),
        }
    }
    let mut by_game = by_game(&runs);
    by_game.sort_by_key(|contestants| contestants[0].game);
    let mut text = String::new();
    for contestants in &by_game {
        let accounts: Vec<Account> = contestants.iter().map(Account::new).collect();
        for account in &accounts {
            text += &account.text(&args.by.names, runs.len() > 1);
        }
        if let [first, second] = &accounts[..] {
            text += &gain(first, second);
        }
    }
    print(&format!("{}\n", text.trim_end()))
}

/// Returns the reason that a record lacks losses.
fn missing(record: &Record) -> String {
    match record.ruling.verdict {
        Verdict::Ok => "not played with --losses".into(),
        verdict => verdict.to_string(),
    }
}

/// Counts equal texts: `1 TLE, 2 WA`.
fn tally(texts: impl IntoIterator<Item = String>) -> String {
    let counts = numbers_of(texts).into_iter().map(|(text, count)| format!("{count} {text}"));
    counts.collect::<Vec<_>>().join(", ")
}

fn mean_of(points: impl IntoIterator<Item = f64>) -> f64 {
    mean(points).unwrap_or(0.0)
}

/// Returns a table of means over the cases: a row per cause, the costliest first, and a row for all
/// causes. Errors are standard errors of the mean.
fn cause_table(cases: &[&Sums]) -> String {
    let sums = |cause| cases.iter().map(|case| case.sum(cause)).collect::<Vec<_>>();
    let causes: BTreeSet<&str> = cases.iter().flat_map(|case| case.causes()).collect();
    let mut rows: Vec<Option<&str>> = causes.into_iter().map(Some).collect();
    rows.sort_by(|&one, &other| mean_of(sums(other)).total_cmp(&mean_of(sums(one))));
    rows.push(None);
    let mut table = TextTable::of(&rows);
    table.text("cause", |cause| cause.unwrap_or("all").into());
    for column in 0..COLUMNS {
        let header = if column < 10 { (column + 1).to_string() } else { "-".into() };
        table.number(&header, |&cause| {
            match mean_of(cases.iter().map(|case| case.row(cause)[column])) {
                0.0 => String::new(),
                points => format!("{points:.2}"),
            }
        });
    }
    table.number("sum", |&cause| {
        let error = standard_error(&sums(cause)).map(|error| format!(" ± {error:.2}"));
        format!("{:.2}{}", mean_of(sums(cause)), error.unwrap_or_default())
    });
    table.to_string()
}

impl<'a> Account<'a> {
    fn new(contestant: &'a ContestantCases<'a>) -> Account<'a> {
        let cases = contestant.cases.iter().filter_map(|(name, case)| {
            let plays: Vec<LostPlay> =
                case.records.iter().filter_map(|record| LostPlay::of(record)).collect();
            let mut sums = Sums::default();
            plays.iter().for_each(|play| sums.add(&play.sums, 1.0 / plays.len() as f64));
            (!plays.is_empty()).then_some((name, (plays, sums)))
        });
        Account { contestant, cases: cases.collect() }
    }

    fn plays(&self) -> impl Iterator<Item = &LostPlay<'a>> {
        self.cases.values().flat_map(|(plays, _)| plays)
    }

    /// Returns the command that shows the losses of a play.
    fn show(&self, play: &LostPlay, options: &str) -> String {
        let sources = [PlaySource::of(self.contestant)];
        show_command(play.record, &sources, &format!(" --losses{options}"))
    }

    /// Returns the report: heading, causes, groups, worst cases and costliest turns.
    fn text(&self, by: &[String], is_named: bool) -> String {
        let ContestantCases { run, game, command, .. } = self.contestant;
        let run = if is_named { format!("{}, ", run.name) } else { String::new() };
        let mut text = format!("{run}{}: {command}\n", game.name());
        text += &self.plays().next().map(|first| self.heading(first)).unwrap_or_default();
        let without = self.contestant.records().filter(|record| record.losses.is_none());
        let without: Vec<String> = without.map(missing).collect();
        if !without.is_empty() {
            let plays = counted(without.len(), "play");
            text += &format!("{plays} without losses left out: {}\n", tally(without));
        }
        text += "\n";
        if !self.cases.is_empty() {
            let sums: Vec<&Sums> = self.cases.values().map(|(_, sums)| sums).collect();
            text += &format!("{}\n\n", cause_table(&sums));
            text.extend(by.iter().map(|name| self.groups(&sums, name)));
            let tables = self.worst().into_iter().chain(self.costliest());
            text.extend(tables.map(|table| table + "\n\n"));
        }
        text
    }

    /// Returns one line with numbers of cases, verdicts and means.
    fn heading(&self, first: &LostPlay) -> String {
        let mean_of_cases = |of: fn(&LostPlay) -> f64| {
            mean_of(self.cases.values().map(|(plays, _)| mean_of(plays.iter().map(of))))
        };
        let whole = mean_of_cases(|play| play.whole);
        let lost = mean_of_cases(|play| play.lost);
        let basis = match first.losses.basis {
            LossBasis::Exact => "exactly",
            LossBasis::Charged => "charged to the bound",
        };
        let cases = counted(self.cases.len(), "case");
        let verdicts = tally(self.plays().map(|play| play.record.ruling.verdict.to_string()));
        let (unit, reached) = (&first.losses.unit, whole - lost);
        format!(
            "{cases} ({verdicts}), {whole:.2} {unit} less {reached:.2} is {lost:.2} a case, {basis}\n"
        )
    }

    /// Returns a table of groups by cause, and the number of cases without the value `name`.
    fn groups(&self, sums: &[&Sums], name: &str) -> String {
        let values = self.cases.values().map(|(plays, _)| values(plays[0].record));
        let (groups, without) = group(name, &values.collect::<Vec<_>>());
        let causes: BTreeSet<&str> = sums.iter().flat_map(|case| case.causes()).collect();
        let mut table = TextTable::of(&groups);
        table.text(name, |(group, _)| group.clone());
        table.number("cases", |(_, members)| members.len().to_string());
        for cause in causes.into_iter().map(Some).chain([None]) {
            table.number(cause.unwrap_or("all"), |(_, members)| {
                format!("{:.2}", mean_of(members.iter().map(|&case| sums[case].sum(cause))))
            });
        }
        match without {
            0 => format!("{table}\n\n"),
            _ => format!("{table}\n{} without {name}\n\n", counted(without, "case")),
        }
    }

    /// Returns a table of the plays that lost the most, if there are several plays.
    fn worst(&self) -> Option<String> {
        let is_alone = self.plays().count() == 1;
        let lost = self.plays().filter(|play| !is_alone && play.lost >= 0.005);
        let mut plays: Vec<&LostPlay> = lost.collect();
        plays.sort_by(|one, other| other.lost.total_cmp(&one.lost));
        plays.truncate(COSTLIEST);
        TextTable::of(&plays)
            .number("lost", |play| format!("{:.2}", play.lost))
            .number("of", |play| format!("{:.2}", play.whole))
            .text("case", |play| play.label())
            .text("most by", |play| {
                let points = play.sums.causes().map(|cause| (play.sums.sum(Some(cause)), cause));
                let most = points.max_by(|one, other| one.0.total_cmp(&other.0));
                most.map(|(points, cause)| format!("{cause} {points:.2}")).unwrap_or_default()
            })
            .text("to see it", |play| self.show(play, ""))
            .if_any()
    }

    /// Returns a table of the turns that lost the most; the end is in the table of cases.
    fn costliest(&self) -> Option<String> {
        let turns = self
            .plays()
            .flat_map(|play| play.losses.costliest.iter().map(move |turn| (play, turn)));
        let mut turns: Vec<_> = turns.filter(|(_, turn)| !turn.end).collect();
        turns.sort_by(|one, other| other.1.points.total_cmp(&one.1.points));
        turns.truncate(COSTLIEST);
        TextTable::of(&turns)
            .number("lost", |(_, turn)| format!("{:.2}", turn.points))
            .text("case", |(play, _)| play.label())
            .text("turn", |(_, turn)| match turn.round {
                1 => turn.turn.to_string(),
                round => format!("{} of round {round}", turn.turn),
            })
            .text("cause", |(_, turn)| turn.cause.clone())
            .text("what", |(_, turn)| turn.note.clone())
            .text("to see it", |(play, turn)| {
                let round = match turn.round {
                    1 => String::new(),
                    round => format!(" --text --round {round}"),
                };
                self.show(play, &format!(" --turn {}{round}", turn.turn))
            })
            .if_any()
    }
}

/// Returns the gain of the second account over the first, on their common cases.
fn gain(first: &Account, second: &Account) -> String {
    let cases = first.cases.iter().filter_map(|(name, (_, lost))| {
        let (_, less) = second.cases.get(name)?;
        let mut sums = Sums::default();
        sums.add(lost, 1.0);
        sums.add(less, -1.0);
        Some(sums)
    });
    let cases: Vec<Sums> = cases.collect();
    let alone = match first.cases.len() + second.cases.len() - 2 * cases.len() {
        0 => String::new(),
        alone => format!("; {alone} of one alone are left out"),
    };
    if cases.is_empty() {
        return "no case of both has losses\n\n".into();
    }
    let table = cause_table(&cases.iter().collect::<Vec<_>>());
    let heading = "gain of the second on the first, a case, over";
    format!("{heading} {} of both{alone}\n\n{table}\n\n", counted(cases.len(), "case"))
}
