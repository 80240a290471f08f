//! `losses`: points that runs lost, by cause and decile, and the costliest cases and turns.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use anyhow::{Result, bail};
use comfy_table::Table;
use game::{FAILED, LossBasis, Objective, Verdict};
use records::stats::{mean, standard_error};
use records::{CaseName, Record, RecordedLosses, RecordedTurn, counted, print};

use crate::cases::{ContestantCases, by_game, numbers_of, values};
use crate::files::NamedRuns;
use crate::groups::{GroupNames, check, group};
use crate::markdown;
use crate::show_command::{PlaySource, show_command};
use records::Run;

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

/// A play with known losses.
struct LostPlay<'a> {
    record: &'a Record,
    losses: &'a RecordedLosses,
}

impl<'a> LostPlay<'a> {
    fn objective(&self) -> Objective {
        self.record.score.objective
    }

    /// Returns the points that count. A failed play has none, though its record may contain points;
    /// its cost counts.
    fn reached(&self) -> f64 {
        match self.record.is_ok() || self.objective() == Objective::Minimise {
            true => self.losses.reached,
            false => self.losses.reached.min(0.0),
        }
    }

    /// Returns the points of which the losses are a part: those of the best play, or the cost of this one.
    fn whole(&self) -> f64 {
        match self.objective() {
            Objective::Maximise => self.losses.best,
            Objective::Minimise => self.reached(),
        }
    }

    fn lost(&self) -> f64 {
        self.objective().gain(self.losses.best, self.reached())
    }

    /// Returns the losses: cause, column and points.
    fn sums(&self) -> impl Iterator<Item = (&'a str, usize, f64)> {
        let sums = self.losses.sums.iter().map(|sum| {
            let column = sum.decile.map_or(COLUMNS, |decile| decile.get() as usize);
            (&sum.cause[..], column - 1, sum.points)
        });
        let failed = self.losses.reached - self.reached();
        sums.chain((failed > 0.0).then_some((FAILED, COLUMNS - 1, failed)))
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

/// The plays of a contestant with known losses, by case.
struct Account<'a> {
    contestant: &'a ContestantCases<'a>,
    cases: BTreeMap<&'a CaseName, Vec<LostPlay<'a>>>,
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

/// Points of a case by column, for each cause and for all causes (`None`).
#[derive(Default)]
struct Sums<'a>(BTreeMap<Option<&'a str>, [f64; COLUMNS]>);

impl<'a> Sums<'a> {
    /// Returns the means over these plays of a case.
    fn of(plays: &[LostPlay<'a>]) -> Sums<'a> {
        let mut sums = Sums::default();
        sums.add(plays, 1.0);
        sums
    }

    /// Adds the means over these plays of a case, multiplied by `weight`.
    fn add(&mut self, plays: &[LostPlay<'a>], weight: f64) {
        let weight = weight / plays.len() as f64;
        for (cause, column, points) in plays.iter().flat_map(LostPlay::sums) {
            for row in [Some(cause), None] {
                self.0.entry(row).or_default()[column.min(COLUMNS - 1)] += weight * points;
            }
        }
    }

    fn row(&self, cause: Option<&str>) -> [f64; COLUMNS] {
        self.0.get(&cause).copied().unwrap_or_default()
    }

    fn sum(&self, cause: Option<&str>) -> f64 {
        self.row(cause).iter().sum()
    }
}

fn causes<'a>(cases: &[Sums<'a>]) -> BTreeSet<&'a str> {
    cases.iter().flat_map(|case| case.0.keys()).copied().flatten().collect()
}

/// Returns a table of means over the cases: a row per cause, the costliest first, and a row for all
/// causes. Errors are standard errors of the mean.
fn cause_table(cases: &[Sums]) -> Table {
    let sums = |cause| cases.iter().map(|case| case.sum(cause)).collect::<Vec<_>>();
    let mean_sum = |cause| mean_of(sums(cause));
    let mut causes: Vec<_> = causes(cases).into_iter().map(Some).collect();
    causes.sort_by(|&one, &other| mean_sum(other).total_cmp(&mean_sum(one)));
    let deciles = (1..COLUMNS).map(|decile| decile.to_string());
    let header = ["cause".to_string()].into_iter().chain(deciles);
    let header = header.chain(["-", "sum"].map(String::from));
    let rows = causes.into_iter().chain([None]).map(|cause| {
        let rows: Vec<_> = cases.iter().map(|case| case.row(cause)).collect();
        let error = standard_error(&sums(cause));
        let error = error.map_or(String::new(), |error| format!(" ± {error:.2}"));
        let cells = (0..COLUMNS).map(move |column| {
            match mean_of(rows.iter().map(|columns| columns[column])) {
                0.0 => String::new(),
                points => format!("{points:.2}"),
            }
        });
        let name = cause.unwrap_or("all").to_string();
        let last = format!("{:.2}{error}", mean_sum(cause));
        [name].into_iter().chain(cells).chain([last])
    });
    markdown::table(header, 1..COLUMNS + 2, rows)
}

impl<'a> Account<'a> {
    fn new(contestant: &'a ContestantCases<'a>) -> Account<'a> {
        let lost = contestant.cases.iter().map(|(name, case)| {
            let plays = case.records.iter().filter_map(|&record| {
                let losses = record.losses.as_ref()?;
                Some(LostPlay { record, losses })
            });
            (name, plays.collect())
        });
        Account {
            contestant,
            cases: lost.filter(|(_, plays): &(_, Vec<_>)| !plays.is_empty()).collect(),
        }
    }

    fn plays(&self) -> impl Iterator<Item = &LostPlay<'a>> {
        self.cases.values().flatten()
    }

    /// Returns the command that shows the losses of a play.
    fn show(&self, play: &LostPlay, options: &str) -> String {
        let sources = [PlaySource::of(self.contestant)];
        let options = format!(" --losses{options}");
        show_command(play.record, &sources, &options)
    }

    /// Returns the report: heading, causes, groups, worst cases and costliest turns.
    fn text(&self, by: &[String], named: bool) -> String {
        let run = match named {
            true => format!("{}, ", self.contestant.run.name),
            false => String::new(),
        };
        let ContestantCases { game, command, .. } = self.contestant;
        let mut text = format!("{run}{}: {command}\n", game.name());
        if let Some(first) = self.plays().next() {
            text += &format!("{}\n", self.heading(first));
        }
        let records = self.contestant.cases.values().flat_map(|case| &case.records);
        let without = records.filter(|record| record.losses.is_none());
        let without: Vec<String> = without.map(|record| missing(record)).collect();
        if !without.is_empty() {
            let plays = counted(without.len(), "play");
            text += &format!("{plays} without losses left out: {}\n", tally(without));
        }
        text += "\n";
        if self.cases.is_empty() {
            return text;
        }
        let sums: Vec<Sums> = self.cases.values().map(|plays| Sums::of(plays)).collect();
        text += &format!("{}\n\n", cause_table(&sums));
        for name in by {
            text += &format!("{}\n", self.groups(&sums, name));
        }
        for table in [self.worst(), self.costliest()] {
            if table.row_count() > 0 {
                text += &format!("{table}\n\n");
            }
        }
        text
    }

    /// Returns one line with numbers of cases, verdicts and means.
    fn heading(&self, first: &LostPlay) -> String {
        let mean_of_cases = |of: fn(&LostPlay) -> f64| {
            mean_of(self.cases.values().map(|plays| mean_of(plays.iter().map(of))))
        };
        let whole = mean_of_cases(|play| play.whole());
        let lost = mean_of_cases(|play| play.lost());
        let verdicts = self.plays().map(|play| play.record.ruling.verdict);
        let basis = match first.losses.basis {
            LossBasis::Exact => "exactly",
            LossBasis::Charged => "charged to the bound",
        };
        format!(
            "{} ({}), {whole:.2} {} less {:.2} is {lost:.2} a case, {basis}",
            counted(self.cases.len(), "case"),
            tally(verdicts.map(|verdict| verdict.to_string())),
            first.losses.unit,
            whole - lost,
        )
    }

    /// Returns a table of groups by cause, and the number of cases without the value `name`.
    fn groups(&self, sums: &[Sums], name: &str) -> String {
        let values = self.cases.values().map(|plays| values(plays[0].record));
        let (groups, without) = group(name, &values.collect::<Vec<_>>());
        let causes = causes(sums);
        let header = [name, "cases"].into_iter().chain(causes.iter().copied());
        let rows = groups.into_iter().map(|(group, members)| {
            let mean = |cause| {
                let points = members.iter().map(|&case| sums[case].sum(cause));
                format!("{:.2}", mean_of(points))
            };
            let cells = causes.iter().copied().map(Some).chain([None]).map(mean);
            [group, members.len().to_string()].into_iter().chain(cells).collect::<Vec<_>>()
        });
        let table = markdown::table(header.chain(["all"]), 1..causes.len() + 3, rows);
        match without {
            0 => format!("{table}\n"),
            _ => format!("{table}\n{} without {name}\n", counted(without, "case")),
        }
    }

    /// Returns a table of the plays that lost the most, if there are several plays.
    fn worst(&self) -> Table {
        let mut plays: Vec<&LostPlay> = self.plays().collect();
        let is_alone = plays.len() == 1;
        plays.retain(|play| !is_alone && play.lost() >= 0.005);
        plays.sort_by(|one, other| other.lost().total_cmp(&one.lost()));
        let rows = plays.into_iter().take(COSTLIEST).map(|play| {
            let sums = Sums::of(slice::from_ref(play));
            let causes = sums.0.keys().copied().flatten();
            let points = causes.map(|cause| (sums.sum(Some(cause)), cause));
            let most = points.max_by(|one, other| one.0.total_cmp(&other.0));
            [
                format!("{:.2}", play.lost()),
                format!("{:.2}", play.whole()),
                play.label(),
                most.map_or(String::new(), |(points, cause)| format!("{cause} {points:.2}")),
                self.show(play, ""),
            ]
        });
        markdown::table(["lost", "of", "case", "most by", "to see it"], 0..2, rows)
    }

    /// Returns a table of the turns that lost the most; the end is in the table of cases.
    fn costliest(&self) -> Table {
        let turns = self.plays().flat_map(|play| {
            play.losses.costliest.iter().filter(|turn| !turn.end).map(move |turn| (play, turn))
        });
        let mut turns: Vec<(&LostPlay, &RecordedTurn)> = turns.collect();
        turns.sort_by(|one, other| other.1.points.total_cmp(&one.1.points));
        let header = ["lost", "case", "turn", "cause", "what", "to see it"];
        let rows = turns.into_iter().take(COSTLIEST).map(|(play, turn)| {
            let number = turn.turn;
            let (place, round) = match turn.round {
                1 => (number.to_string(), String::new()),
                round => (format!("{number} of round {round}"), format!(" --text --round {round}")),
            };
            [
                format!("{:.2}", turn.points),
                play.label(),
                place,
                turn.cause.clone(),
                turn.note.clone(),
                self.show(play, &format!(" --turn {number}{round}")),
            ]
        });
        markdown::table(header, [0], rows)
    }
}

/// Returns the gain of the second account over the first, on their common cases.
fn gain(first: &Account, second: &Account) -> String {
    let cases = first.cases.iter().filter_map(|(key, of_first)| {
        let mut sums = Sums::of(of_first);
        sums.add(second.cases.get(key)?, -1.0);
        Some(sums)
    });
    let cases: Vec<Sums> = cases.collect();
    let alone = match first.cases.len() + second.cases.len() - 2 * cases.len() {
        0 => String::new(),
        alone => format!("; {alone} of one alone are left out"),
    };
    match cases.is_empty() {
        true => "no case of both has losses\n\n".into(),
        false => format!(
            "gain of the second on the first, a case, over {} of both{alone}\n\n{}\n\n",
            counted(cases.len(), "case"),
            cause_table(&cases)
        ),
    }
}
