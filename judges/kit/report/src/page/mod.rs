//! `html`: a self-contained page about all runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, ensure};
use game::{Detail, Measure};
use records::stats::{Interval, SignificanceLevel, critical_value, sequential_interval};
use records::{CaseKey, see};
use scene::page::{address, filled, skeleton};
use serde_json::{Value, json};

use crate::cases::{ContestantCases, PlayedCase, all_cases, by_game, measure_of};
use crate::comparison::{ComparisonOptions, compare};
use crate::files::{NamedRuns, check_output};
use crate::show_command::{PlaySource, arguments, show};

/// Write one page about one or several runs; without RUNS, about all of the history.
///
/// The page is self-contained: a table of seeds and runs, plots of any expression over the values of a
/// play, differences with their intervals, and a filter for all of them. A click on a play shows it.
#[derive(clap::Args)]
pub struct HtmlArgs {
    #[command(flatten)]
    runs: NamedRuns,
    /// The page
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Replace FILE if it exists
    #[arg(long, help_heading = "Output")]
    force: bool,
    #[command(flatten)]
    choices: ComparisonOptions,
}

/// Writes the page.
pub fn run(args: &HtmlArgs) -> Result<()> {
    let runs = args.runs.read_or(|runs| runs)?;
    args.choices.by.check(&runs)?;
    check_output(&runs, &args.out, "--out")?;
    write(&args.out, args.force, &by_game(&runs), &args.choices)?;
    see(&args.out);
    Ok(())
}

/// Maximum number of points of a confidence sequence in a plot.
const LOOKS: usize = 100;

/// Modules of the script; each imports only from earlier ones.
const MODULES: [(&str, &str); 7] = [
    ("expression.js", include_str!("expression.js")),
    ("statistics.js", include_str!("statistics.js")),
    ("game.js", include_str!("game.js")),
    ("chart.js", include_str!("chart.js")),
    ("tables.js", include_str!("tables.js")),
    ("case.js", include_str!("case.js")),
    ("report.js", include_str!("report.js")),
];

/// Writes a page about `by_game` to `path`; fails without records.
pub fn write(
    path: &Path,
    force: bool,
    by_game: &[Vec<ContestantCases>],
    choices: &ComparisonOptions,
) -> Result<()> {
    ensure!(!by_game.is_empty(), "nothing to show: no records");
    let cases: Vec<BTreeSet<&CaseKey>> = by_game.iter().map(|runs| all_cases(runs)).collect();
    let most = cases.iter().map(BTreeSet::len).max().unwrap_or(0);
    let page = std::path::absolute(path)?;
    let folder = page.parent().unwrap_or(&page);
    let games = by_game.iter().zip(&cases);
    let games = games.map(|(contestants, keys)| game(contestants, keys, choices, folder));
    let quantiles = (2..=most).filter_map(|count| critical_value(count, choices.alpha));
    let data = json!({
        "alpha": choices.alpha.get(),
        // Milliseconds since 1970.
        "made": SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64,
        // Quantiles of Student's t distribution for 2, 3, … cases.
        "quantiles": quantiles.collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
    });
    let data = records::json(&data)?.replace('<', "\\u003c");
    let body = filled(include_str!("page.html"), [("{{data}}", data)]);
    let style = include_str!("page.css");
    let page = skeleton("Runs", ("", ""), style, body, &MODULES);
    records::write(path, force, page)
}

/// A name, and the value in every case.
type Column = (String, Vec<Value>);

/// Returns the page's data on a game or variant, with every case that any run has played. `game.js`
/// describes the fields; `folder` is the folder of the page.
fn game(
    contestants: &[ContestantCases],
    keys: &BTreeSet<&CaseKey>,
    choices: &ComparisonOptions,
    folder: &Path,
) -> Value {
    let cases = keys.iter().map(|key| {
        json!({
            "label": key.label(),
            "seed": key.seed,
            // Arguments of `show`: for any program, and for a run of a history.
            "case": arguments(key, false),
            "of_run": arguments(key, true),
        })
    });
    let text = match contestants.len() {
        1 => String::new(),
        _ => compare(contestants, choices).text(choices.alpha),
    };
    let measure = measure_of(contestants);
    // Intervals of a confidence sequence require a range.
    let later = 1..measure.range().map_or(1, |_| contestants.len());
    let cumulative = later.map(|run| {
        let looks = looks(&contestants[0], &contestants[run], measure, choices.alpha);
        json!({ "run": run, "looks": looks })
    });
    let mut columns: Vec<Vec<Column>> = contestants.iter().map(|one| columns(one, keys)).collect();
    let shared = take_shared(&mut columns);
    let runs = contestants.iter().zip(columns);
    let runs = runs.map(|(contestant, columns)| run_data(contestant, keys, columns, folder));
    let game = contestants[0].game;
    json!({
        "name": game.name(),
        // The start of a command line that shows a case.
        "show": show(game.game),
        "measure": measure,
        "measure_name": measure.name(),
        "runs": runs.collect::<Vec<_>>(),
        "cases": cases.collect::<Vec<_>>(),
        "values": shared,
        "cumulative": cumulative.collect::<Vec<_>>(),
        "text": text,
    })
}

/// Returns the data on a run; lists have an entry for every case.
fn run_data(
    contestant: &ContestantCases,
    keys: &BTreeSet<&CaseKey>,
    values: Vec<Column>,
    folder: &Path,
) -> Value {
    let cases = || keys.iter().map(|key| contestant.cases.get(*key));
    let outcomes = || cases().map(|case| Some(case?.outcome));
    let has_bounds = contestant.outcomes().any(|case| case.bound.is_some());
    let ratios = outcomes().map(|case| case?.bound_ratio.filter(|_| has_bounds));
    let pages = keys.iter().map(|key| replay(contestant, key, folder));
    let info = contestant.run.info.as_ref();
    let state = contestant.run.flaw();
    let source = PlaySource::of(contestant);
    json!({
        "name": contestant.name,
        "command": contestant.command,
        "start": source.start,
        "run": source.run,
        "history": source.history,
        "started": info.map_or("", |info| &info.started),
        "note": info.and_then(|info| info.note.as_deref()).unwrap_or_default(),
        "state": state.unwrap_or_default(),
        "score": outcomes().map(|case| Some(case?.counted_score)).collect::<Vec<_>>(),
        "raw_score": outcomes().map(|case| Some(case?.score)).collect::<Vec<_>>(),
        "bound_ratio": ratios.collect::<Vec<_>>(),
        "failed": outcomes().map(|case| Some(case?.has_failed())).collect::<Vec<_>>(),
        "cpu": cases().map(|case| Some(case?.cost.cpu_ms)).collect::<Vec<_>>(),
        "time": cases().map(|case| Some(case?.cost.wall_ms)).collect::<Vec<_>>(),
        "memory": cases().map(|case| Some(case?.cost.memory_kib)).collect::<Vec<_>>(),
        "pages": pages.map(Option::unwrap_or_default).collect::<Vec<_>>(),
        "values": values,
    })
}

/// Returns the values of a contestant's cases, by name.
fn columns(contestant: &ContestantCases, keys: &BTreeSet<&CaseKey>) -> Vec<Column> {
    let mut columns: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (index, key) in keys.iter().enumerate() {
        let case = contestant.cases.get(*key);
        for (name, value) in case.map(PlayedCase::values).unwrap_or_default() {
            let column = columns.entry(name);
            column.or_insert_with(|| vec![Value::Null; keys.len()])[index] = plain(value);
        }
    }
    columns.into_iter().collect()
}

/// Returns the address, relative to a folder, of a case's page if the run wrote it with `--html`
/// and it still exists.
fn replay(contestant: &ContestantCases, key: &CaseKey, from: &Path) -> Option<String> {
    let folder = contestant.run.info.as_ref()?.pages.as_ref()?;
    let mut records = contestant.run.records.iter();
    let stem = key.stem(records.any(|record| record.key.seed != key.seed));
    let page = folder.join(format!("{stem}.html"));
    let is_there = contestant.cases.contains_key(key) && page.is_file();
    is_there.then(|| address(relative(from, &page)))
}

/// Returns the relative path from a folder to a file; both are absolute.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let both = folder.components().zip(file.components());
    let shared = both.take_while(|(one, other)| one == other).count();
    let above = folder.components().skip(shared);
    let up = above.map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

/// Converts a value for expressions: a number, a text or a truth value; a list becomes a text.
fn plain(value: Detail) -> Value {
    match value {
        Detail::List(_) => value.to_string().into(),
        other => json!(other),
    }
}

/// Removes columns that are equal in all `runs`, and returns each of them once.
fn take_shared(runs: &mut [Vec<Column>]) -> Vec<Column> {
    let mut columns: BTreeMap<&String, Vec<&Vec<Value>>> = BTreeMap::new();
    for (name, column) in runs.iter().flatten() {
        columns.entry(name).or_default().push(column);
    }
    let mut shared: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (name, columns) in columns {
        let values = (0..columns[0].len()).map(|index| {
            let known = columns.iter().map(|column| &column[index]);
            let mut known = known.filter(|value| !value.is_null());
            let first = known.next().unwrap_or(&Value::Null);
            known.all(|value| value == first).then(|| first.clone())
        });
        if let Some(values) = values.collect() {
            shared.insert(name.clone(), values);
        }
    }
    for run in runs {
        run.retain(|(name, _)| !shared.contains_key(name));
    }
    shared.into_iter().collect()
}

/// Returns the mean difference of a later run from the first by `measure`, at increasing numbers of
/// cases: the number, the mean, and the ends of the confidence sequence's interval.
fn looks(
    first: &ContestantCases,
    later: &ContestantCases,
    measure: Measure,
    alpha: SignificanceLevel,
) -> Vec<[f64; 4]> {
    let range = measure.range();
    let width = range.map_or(0.0, |range| range.end() - range.start());
    let differences = first.differences(later, measure);
    let step = differences.len().div_ceil(LOOKS).max(1);
    let mut sum = 0.0;
    let mut looks = Vec::new();
    for (&difference, count) in differences.iter().zip(1..) {
        sum += difference;
        if count % step == 0 || count == differences.len() {
            let Interval { low, high } = sequential_interval(&differences[..count], width, alpha);
            looks.push([count as f64, sum / count as f64, low, high]);
        }
    }
    looks
}
