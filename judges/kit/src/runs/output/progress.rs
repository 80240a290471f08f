//! What the user sees while a run goes on.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Output, on_stdout};
use crate::runs::record::Record;

/// A line for every case; on a terminal also a bar with the running mean and
/// the time left.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    count: usize,
    sum: f64,
}

impl Progress {
    /// Progress through `cases` cases.
    pub fn new(cases: usize) -> Progress {
        let bar = io::stdout().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  ETA {eta}");
            ProgressBar::new(cases as u64)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress {
            bar,
            count: 0,
            sum: 0.0,
        }
    }
}

impl Output for Progress {
    fn add(&mut self, record: &mut Record) -> Result<()> {
        self.count += 1;
        self.sum += record.score;
        match &self.bar {
            Some(bar) => {
                bar.println(line(record));
                bar.set_message(format!("mean {:.3}", self.sum / self.count as f64));
                bar.inc(1);
                Ok(())
            }
            None => on_stdout(writeln!(io::stdout(), "{}", line(record))),
        }
    }

    fn finish(&mut self) -> Result<()> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        Ok(())
    }
}

/// The line of a case, as the original testers print it.
fn line(record: &Record) -> String {
    let mut line = String::new();
    if let Some(file) = &record.file {
        line += &format!("Case = {file}, ");
    }
    line += &format!("Seed = {}, ", record.seed);
    if let Some(variant) = &record.variant {
        line += &format!("Variant = {variant}, ");
    }
    line += &format!("Score = {:?}, ", record.score);
    if let Some(best) = record.best_known {
        line += &format!("PreviousBest = {best:?}, ");
    }
    line += &format!("RunTime = {:.0} ms", record.cost.wall_ms);
    if !record.is_ok() {
        line += &format!(", Verdict = {}", record.ruling);
    }
    line
}
