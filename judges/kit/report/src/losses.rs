//! `losses`: where runs lost points, by cause and tenth of the game, and at which turns the most.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use anyhow::anyhow;
use comfy_table::{CellAlignment, Table, presets};
use game::{LossBasis, Verdict};
use records::stats::standard_error;
use records::{CaseKey, Failure, Fields, Record, RecordedLosses, RecordedTurn, print};

use crate::cases::{Scale, arguments, grouped, judge, quoted, values};
use crate::files::{Run, RunHistory, read};
use crate::groups::{check_names, group};

/// Tenths of a round, and behind them what belongs to no one turn.
const COLUMNS: usize = 11;

/// Turns that are listed.
const DEAREST: usize = 10;

/// Print where runs lost points.
///
/// Their records say so if they were played with `--losses`. Figures are means a case, in the points of the game's losses. Columns are tenths of a round;
/// `-` is what belongs to no one turn. Of two runs of the same cases a table says what the second
/// gained on the first, and where.
#[derive(clap::Args)]
pub struct LossesArgs {
    /// Files of records, or names of runs; a file with several commands is a run for each
    #[arg(required = true, value_name = "RUNS")]
    runs: Vec<String>,
    #[command(flatten)]
    history: RunHistory,
    /// Show the losses in groups of cases, by case parameters or `[DATA]` values
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Evidence"
    )]
    by: Vec<String>,
}

/// The plays of one contestant in one run at one scale.
struct Account<'a> {
    /// Name of the run.
    run: &'a str,
    scale: Scale,
    command: &'a str,
    /// Those whose losses are known.
    plays: Vec<(&'a Record, &'a RecordedLosses)>,
    /// Number of the others, by the reason.
    without: BTreeMap<String, usize>,
}

/// Prints the tables.
///
/// # Errors
/// A run cannot be read or has no losses, or the tables cannot be printed.
pub fn run(args: &LossesArgs) -> Result<ExitCode, Failure> {
    let runs = read(&args.history, &args.runs).map_err(Failure::Usage)?;
    check_names(&args.by, &runs).map_err(Failure::Usage)?;
    let mut accounts: Vec<Account> = Vec::new();
    for run in &runs {
        let own = accounts_of(run);
        if own.iter().all(|account| account.plays.is_empty()) {
            return Err(Failure::Usage(no_losses(run)));
        }
        accounts.extend(own);
    }
    accounts.sort_by_key(|account| account.scale.clone());
    let mut text = String::new();
    for accounts in accounts.chunk_by(|one, other| one.scale == other.scale) {
        for account in accounts {
            text += &account.text(&args.by, runs.len() > 1);
        }
        if let [first, second] = accounts {
            text += &gain(first, second);
        }
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The accounts of a run, in the order of its records.
fn accounts_of(run: &Run) -> Vec<Account<'_>> {
    let groups = grouped(&run.records).into_iter();
    let accounts = groups.map(|group| {
        let records = || group.records.iter().copied();
        let plays = records().filter_map(|record| Some((record, record.losses.as_ref()?)));
        let others = records().filter(|record| record.losses.is_none());
        Account {
            run: &run.name,
            command: group.command,
            plays: plays.collect(),
            without: count(others.map(missing)),
            scale: group.scale,
        }
    });
    accounts.collect()
}

/// The reason for which a record has no losses.
fn missing(record: &Record) -> String {
    match record.ruling.verdict {
        Verdict::Ok => "not played with --losses".into(),
        verdict => verdict.to_string(),
    }
}

fn no_losses(run: &Run) -> anyhow::Error {
    let failed = run.records.iter().all(|record| !record.is_ok());
    if run.records.is_empty() || !failed {
        return anyhow!("{}: no losses; play it with --losses", run.name);
    }
    let verdicts = counted(&count(run.records.iter().map(missing)));
    anyhow!("{}: no losses: every play failed, {verdicts}", run.name)
}

/// The number of each text.
fn count(texts: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    texts.for_each(|text| *counts.entry(text).or_default() += 1);
    counts
}

/// Numbers of texts in words: `1 TLE, 2 WA`.
fn counted(counts: &BTreeMap<String, usize>) -> String {
    let counts = counts.iter().map(|(text, count)| format!("{count} {text}"));
    counts.collect::<Vec<_>>().join(", ")
}

/// Points of one case by cause and column, and the square of the error of what was drawn.
#[derive(Default)]
struct Sums<'a>(BTreeMap<&'a str, ([f64; COLUMNS], f64)>);

impl<'a> Sums<'a> {
    /// Adds `weight` times the losses of a play.
    fn add(&mut self, losses: &'a RecordedLosses, weight: f64) {
        for sum in &losses.sums {
            let (columns, error) = self.0.entry(&sum.cause).or_default();
            let column = sum.tenth.map_or(COLUMNS - 1, |tenth| tenth as usize - 1);
            columns[column.min(COLUMNS - 1)] += weight * sum.points;
            *error += (weight * sum.error).powi(2);
        }
    }

    /// Points of a cause, or of all of them.
    fn columns(&self, cause: Option<&str>) -> [f64; COLUMNS] {
        let mut all = [0.0; COLUMNS];
        let rows = self.0.iter();
        for (_, (columns, _)) in rows.filter(|(name, _)| cause.is_none_or(|cause| cause == **name))
        {
            let sums = all.iter_mut().zip(columns);
            sums.for_each(|(sum, points)| *sum += points);
        }
        all
    }

    /// Error of a cause, or of all of them, by what was drawn.
    fn drawn_error(&self, cause: Option<&str>) -> f64 {
        let rows = self.0.iter();
        let rows = rows.filter(|(name, _)| cause.is_none_or(|cause| cause == **name));
        rows.map(|(_, (_, error))| error).sum::<f64>().sqrt()
    }
}

/// A row of means over cases.
struct MeanRow<'a> {
    cause: Option<&'a str>,
    columns: [f64; COLUMNS],
    sum: f64,
    /// Standard error of the sum: by the scatter of the cases, or of the one case by what was drawn.
    error: Option<f64>,
}

impl<'a> MeanRow<'a> {
    fn new(cases: &[Sums], cause: Option<&'a str>) -> MeanRow<'a> {
        let mut columns = [0.0; COLUMNS];
        let mut sums = Vec::new();
        for case in cases {
            let points = case.columns(cause);
            sums.push(points.iter().sum::<f64>());
            let means = columns.iter_mut().zip(points);
            means.for_each(|(mean, points)| *mean += points / cases.len() as f64);
        }
        let drawn = || cases.first().map(|case| case.drawn_error(cause));
        MeanRow {
            cause,
            columns,
            sum: columns.iter().sum(),
            error: standard_error(&sums).or_else(|| drawn().filter(|&error| error > 0.0)),
        }
    }
}

/// A row for every cause, the dearest first, and one for all of them.
fn cause_table(cases: &[Sums]) -> Table {
    let causes: BTreeSet<&str> = cases
        .iter()
        .flat_map(|case| case.0.keys().copied())
        .collect();
    let mut rows: Vec<MeanRow> = causes
        .into_iter()
        .map(|cause| MeanRow::new(cases, Some(cause)))
        .collect();
    rows.sort_by(|one, other| other.sum.total_cmp(&one.sum));
    rows.push(MeanRow::new(cases, None));
    let mut table = new_table(["cause".into()].into_iter().chain(column_names()));
    for row in &rows {
        let error = row
            .error
            .map_or(String::new(), |error| format!(" ± {error:.2}"));
        let sum = format!("{:.2}{error}", row.sum);
        let cells = row.columns.iter().map(|&points| points_text(points));
        let cause = row.cause.unwrap_or("all").to_string();
        table.add_row([cause].into_iter().chain(cells).chain([sum]));
    }
    table
}

impl<'a> Account<'a> {
    /// Heading, table, groups and the dearest turns; the run is `named` where there are several.
    fn text(&self, by: &[String], named: bool) -> String {
        let run = if named {
            format!("{}, ", self.run)
        } else {
            String::new()
        };
        let mut text = format!("{run}{}: {}\n", self.scale.name(), self.command);
        if let Some((_, losses)) = self.plays.first() {
            text += &format!("{}\n", self.heading(losses));
        }
        if !self.without.is_empty() {
            let count: usize = self.without.values().sum();
            let reasons = counted(&self.without);
            text += &format!("{count} plays without losses are left out: {reasons}\n");
        }
        text += "\n";
        if self.plays.is_empty() {
            return text;
        }
        let cases: Vec<Sums> = self
            .cases()
            .values()
            .map(|plays| self.sums(plays))
            .collect();
        text += &format!("{}\n\n", cause_table(&cases));
        for name in by {
            text += &format!("{}\n", self.groups(name));
        }
        let dearest = self.dearest();
        text + &dearest.map_or(String::new(), |table| format!("{table}\n\n"))
    }

    /// Cases, verdicts and means in one line, in the unit of `losses`.
    fn heading(&self, losses: &RecordedLosses) -> String {
        let cases = self.cases();
        let mean = |of: fn(&RecordedLosses) -> f64| {
            let means = cases.values().map(|plays| {
                let points = plays.iter().map(|&play| of(self.plays[play].1));
                points.sum::<f64>() / plays.len() as f64
            });
            means.sum::<f64>() / cases.len() as f64
        };
        let (best, reached) = (mean(|losses| losses.best), mean(|losses| losses.reached));
        let verdicts = self.plays.iter();
        let verdicts = count(verdicts.map(|(record, _)| record.ruling.verdict.to_string()));
        let verdicts = counted(&verdicts);
        format!(
            "{} cases ({verdicts}), {best:.2} {} less {reached:.2} is {:.2} a case, {}",
            cases.len(),
            losses.unit,
            best - reached,
            basis_text(losses.basis)
        )
    }

    /// The plays of each case, by index.
    fn cases(&self) -> BTreeMap<CaseKey, Vec<usize>> {
        let mut cases: BTreeMap<CaseKey, Vec<usize>> = BTreeMap::new();
        for (index, (record, _)) in self.plays.iter().enumerate() {
            cases.entry(record.key()).or_default().push(index);
        }
        cases
    }

    /// The means of these plays of a case.
    fn sums(&self, plays: &[usize]) -> Sums<'a> {
        let mut sums = Sums::default();
        self.add_to(&mut sums, plays, 1.0);
        sums
    }

    /// Adds `weight` times the means of these plays of a case.
    fn add_to(&self, sums: &mut Sums<'a>, plays: &[usize], weight: f64) {
        for &play in plays {
            sums.add(self.plays[play].1, weight / plays.len() as f64);
        }
    }

    /// A row for every group of cases by a value of theirs, a column for every cause, and the number
    /// of cases that have no such value.
    fn groups(&self, name: &str) -> String {
        let cases: Vec<(Fields, Sums)> = self
            .cases()
            .values()
            .map(|plays| {
                let record = self.plays[plays[0]].0;
                (values(record), self.sums(plays))
            })
            .collect();
        let causes: BTreeSet<&str> = cases
            .iter()
            .flat_map(|(_, sums)| sums.0.keys().copied())
            .collect();
        let header = [name, "cases"].into_iter().chain(causes.iter().copied());
        let mut table = new_table(header.chain(["all"]).map(String::from));
        let values: Vec<&Fields> = cases.iter().map(|(values, _)| values).collect();
        let grouping = group(name, &values);
        for (group, members) in grouping.groups {
            let mean = |cause| {
                let points = members
                    .iter()
                    .flat_map(|&case| cases[case].1.columns(cause));
                format!("{:.2}", points.sum::<f64>() / members.len() as f64)
            };
            let cells = causes.iter().copied().map(Some).chain([None]).map(mean);
            table.add_row([group, members.len().to_string()].into_iter().chain(cells));
        }
        match grouping.without {
            0 => format!("{table}\n"),
            without => format!("{table}\n{without} cases without {name}\n"),
        }
    }

    /// The turns of all plays that lost the most; `None` if none has lost anything.
    fn dearest(&self) -> Option<Table> {
        let turns = self.plays.iter();
        let mut turns: Vec<(&Record, &RecordedTurn)> = turns
            .flat_map(|(record, losses)| losses.dearest.iter().map(|turn| (*record, turn)))
            .collect();
        turns.sort_by(|one, other| other.1.points.total_cmp(&one.1.points));
        turns.truncate(DEAREST);
        turns.first()?;
        let header = ["lost", "case", "turn", "cause", "what", "to see it"];
        let mut table = new_table(header.map(String::from).into_iter());
        for (record, turn) in turns {
            let key = record.key();
            let place = match turn.round {
                1 => turn.turn.to_string(),
                round => format!("{} of round {round}", turn.turn),
            };
            let verdict = match record.ruling.verdict {
                Verdict::Ok => String::new(),
                verdict => format!(", {verdict}"),
            };
            table.add_row([
                format!("{:.2}", turn.points),
                key.label() + &verdict,
                place,
                turn.cause.clone(),
                turn.note.clone(),
                show(record, &key, turn),
            ]);
        }
        for column in 1..6 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Left);
            }
        }
        Some(table)
    }
}

/// The command that shows a turn.
fn show(record: &Record, key: &CaseKey, turn: &RecordedTurn) -> String {
    let round = match turn.round {
        1 => String::new(),
        round => format!(" --text --round {round}"),
    };
    format!(
        "{} show {} --losses --turn {}{round} --exec {}",
        judge(&record.game),
        arguments(key),
        turn.turn,
        quoted(&record.command)
    )
}

/// The gain of the second account on the first over the cases of both.
fn gain(first: &Account, second: &Account) -> String {
    let (a, b) = (first.cases(), second.cases());
    let both = a
        .iter()
        .filter_map(|(key, plays)| Some((plays, b.get(key)?)));
    let cases: Vec<Sums> = both
        .map(|(of_first, of_second)| {
            let mut sums = first.sums(of_first);
            second.add_to(&mut sums, of_second, -1.0);
            sums
        })
        .collect();
    let alone = match a.len() + b.len() - 2 * cases.len() {
        0 => String::new(),
        alone => format!("; {alone} of one alone are left out"),
    };
    match cases.is_empty() {
        true => "no case of both has losses\n\n".into(),
        false => format!(
            "gain of the second on the first, a case, over {} cases of both{alone}\n\n{}\n\n",
            cases.len(),
            cause_table(&cases)
        ),
    }
}

fn new_table(header: impl Iterator<Item = String>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Names of the columns behind the cause.
fn column_names() -> impl Iterator<Item = String> {
    let tenths = (1..COLUMNS).map(|tenth| tenth.to_string());
    tenths.chain(["-", "sum"].map(String::from))
}

fn points_text(points: f64) -> String {
    match points == 0.0 {
        true => String::new(),
        false => format!("{points:.2}"),
    }
}

fn basis_text(basis: LossBasis) -> &'static str {
    match basis {
        LossBasis::Exact => "exactly",
        LossBasis::Charged => "charged to the bound",
        LossBasis::Estimated => "estimated",
    }
}
