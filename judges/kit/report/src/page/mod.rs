//! `html`: one self-contained page about all runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use records::stats::{Alpha, ConfidenceSequence, t_quantile};
use records::{CaseKey, WrongUsage, json, readable};
use scene::page::{address, filled, skeleton};
use serde::Serialize;
use serde_json::Value;

use crate::cases::{ContestantCases, all_cases, scales};
use crate::comparison::{ComparisonOptions, compare};
use crate::files::NamedRuns;
use crate::show_command::{PlaySource, arguments, show};

/// Write one page about one or several runs.
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
    let runs = args.runs.read()?;
    args.choices.by.check(&runs)?;
    write(&args.out, args.force, &scales(&runs), &args.choices)
}

/// Looks at a confidence sequence that a plot shows.
const LOOKS: usize = 100;

/// The script's modules; each imports only from those above it.
const MODULES: [(&str, &str); 7] = [
    ("expression.js", include_str!("expression.js")),
    ("game.js", include_str!("game.js")),
    ("statistics.js", include_str!("statistics.js")),
    ("chart.js", include_str!("chart.js")),
    ("tables.js", include_str!("tables.js")),
    ("case.js", include_str!("case.js")),
    ("report.js", include_str!("report.js")),
];

/// Writes a page about `scales` to `path`. It is an error if there are no records.
pub fn write(
    path: &Path,
    force: bool,
    scales: &[Vec<ContestantCases>],
    choices: &ComparisonOptions,
) -> Result<()> {
    if scales.is_empty() {
        bail!(WrongUsage("nothing to show: no records".into()));
    }
    let games = scales
        .iter()
        .map(|contestants| GameData::new(contestants, choices));
    let games: Vec<GameData> = games.collect();
    let most = games.iter().map(|game| game.cases.len()).max().unwrap_or(0);
    let data = PageData {
        alpha: choices.alpha.get(),
        quantiles: (2..=most)
            .filter_map(|count| t_quantile(count, choices.alpha))
            .collect(),
        games,
    };
    let data = json(&data)?.replace('<', "\\u003c");
    let body = filled(include_str!("page.html"), [("{{data}}", data)]);
    let style = (include_str!("page.css"), "");
    let page = skeleton("Runs", ("", ""), style, body, &MODULES);
    records::write(path, force, page)
}

/// Data of the page for its script; `game.js` describes the fields.
#[derive(Serialize)]
struct PageData {
    alpha: f64,
    /// Student's quantiles for 2, 3, … cases.
    quantiles: Vec<f64>,
    games: Vec<GameData>,
}

/// A name, and its value in every case.
type Column = (String, Vec<Value>);

/// A game or variant, with every case that any run has played.
#[derive(Serialize)]
struct GameData {
    name: String,
    /// The start of a command line that shows a case.
    show: String,
    runs: Vec<RunData>,
    cases: Vec<CaseData>,
    /// Values that do not differ between runs.
    values: Vec<Column>,
    cumulative: Vec<Cumulative>,
    /// The comparison of all cases as text.
    text: String,
}

#[derive(Serialize)]
struct CaseData {
    label: String,
    seed: u64,
    /// Arguments of `show`, and those with a run of a history.
    case: String,
    of_run: String,
}

#[derive(Serialize)]
struct RunData {
    name: String,
    command: String,
    #[serde(flatten)]
    source: PlaySource,
    started: String,
    note: String,
    state: String,
    score: Vec<Option<f64>>,
    share: Vec<Option<f64>>,
    failed: Vec<Option<bool>>,
    cpu: Vec<Option<f64>>,
    time: Vec<Option<f64>>,
    memory: Vec<Option<u64>>,
    pages: Vec<String>,
    values: Vec<Column>,
}

/// The mean difference of relative scores of a later run to the first.
#[derive(Serialize)]
struct Cumulative {
    run: usize,
    /// Number of cases, mean, and the ends of the confidence sequence's interval.
    looks: Vec<[f64; 4]>,
}

impl GameData {
    fn new(contestants: &[ContestantCases], choices: &ComparisonOptions) -> GameData {
        let scale = contestants[0].scale;
        let keys = all_cases(contestants);
        let mut runs: Vec<RunData> = contestants
            .iter()
            .map(|contestant| RunData::new(contestant, &keys))
            .collect();
        let cases = keys.iter().map(|key| CaseData {
            label: key.label(),
            seed: key.seed,
            case: arguments(key, false),
            of_run: arguments(key, true),
        });
        let text = match contestants.len() {
            1 => String::new(),
            _ => compare(contestants, choices).text(choices.alpha),
        };
        let later = 1..contestants.len();
        GameData {
            name: scale.name(),
            show: show(scale.game),
            cases: cases.collect(),
            values: take_shared(&mut runs),
            cumulative: later
                .map(|run| cumulative(contestants, run, choices.alpha))
                .collect(),
            text,
            runs,
        }
    }
}

impl RunData {
    fn new(contestant: &ContestantCases, keys: &BTreeSet<&CaseKey>) -> RunData {
        let cases = || keys.iter().map(|key| contestant.cases.get(*key));
        let info = contestant.run.info.as_ref();
        let state = contestant.run.is_unfinished().then_some("unfinished");
        let mut values: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (index, case) in cases().enumerate() {
            for (name, value) in case.map(|case| case.values()).unwrap_or_default() {
                let column = values.entry(name);
                column.or_insert_with(|| vec![Value::Null; keys.len()])[index] = plain(value);
            }
        }
        RunData {
            name: contestant.name.clone(),
            command: contestant.command.into(),
            source: PlaySource::of(contestant),
            started: info.map_or(String::new(), |info| info.started.clone()),
            note: info.and_then(|info| info.note.clone()).unwrap_or_default(),
            state: state.unwrap_or_default().into(),
            score: cases().map(|case| Some(case?.score())).collect(),
            share: cases().map(|case| case?.share()).collect(),
            failed: cases().map(|case| Some(case?.failed())).collect(),
            cpu: cases().map(|case| Some(case?.cpu_ms())).collect(),
            time: cases().map(|case| Some(case?.wall_ms())).collect(),
            memory: cases().map(|case| Some(case?.memory_kib())).collect(),
            pages: keys
                .iter()
                .map(|key| replay(contestant, key).unwrap_or_default())
                .collect(),
            values: values.into_iter().collect(),
        }
    }
}

/// The address of the page of a case that the run wrote with `--html`, if it is there.
fn replay(contestant: &ContestantCases, key: &CaseKey) -> Option<String> {
    let folder = contestant.run.info.as_ref()?.pages.as_ref()?;
    let variant = key.source.variant.as_ref();
    let stem = match &key.source.file {
        Some(file) => {
            let stem = Path::new(file).file_stem()?.to_string_lossy();
            // Of a run with several seeds, a file has a page for each.
            let mut records = contestant.run.records.iter();
            match records.all(|record| record.seed == key.seed) {
                true => stem.into_owned(),
                false => format!("{stem}.seed-{}", key.seed),
            }
        }
        None => variant.map_or(key.seed.to_string(), |variant| {
            format!("{}.{variant}", key.seed)
        }),
    };
    let page = folder.join(format!("{stem}.html"));
    let is_there = contestant.cases.contains_key(key) && page.is_file();
    is_there.then(|| format!("file://{}", address(&page)))
}

/// A value as expressions use it: a number, a text or a truth; a list becomes a text.
fn plain(value: Value) -> Value {
    match value {
        Value::Array(_) | Value::Object(_) => readable(&value).into(),
        other => other,
    }
}

/// Removes from `runs` the values in which they do not differ, and returns these once.
fn take_shared(runs: &mut [RunData]) -> Vec<Column> {
    let mut columns: BTreeMap<&String, Vec<&Vec<Value>>> = BTreeMap::new();
    for (name, column) in runs.iter().flat_map(|run| &run.values) {
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
        run.values.retain(|(name, _)| !shared.contains_key(name));
    }
    shared.into_iter().collect()
}

/// Mean difference of relative scores after each case, with the confidence sequence's interval.
fn cumulative(contestants: &[ContestantCases], run: usize, alpha: Alpha) -> Cumulative {
    let differences = contestants[0].relative_differences(&contestants[run]);
    let step = differences.len().div_ceil(LOOKS).max(1);
    let mut sequence = ConfidenceSequence::new(alpha, 1.0);
    let mut sum = 0.0;
    let mut looks = Vec::new();
    for (&difference, count) in differences.iter().zip(1..) {
        sequence.push(difference);
        sum += difference;
        if count % step == 0 || count == differences.len() {
            let interval = sequence.interval();
            // No relative difference lies beyond −1 to 1.
            let [low, high] = [interval.low.max(-1.0), interval.high.min(1.0)];
            looks.push([count as f64, sum / count as f64, low, high]);
        }
    }
    Cumulative { run, looks }
}
