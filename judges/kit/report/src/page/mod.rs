//! `html`: a self-contained page about all runs.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, ensure};
use game::{Detail, Measure, Stream, rng};
use rand::seq::SliceRandom;
use records::stats::{Interval, Population, SignificanceLevel, sequential_interval};
use records::{BestScore, CaseName, Claims, Record, config_file, see};
use scene::page::{address, filled, skeleton};
use scene::printable;
use serde_json::{Value, json};

use crate::cases::{
    ContestantCases, PlayedCase, by_game, has_bounds, measure_of, unlike_conditions,
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
const MODULES: [(&str, &str); 7] = [
    ("expression.js", include_str!("expression.js")),
    ("statistics.js", include_str!("statistics.js")),
    ("game.js", include_str!("game.js")),
    ("chart.js", include_str!("chart.js")),
    ("plots.js", include_str!("plots.js")),
    ("tables.js", include_str!("tables.js")),
    ("report.js", include_str!("report.js")),
];

/// Returns the page about `by_game` at `path`; fails without records.
fn page(
    path: &Path,
    by_game: &[Vec<ContestantCases>],
    choices: &ComparisonOptions,
) -> Result<String> {
    ensure!(!by_game.is_empty(), "nothing to show: no records");
    let path = std::path::absolute(path)?;
    let folder = path.parent().unwrap_or(&path);
    let games = by_game.iter().map(|contestants| game(contestants, choices, folder));
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

/// A case that any run has played.
struct PageCase<'a> {
    name: &'a CaseName,
    /// One of its records.
    record: &'a Record,
    /// The scores of all runs, and the best of them.
    scores: Vec<f64>,
    best: BestScore,
}

/// Returns the page's data on a game or variant, with every case that any run has played. `game.js`
/// describes the fields; `folder` is the folder of the page.
fn game(contestants: &[ContestantCases], choices: &ComparisonOptions, folder: &Path) -> Value {
    let mut played: BTreeMap<&CaseName, Vec<&PlayedCase>> = BTreeMap::new();
    for (name, case) in contestants.iter().flat_map(|one| &one.cases) {
        played.entry(name).or_default().push(case);
    }
    let cases = played.into_iter().map(|(name, plays)| {
        let mut best = BestScore::default();
        plays.iter().for_each(|case| best.raise(&case.outcome));
        let scores = plays.iter().map(|case| case.outcome.counted_score).collect();
        PageCase { name, record: plays[0].records[0], scores, best }
    });
    let cases: Vec<PageCase> = cases.collect();
    let case_data = cases.iter().map(|PageCase { name, record, .. }| {
        let path = record.origin.case_path.as_deref();
        json!({
            "label": name.label(),
            // The script would round larger numbers.
            "seed": if name.seed < 1 << 53 { json!(name.seed) } else { name.seed.to_string().into() },
            // Arguments of `show`: for any program, and for a run of a history.
            "case": name.arguments(path, false),
            "of_run": name.arguments(path, true),
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
    let has_bounds = has_bounds(contestants);
    let runs = contestants.iter().map(|one| run_data(one, &cases, measure, has_bounds, folder));
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
        "cases": case_data.collect::<Vec<_>>(),
        "values": columns(cases.iter().map(|case| parameters(case.record))),
        "cumulative": cumulative.collect::<Vec<_>>(),
        // What `compare` finds on all cases, as data and as text.
        "comparison": comparison,
        "text": text.unwrap_or_default(),
    })
}

/// Returns the data on a run; lists have an entry for every case.
fn run_data(
    contestant: &ContestantCases,
    cases: &[PageCase],
    measure: Measure,
    has_bounds: bool,
    folder: &Path,
) -> Value {
    let list = |value: &dyn Fn(&PageCase, &PlayedCase) -> Value| -> Vec<Value> {
        let own = cases.iter().map(|case| Some((case, contestant.cases.get(case.name)?)));
        own.map(|own| own.map_or(Value::Null, |(case, play)| value(case, play))).collect()
    };
    let ratio = |case: &PageCase, play: &PlayedCase| {
        (measure == Measure::Relative).then(|| case.best.ratio(&play.outcome))
    };
    let rank = |case: &PageCase, play: &PlayedCase| {
        let own = play.outcome.counted_score;
        let is_better = |other: &&f64| contestant.game.objective.is_better(**other, own);
        1 + case.scores.iter().filter(is_better).count()
    };
    let pages = cases.iter().map(|case| replay(contestant, case.name, folder));
    let results = cases.iter().map(|case| {
        let play = contestant.cases.get(case.name);
        play.map_or(Vec::new(), |play| results(play.records[0]))
    });
    let kept = contestant.run.kept.as_ref();
    let source = PlaySource::of(contestant);
    json!({
        "name": contestant.name,
        "command": contestant.command,
        "start": source.start,
        "run": source.run,
        "history": source.history,
        "started": kept.map_or(String::new(), |kept| printable(&kept.started)),
        "note": kept.and_then(|kept| kept.note.as_deref()).map(printable).unwrap_or_default(),
        "state": contestant.run.flaw().unwrap_or_default(),
        "score": list(&|_, play| play.outcome.counted_score.into()),
        "bound_ratio": list(&|_, play| play.outcome.bound_ratio.filter(|_| has_bounds).into()),
        // Verdict and reason of the first failed play, or of the first play.
        "verdict": list(&|_, play| play.ruling().verdict.to_string().into()),
        "reason": list(&|_, play| play.ruling().reason.clone().into()),
        "relative": list(&|case, play| ratio(case, play).into()),
        "rank": list(&|case, play| rank(case, play).into()),
        "failed": list(&|_, play| play.outcome.has_failed().into()),
        "cpu": list(&|_, play| play.cost.cpu_ms.into()),
        "time": list(&|_, play| play.cost.wall_ms.into()),
        "memory": list(&|_, play| play.cost.memory_kib.into()),
        "pages": pages.map(Option::unwrap_or_default).collect::<Vec<_>>(),
        "values": columns(results),
    })
}

/// Returns the values of `cases` by name, with an entry for every case.
fn columns(
    cases: impl ExactSizeIterator<Item = Vec<(String, Detail)>>,
) -> Vec<(String, Vec<Value>)> {
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
