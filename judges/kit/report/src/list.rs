//! `list`: the runs of the history.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use records::stats::{Alpha, PairedDifference, mean};
use records::{Failure, Record, RunInfo, print};

use crate::cases::{CaseSet, Scale, by_scale_and_command};
use crate::files::{RunHistory, read};
use crate::markdown;
use crate::shown::from_json;

/// List the runs of the history, newest first.
///
/// Each has its mean score, mean share of the bound, and the mean difference of relative score to
/// the preceding run of the same game and variant, over the cases of both. A run that was
/// interrupted, or goes on, is marked `unfinished` and not compared.
#[derive(clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    history: RunHistory,
}

struct ListedRun {
    info: RunInfo,
    records: Vec<Record>,
}

impl ListedRun {
    /// True if the run goes on, or was interrupted.
    fn is_unfinished(&self) -> bool {
        self.info
            .cases
            .is_some_and(|cases| self.records.len() < cases)
    }
}

/// Prints the list.
pub fn run(args: &ListArgs) -> Result<ExitCode, Failure> {
    let entries = entries(&args.history).map_err(Failure::Usage)?;
    let header = [
        "run",
        "started",
        "commit",
        "game",
        "cases",
        "mean score",
        "share",
        "to the one before",
        "note",
        "command",
    ];
    let mut table = markdown::table(header, []);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut before: Vec<(Scale, CaseSet)> = Vec::new();
    for run in &entries {
        let ListedRun { info, records } = run;
        for (scale, set) in by_scale_and_command(records) {
            let earlier = before.iter().position(|(known, _)| *known == scale);
            let compared = earlier.filter(|_| !run.is_unfinished());
            let difference = compared.and_then(|index| difference(&before[index].1, &set));
            let scores: Vec<f64> = set.cases.values().map(|case| case.score()).collect();
            let shares: Vec<f64> = set.cases.values().filter_map(|case| case.share()).collect();
            rows.push(vec![
                info.name.clone(),
                info.started.clone(),
                commit(info),
                scale.name(),
                match run.is_unfinished() {
                    true => format!("{}, unfinished", set.cases.len()),
                    false => set.cases.len().to_string(),
                },
                mean(&scores).map_or(String::new(), |mean| format!("{mean:.1}")),
                mean(&shares).map_or(String::new(), |mean| format!("{:.2} %", 100.0 * mean)),
                difference.unwrap_or_default(),
                info.note.clone().unwrap_or_default(),
                info.command.clone(),
            ]);
            match earlier {
                _ if run.is_unfinished() => {}
                Some(index) => before[index].1 = set,
                None => before.push((scale, set)),
            }
        }
    }
    rows.reverse();
    table.add_rows(rows);
    print(&format!("{table}\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn entries(history: &RunHistory) -> Result<Vec<ListedRun>> {
    let folder = history
        .folder()
        .ok_or_else(|| anyhow!("no history: give --runs DIR or set the variable JUDGE_RUNS"))?;
    let shown = || folder.display().to_string();
    let mut entries = Vec::new();
    for entry in fs::read_dir(&folder).with_context(shown)? {
        let path = entry.with_context(shown)?.path();
        let description = path.join(RunInfo::FILE);
        if !description.is_file() || !path.join(RunInfo::RECORDS).is_file() {
            continue;
        }
        let text =
            fs::read_to_string(&description).with_context(|| description.display().to_string())?;
        let info: RunInfo = from_json(&text)
            .with_context(|| format!("{}: not the description of a run", description.display()))?;
        let name = path.display().to_string();
        let runs = read(history, &[name])?;
        let records = runs.into_iter().flat_map(|run| run.records).collect();
        entries.push(ListedRun { info, records });
    }
    entries.sort_by(|a, b| {
        let key = |entry: &ListedRun| {
            (
                entry.info.started.clone(),
                entry.info.name.len(),
                entry.info.name.clone(),
            )
        };
        key(a).cmp(&key(b))
    });
    Ok(entries)
}

/// The commit's first letters, and a `+` if there were changes on top.
fn commit(info: &RunInfo) -> String {
    let Some(commit) = &info.commit else {
        return String::new();
    };
    let short: String = commit.chars().take(10).collect();
    short + if info.dirty == Some(true) { "+" } else { "" }
}

/// Mean difference of relative score over the cases of both, with its error.
fn difference(before: &CaseSet, after: &CaseSet) -> Option<String> {
    let differences = before.relative_differences(after);
    let paired = PairedDifference::of(&differences, Alpha::default())?;
    let error = paired.standard_error;
    let error = error.map_or(String::new(), |error| format!(" ± {:.3}", 100.0 * error));
    Some(format!("{:+.3}{error} %", 100.0 * paired.difference))
}
