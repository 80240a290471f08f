//! `html`: a self-contained page about all runs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, ensure};
use game::{Detail, Measure, Stream, rng};
use rand::seq::SliceRandom;
use records::stats::{Interval, Population, SignificanceLevel, sequential_interval};
use records::{BestScore, CaseName, Claims, config_file, see};
use scene::page::{address, filled, skeleton};
use scene::printable;
use serde_json::{Value, json};

use crate::cases::{
    ContestantCases, all_cases, by_game, has_bounds, measure_of, unlike_conditions,
};
use crate::comparison::{ComparisonOptions, compare};
use crate::files::NamedRuns;
use crate::groups::{check, parameters, results};
use crate::show_command::{PlaySource, show};

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
    check(&args.choices.by.names, &runs, parameters)?;
    let config = config_file()?;
    let inputs = runs.iter().map(|run| &run.path).chain(&config);
    Claims::check(inputs.map(PathBuf::as_path), &args.out, "--out")?;
    let page = page(&args.out, &by_game(&runs), &args.choices)?;
    records::write(&args.out, args.force, page)?;
    see(&args.out);
    Ok(())
}

/// Maximum number of points of a confidence sequence in a plot.
const LOOKS: usize = 100;

/// Modules of the script; each imports only from earlier ones.
const MODULES: [(&str, &str); 8] = [
    ("expression.js", include_str!("expression.js")),
    ("statistics.js", include_str!("statistics.js")),
    ("game.js", include_str!("game.js")),
    ("chart.js", include_str!("chart.js")),
    ("plots.js", include_str!("plots.js")),
    ("tables.js", include_str!("tables.js")),
    ("case.js", include_str!("case.js")),
    ("report.js", include_str!("report.js")),
];

/// Returns the page about `by_game` at `path`; fails without records.
fn page(
    path: &Path,
    by_game: &[Vec<ContestantCases>],
    choices: &ComparisonOptions,
) -> Result<String> {
    ensure!(!by_game.is_empty(), "nothing to show: no records");
    let cases: Vec<BTreeSet<&CaseName>> = by_game.iter().map(|runs| all_cases(runs)).collect();
    let path = std::path::absolute(path)?;
    let folder = path.parent().unwrap_or(&path);
    let games = by_game.iter().zip(&cases);
    let games = games.map(|(contestants, keys)| game(contestants, keys, choices, folder));
    let data = json!({
        "alpha": choices.alpha.get(),
        // Milliseconds since 1970.
        "made": SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64,
        "games": games.collect::<Vec<_>>(),
    });
    let data = records::json(&data)?.replace('<', "\\u003c");
    let body = filled(include_str!("page.html"), [("{{data}}", data)]);
    let style = include_str!("page.css");
    Ok(skeleton("Runs", ("", ""), style, body, &MODULES))
}

/// A name, and the value in every case.
type Column = (String, Vec<Value>);

/// Returns the page's data on a game or variant, with every case that any run has played. `game.js`
/// describes the fields; `folder` is the folder of the page.
fn game(
    contestants: &[ContestantCases],
    keys: &BTreeSet<&CaseName>,
    choices: &ComparisonOptions,
    folder: &Path,
) -> Value {
    let cases = keys.iter().map(|key| {
        let played = contestants.iter().find_map(|one| one.cases.get(*key));
        let path = played.and_then(|case| case.records[0].origin.case_path.as_deref());
        json!({
            "label": key.label(),
            // The script would round larger numbers.
            "seed": if key.seed < 1 << 53 { json!(key.seed) } else { key.seed.to_string().into() },
            // Arguments of `show`: for any program, and for a run of a history.
            "case": key.arguments(path, false),
            "of_run": key.arguments(path, true),
        })
    });
    let comparison = (contestants.len() > 1).then(|| compare(contestants, choices));
    let text = comparison
        .as_ref()
        .map(|found| unlike_conditions(contestants) + &found.text(choices.alpha));
    let measure = measure_of(contestants);
    // Intervals of a confidence sequence require a range.
    let cumulative = comparison.iter().zip(measure.range()).flat_map(|(found, range)| {
        found.pairs.iter().zip(1..).map(move |(pair, run)| {
            let looks = looks(&pair.values.values, &range, choices.alpha);
            json!({ "run": run, "looks": looks })
        })
    });
    let scores = |key: &&CaseName| {
        let cases = contestants.iter().filter_map(|one| one.cases.get(*key));
        let mut best = BestScore::default();
        cases.clone().for_each(|case| best.raise(&case.outcome));
        (best, cases.map(|case| case.outcome.counted_score).collect())
    };
    let facts = GameFacts {
        keys,
        folder,
        scores: keys.iter().map(scores).collect(),
        is_relative: measure == Measure::Relative,
        has_bounds: has_bounds(contestants),
    };
    let runs = contestants.iter().map(|one| run_data(one, &facts));
    let parameters = columns(keys.iter().map(|key| {
        let played = contestants.iter().find_map(|one| one.cases.get(*key));
        played.map_or(Vec::new(), |case| parameters(case.records[0]))
    }));
    let game = contestants[0].game;
    json!({
        "name": game.name(),
        // The start of a command line that shows a case.
        "show": show(game.game),
        "measure": measure,
        "measure_name": measure.name(),
        // The direction in which a score is better.
        "objective": game.objective,
        "runs": runs.collect::<Vec<_>>(),
        "cases": cases.collect::<Vec<_>>(),
        "values": parameters,
        "cumulative": cumulative.collect::<Vec<_>>(),
        // What `compare` finds on all cases, as data and as text.
        "comparison": comparison,
        "text": text.unwrap_or_default(),
    })
}

/// Facts about all runs of a game.
struct GameFacts<'a> {
    keys: &'a BTreeSet<&'a CaseName>,
    /// Folder of the page.
    folder: &'a Path,
    /// For every case the best score, and the scores of all runs.
    scores: Vec<(BestScore, Vec<f64>)>,
    /// True if ratios to the best score are comparable.
    is_relative: bool,
    has_bounds: bool,
}

/// Returns the data on a run; lists have an entry for every case.
fn run_data(contestant: &ContestantCases, facts: &GameFacts) -> Value {
    let GameFacts { keys, scores, .. } = facts;
    let cases = || keys.iter().map(|key| contestant.cases.get(*key));
    let outcomes = || cases().map(|case| Some(case?.outcome));
    let relative = outcomes().zip(scores);
    let relative =
        relative.map(|(own, (best, _))| Some(best.ratio(&own.filter(|_| facts.is_relative)?)));
    let ranks = outcomes().zip(scores).map(|(own, (_, all))| {
        let own = own?.counted_score;
        let is_better = |other: &&f64| contestant.game.objective.is_better(**other, own);
        Some(1 + all.iter().filter(is_better).count())
    });
    let rulings = || cases().map(|case| Some(case?.ruling()));
    let ratios = outcomes().map(|case| case?.bound_ratio.filter(|_| facts.has_bounds));
    let pages = keys.iter().map(|key| replay(contestant, key, facts.folder));
    let results = |key: &&CaseName| {
        let case = contestant.cases.get(*key);
        case.map_or(Vec::new(), |case| results(case.records[0]))
    };
    let kept = contestant.run.kept.as_ref();
    let state = contestant.run.flaw();
    let source = PlaySource::of(contestant);
    json!({
        "name": contestant.name,
        "command": contestant.command,
        "start": source.start,
        "run": source.run,
        "history": source.history,
        "started": kept.map_or(String::new(), |kept| printable(&kept.started)),
        "note": kept.and_then(|kept| kept.note.as_deref()).map(printable).unwrap_or_default(),
        "state": state.unwrap_or_default(),
        "score": outcomes().map(|case| Some(case?.counted_score)).collect::<Vec<_>>(),
        "bound_ratio": ratios.collect::<Vec<_>>(),
        // Verdict and reason of the first failed play, or of the first play.
        "verdict": rulings().map(|ruling| Some(ruling?.verdict.to_string())).collect::<Vec<_>>(),
        "reason": rulings().map(|ruling| ruling?.reason.clone()).collect::<Vec<_>>(),
        "relative": relative.collect::<Vec<_>>(),
        "rank": ranks.collect::<Vec<_>>(),
        "failed": outcomes().map(|case| Some(case?.has_failed())).collect::<Vec<_>>(),
        "cpu": cases().map(|case| Some(case?.cost.cpu_ms)).collect::<Vec<_>>(),
        "time": cases().map(|case| Some(case?.cost.wall_ms)).collect::<Vec<_>>(),
        "memory": cases().map(|case| Some(case?.cost.memory_kib)).collect::<Vec<_>>(),
        "pages": pages.map(Option::unwrap_or_default).collect::<Vec<_>>(),
        "values": columns(keys.iter().map(results)),
    })
}

/// Returns the values of `cases` by name, with an entry for every case.
fn columns(cases: impl ExactSizeIterator<Item = Vec<(String, Detail)>>) -> Vec<Column> {
    let (count, mut columns) = (cases.len(), BTreeMap::new());
    for (index, values) in cases.enumerate() {
        for (name, value) in values {
            columns.entry(name).or_insert_with(|| vec![Value::Null; count])[index] = plain(value);
        }
    }
    columns.into_iter().collect()
}

/// Returns the address, relative to a folder, of a case's page if the run wrote it with `--html`
/// and it still exists.
fn replay(contestant: &ContestantCases, key: &CaseName, from: &Path) -> Option<String> {
    let folder = contestant.run.kept.as_ref()?.pages.as_ref()?;
    let stem = key.stem(contestant.run.records.iter().any(|record| record.case.seed != key.seed));
    let page = folder.join(format!("{stem}.html"));
    let is_there = contestant.cases.contains_key(key) && page.is_file();
    is_there.then(|| address(relative(from, &page)))
}

/// Returns the relative path from a folder to a file; both are absolute.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let both = folder.components().zip(file.components());
    let shared = both.take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

/// Converts a value for expressions: a number, a text or a truth value; a list becomes a text.
fn plain(value: Detail) -> Value {
    match value {
        Detail::List(_) => value.to_string().into(),
        other => json!(other),
    }
}

/// Returns the mean of the second values minus the first at increasing numbers of cases: the number,
/// the mean, and the ends of the confidence sequence's interval. The values are in `range`.
fn looks(
    values: &[[f64; 2]],
    range: &RangeInclusive<f64>,
    alpha: SignificanceLevel,
) -> Vec<[f64; 4]> {
    let width = range.end() - range.start();
    let mut differences: Vec<f64> = values.iter().map(|[first, later]| later - first).collect();
    // Neighbouring cases may be similar: the order depends only on their number, as if at random.
    differences.shuffle(&mut rng("looks", 0, Stream::Case));
    let step = differences.len().div_ceil(LOOKS).max(1);
    let mut sum = 0.0;
    let mut looks = Vec::new();
    for (&difference, count) in differences.iter().zip(1..) {
        sum += difference;
        if count % step == 0 || count == differences.len() {
            let (differences, unlimited) = (&differences[..count], Population::Unlimited);
            let Interval { low, high } = sequential_interval(differences, width, unlimited, alpha);
            looks.push([count as f64, sum / count as f64, low, high]);
        }
    }
    looks
}
