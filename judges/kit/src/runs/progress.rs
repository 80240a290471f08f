//! What the user sees while a run goes on.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};

use super::record::Record;
use crate::verdict::Verdict;

/// A line for every case; on a terminal also a bar with the running mean and
/// the time left.
pub(crate) struct Progress {
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

    /// Shows a case that has ended.
    ///
    /// # Errors
    /// Standard output is closed.
    pub fn show(&mut self, record: &Record) -> io::Result<()> {
        self.count += 1;
        self.sum += record.score;
        match &self.bar {
            Some(bar) => {
                bar.println(line(record));
                bar.set_message(format!("mean {:.3}", self.sum / self.count as f64));
                bar.inc(1);
                Ok(())
            }
            None => writeln!(io::stdout(), "{}", line(record)),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
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
    line += &format!("RunTime = {:.0} ms", record.wall_ms);
    if record.verdict != Verdict::Ok {
        let reason = record.reason.as_deref().unwrap_or("no reason");
        line += &format!(", Verdict = {}: {reason}", record.verdict);
    }
    line
}
