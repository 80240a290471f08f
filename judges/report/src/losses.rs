//! `losses`: where runs lost points, by cause and tenth of the game, and at which turns the most.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::anyhow;
use comfy_table::{CellAlignment, Table, presets};
use game::LossBasis;
use record::{CaseKey, Failure, Fields, Record, RecordedLosses, RecordedTurn, print};

use crate::cases::{Scale, arguments, judge, quoted, values};
use crate::files::{RunHistory, Scope, read};
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

/// The plays of one contestant at one scale whose losses are known.
struct Account<'a> {
    scale: Scale,
    command: &'a str,
    plays: Vec<(&'a Record, &'a RecordedLosses)>,
}

/// Prints the tables.
///
/// # Errors
/// A run cannot be read or has no losses, or the tables cannot be printed.
pub fn run(args: &LossesArgs) -> Result<ExitCode, Failure> {
    let runs = read(&args.history, &args.runs, Scope::Run).map_err(Failure::Usage)?;
    check_names(&args.by, &runs).map_err(Failure::Usage)?;
    let mut accounts: Vec<Account> = Vec::new();
    for run in &runs {
        let first = accounts.len();
        for record in &run.records {
            let Some(losses) = &record.losses else {
                continue;
            };
            let (scale, command) = (Scale::of(record), record.command.as_str());
            let mut own = accounts[first..].iter_mut();
            match own.find(|account| account.scale == scale && account.command == command) {
                Some(account) => account.plays.push((record, losses)),
                None => accounts.push(Account {
                    scale,
                    command,
                    plays: vec![(record, losses)],
                }),
            }
        }
        if accounts.len() == first {
            let missing = anyhow!("{}: no losses; play it with --losses", run.name);
            return Err(Failure::Usage(missing));
        }
    }
    accounts.sort_by_key(|account| account.scale.clone());
    let mut text = String::new();
    for accounts in accounts.chunk_by(|one, other| one.scale == other.scale) {
        for account in accounts {
            text += &account.text(&args.by);
        }
        if let [first, second] = accounts {
            text += &gain(first, second);
        }
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Points by cause and column, and the square of their error by cause.
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

    /// A row for every cause, the dearest first, and one for all of them.
    fn table(&self) -> Table {
        let mut rows: Vec<(&str, [f64; COLUMNS], f64)> = self
            .0
            .iter()
            .map(|(cause, (columns, error))| (*cause, *columns, *error))
            .collect();
        let total = |columns: &[f64; COLUMNS]| columns.iter().sum::<f64>();
        rows.sort_by(|one, other| total(&other.1).total_cmp(&total(&one.1)));
        let mut all = ("all", [0.0; COLUMNS], 0.0);
        for (_, columns, error) in &rows {
            let sums = all.1.iter_mut().zip(columns);
            sums.for_each(|(sum, column)| *sum += column);
            all.2 += error;
        }
        rows.push(all);
        let mut table = new_table(["cause".into()].into_iter().chain(column_names()));
        for (cause, columns, error) in &rows {
            let error = match *error > 0.0 {
                true => format!(" ± {:.2}", error.sqrt()),
                false => String::new(),
            };
            let sum = format!("{:.2}{error}", total(columns));
            let cells = columns.iter().map(|&points| points_text(points));
            table.add_row([cause.to_string()].into_iter().chain(cells).chain([sum]));
        }
        table
    }
}

impl Account<'_> {
    /// Heading, table, groups and the dearest turns.
    fn text(&self, by: &[String]) -> String {
        let count = self.plays.len() as f64;
        let mean = |of: fn(&RecordedLosses) -> f64| {
            self.plays.iter().map(|(_, losses)| of(losses)).sum::<f64>() / count
        };
        let (best, reached) = (mean(|losses| losses.best), mean(|losses| losses.reached));
        let (basis, unit) = match self.plays.first() {
            Some((_, losses)) => (basis_text(losses.basis), losses.unit.as_str()),
            None => ("", ""),
        };
        let mut sums = Sums::default();
        for (_, losses) in &self.plays {
            sums.add(losses, 1.0 / count);
        }
        let mut text = format!(
            "{}: {}\n{count} cases, {best:.2} {unit} less {reached:.2} is {:.2} a case, {basis}\n\n{}\n\n",
            self.scale.name(),
            self.command,
            best - reached,
            sums.table()
        );
        for name in by {
            text += &format!("{}\n\n", self.groups(name));
        }
        let dearest = self.dearest();
        text + &dearest.map_or(String::new(), |table| format!("{table}\n\n"))
    }

    /// A row for every group of cases by a value of theirs, a column for every cause.
    fn groups(&self, name: &str) -> Table {
        let values: Vec<Fields> = self
            .plays
            .iter()
            .map(|(record, _)| values(record))
            .collect();
        let causes: std::collections::BTreeSet<&str> = self
            .plays
            .iter()
            .flat_map(|(_, losses)| losses.sums.iter().map(|sum| sum.cause.as_str()))
            .collect();
        let header = [name, "cases"].into_iter().chain(causes.iter().copied());
        let mut table = new_table(header.chain(["all"]).map(String::from));
        let grouping = group(name, &values.iter().collect::<Vec<_>>());
        for (group, cases) in grouping.groups {
            let mut sums = Sums::default();
            for &case in &cases {
                sums.add(self.plays[case].1, 1.0 / cases.len() as f64);
            }
            let of = |cause: &&str| {
                sums.0
                    .get(cause)
                    .map_or(0.0, |(columns, _)| columns.iter().sum())
            };
            let points: Vec<f64> = causes.iter().map(of).collect();
            let all = points.iter().sum();
            let cells = points
                .into_iter()
                .chain([all])
                .map(|points| format!("{points:.2}"));
            table.add_row([group, cases.len().to_string()].into_iter().chain(cells));
        }
        table
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
            table.add_row([
                format!("{:.2}", turn.points),
                key.label(),
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
    let by_case = |account: &Account| {
        let mut cases: BTreeMap<CaseKey, Vec<usize>> = BTreeMap::new();
        for (index, (record, _)) in account.plays.iter().enumerate() {
            cases.entry(record.key()).or_default().push(index);
        }
        cases
    };
    let (a, b) = (by_case(first), by_case(second));
    let both: Vec<&CaseKey> = a.keys().filter(|key| b.contains_key(key)).collect();
    let mut sums = Sums::default();
    for key in &both {
        for (account, plays, sign) in [(first, &a[key], 1.0), (second, &b[key], -1.0)] {
            let weight = sign / (plays.len() * both.len()) as f64;
            for &play in plays {
                sums.add(account.plays[play].1, weight);
            }
        }
    }
    match both.is_empty() {
        true => "no case has been played by both\n\n".into(),
        false => format!(
            "gain of the second on the first, a case, over {} cases of both\n\n{}\n\n",
            both.len(),
            sums.table()
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
