//! `html`: one self-contained page about one or several runs.

mod plots;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use records::stats::ConfidenceSequence;
use records::{CaseKey, Failure, Fields, readable};
use scene::{decimal, escaped};

use crate::cases::{PlayedCase, Scale, show_command};
use crate::comparison::{Block, ComparisonOptions, ContestantCases, compare, scales};
use crate::files::{RunHistory, read};
use crate::groups::check_names;
use plots::{Point, Series, colour};

/// Write one page about one or several runs.
///
/// The page is self-contained. It shows distributions of scores, scores against every case parameter,
/// and each later run compared with the first. A click on a point leads to its case.
#[derive(clap::Args)]
pub struct HtmlArgs {
    /// Files of records, or names of runs
    #[arg(required = true, value_name = "RUNS")]
    runs: Vec<String>,
    /// The page
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Replace FILE if it exists
    #[arg(long, help_heading = "Output")]
    force: bool,
    #[command(flatten)]
    history: RunHistory,
    #[command(flatten)]
    choices: ComparisonOptions,
}

/// Writes the page.
pub fn run(args: &HtmlArgs) -> Result<ExitCode, Failure> {
    let runs = read(&args.history, &args.runs).map_err(Failure::Usage)?;
    check_names(&args.choices.by, &runs).map_err(Failure::Usage)?;
    write(&args.out, args.force, &scales(&runs), &args.choices)?;
    Ok(ExitCode::SUCCESS)
}

/// Most points of one run in a plot, and most cases in the table below; of more,
/// every second, third, … is shown.
const MOST_POINTS: usize = 2_000;

/// Looks at a confidence sequence that a plot shows.
const LOOKS: usize = 100;

const STYLE: &str = include_str!("page.css");

/// Writes a page about `scales` to `path`. It is an error if there are no records.
pub fn write(
    path: &Path,
    force: bool,
    scales: &[(Scale, Vec<ContestantCases>)],
    choices: &ComparisonOptions,
) -> Result<(), Failure> {
    let page = page(scales, choices).map_err(Failure::Usage)?;
    Ok(records::write(path, force, page)?)
}

fn page(scales: &[(Scale, Vec<ContestantCases>)], choices: &ComparisonOptions) -> Result<String> {
    if scales.is_empty() {
        bail!("nothing to show: no records");
    }
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Runs</title>\
         <style>{STYLE}</style></head><body>\n<h1>Runs</h1>\n"
    );
    for (number, (scale, contestants)) in scales.iter().enumerate() {
        page += &Section::new(number, scale, contestants).html(choices);
    }
    Ok(page + "</body></html>\n")
}

/// The part of the page about one game or variant.
struct Section<'a> {
    scale: &'a Scale,
    contestants: &'a [ContestantCases<'a>],
    /// Cases that are shown, each with its anchor.
    shown: Vec<(&'a CaseKey, String)>,
    /// Number of all cases.
    total: usize,
    /// True if a case has a bound.
    has_shares: bool,
}

impl<'a> Section<'a> {
    fn new(number: usize, scale: &'a Scale, contestants: &'a [ContestantCases<'a>]) -> Section<'a> {
        let cases = || contestants.iter().flat_map(|one| &one.set.cases);
        let ids: BTreeSet<&CaseKey> = cases().map(|(id, _)| id).collect();
        let step = ids.len().div_ceil(MOST_POINTS).max(1);
        let shown = ids.iter().step_by(step).enumerate();
        Section {
            scale,
            contestants,
            shown: shown
                .map(|(index, id)| (*id, format!("case-{number}-{index}")))
                .collect(),
            total: ids.len(),
            has_shares: cases().any(|(_, case)| case.share().is_some()),
        }
    }

    fn html(&self, choices: &ComparisonOptions) -> String {
        let mut html = format!(
            "<h2>{}</h2>\n<p class=\"key\">",
            escaped(&self.scale.name())
        );
        for (index, contestant) in self.contestants.iter().enumerate() {
            html += &format!(
                "<span><b style=\"color:{}\">&#9632;</b> {}: <code>{}</code></span>",
                colour(index),
                escaped(&contestant.name),
                escaped(contestant.set.command)
            );
        }
        html += "</p>\n";
        if self.shown.len() < self.total {
            html += &format!(
                "<p>{} of {} cases are shown as points.</p>\n",
                self.shown.len(),
                self.total
            );
        }
        html += &figure(&self.distribution());
        for name in self.parameters() {
            html += &figure(&self.against(&name));
        }
        if self.contestants.len() > 1 {
            let comparison = compare(self.scale, self.contestants, choices);
            let blocks = comparison.blocks(choices.alpha, false);
            html.extend(blocks.iter().map(Block::html));
            for index in 1..self.contestants.len() {
                html += &figure(&self.paired(index));
                html += &figure(&self.cumulative(index, choices));
            }
        }
        html + &self.table()
    }

    /// Value of a case in the plots: the share of the bound where there is
    /// one, as scores of different cases have different scales; or the score.
    fn value(&self, case: &PlayedCase) -> f64 {
        if self.has_shares {
            case.share().unwrap_or(0.0)
        } else {
            case.score()
        }
    }

    fn value_name(&self) -> &'static str {
        if self.has_shares {
            "share of bound"
        } else {
            "score"
        }
    }

    fn distribution(&self) -> String {
        let series = self.contestants.iter().map(|contestant| {
            let cases = contestant.set.cases.values();
            cases.map(|case| self.value(case)).collect()
        });
        plots::histogram(self.value_name(), &series.collect::<Vec<_>>())
    }

    /// Parameters that are numbers and differ between cases.
    fn parameters(&self) -> Vec<String> {
        let mut differing = BTreeSet::new();
        let mut first = BTreeMap::new();
        for contestant in self.contestants {
            for case in contestant.set.cases.values() {
                for (name, value) in case.values() {
                    let Some(value) = value.as_f64() else {
                        continue;
                    };
                    if *first.entry(name.clone()).or_insert(value) != value {
                        differing.insert(name.clone());
                    }
                }
            }
        }
        differing.into_iter().collect()
    }

    fn against(&self, name: &str) -> String {
        let series = self
            .contestants
            .iter()
            .enumerate()
            .map(|(index, contestant)| {
                let points = self.shown.iter().filter_map(|(id, anchor)| {
                    let case = contestant.set.cases.get(id)?;
                    let x = case.values().get(name)?.as_f64()?;
                    Some(self.point(id, anchor, x, self.value(case)))
                });
                Series {
                    colour: colour(index),
                    points: points.collect(),
                }
            });
        let names = [name, self.value_name()];
        plots::scatter(names, &series.collect::<Vec<_>>(), false)
    }

    fn point(&self, id: &CaseKey, anchor: &str, x: f64, y: f64) -> Point {
        Point {
            x,
            y,
            anchor: anchor.to_string(),
            title: format!("{}: {}, {}", id.label(), decimal(x), decimal(y)),
        }
    }

    fn paired(&self, index: usize) -> String {
        let (a, b) = (&self.contestants[0], &self.contestants[index]);
        let points = self.shown.iter().filter_map(|(id, anchor)| {
            let (a, b) = (a.set.cases.get(id)?, b.set.cases.get(id)?);
            Some(self.point(id, anchor, self.value(a), self.value(b)))
        });
        let series = Series {
            colour: colour(index),
            points: points.collect(),
        };
        let names = [a, b].map(|run| format!("{}, {}", self.value_name(), run.name));
        plots::scatter([&names[0], &names[1]], &[series], true)
    }

    /// Mean difference of relative scores after each case, with the confidence
    /// sequence's interval.
    fn cumulative(&self, index: usize, choices: &ComparisonOptions) -> String {
        let (a, b) = (&self.contestants[0], &self.contestants[index]);
        let differences = a.set.relative_differences(&b.set);
        let step = differences.len().div_ceil(LOOKS).max(1);
        let mut sequence = ConfidenceSequence::new(choices.alpha, 1.0);
        let mut sum = 0.0;
        let mut looks = Vec::new();
        for (index, &difference) in differences.iter().enumerate() {
            sequence.push(difference);
            sum += difference;
            let count = index + 1;
            if count % step == 0 || count == differences.len() {
                let interval = sequence.interval();
                looks.push((count as f64, sum / count as f64, interval));
            }
        }
        plots::cumulative(colour(index), &self.contestants[index].name, &looks)
    }

    fn table(&self) -> String {
        let mut html = "<table><tr><th>case</th><th>parameters</th>".to_string();
        for contestant in self.contestants {
            html += &format!("<th>{}</th>", escaped(&contestant.name));
        }
        html += "<th class=\"command\">show it</th></tr>\n";
        for (id, anchor) in &self.shown {
            let played = |contestant: &'a ContestantCases<'a>| contestant.set.cases.get(*id);
            let parameters = self.contestants.iter().find_map(played);
            let parameters = parameters.map(|case| case.parameters());
            html += &format!(
                "<tr id=\"{anchor}\"><td>{}</td><td>{}</td>",
                escaped(&id.label()),
                escaped(&parameters.map_or(String::new(), shown))
            );
            for contestant in self.contestants {
                let cell = match contestant.set.cases.get(id) {
                    Some(case) if case.failed() => "failed".to_string(),
                    Some(case) => decimal(case.score()),
                    None => String::new(),
                };
                html += &format!("<td>{cell}</td>");
            }
            let command = self.command(id);
            html += &format!(
                "<td class=\"command\"><code>{}</code></td></tr>\n",
                escaped(&command)
            );
        }
        format!("<div class=\"wide\">{html}</table></div>\n")
    }

    /// The command that plays a case with the programs of the first two runs that have it, and
    /// shows it.
    fn command(&self, id: &CaseKey) -> String {
        let played = self.contestants.iter();
        let played = played.filter(|contestant| contestant.set.cases.contains_key(id));
        let commands = played.map(|contestant| contestant.start.as_str());
        show_command(&self.scale.game, id, &commands.collect::<Vec<_>>())
    }
}

/// Parameters as people read them: `N 12, C 4`.
fn shown(parameters: &Fields) -> String {
    let parameters = parameters.iter();
    let parameters = parameters.map(|(name, value)| format!("{name} {}", readable(value)));
    parameters.collect::<Vec<_>>().join(", ")
}

fn figure(svg: &str) -> String {
    format!("<figure>{svg}</figure>\n")
}
