//! The end of a run in a few lines: figures over all cases, and the official result.

use anyhow::Result;

use super::Output;
use game::Total;
use records::{Record, Summaries, print};

/// Summaries and official result, printed at the end.
#[derive(Default)]
pub(super) struct RunTotal<T> {
    summaries: Summaries,
    total: T,
}

impl<T: Total> Output for RunTotal<T> {
    fn add(&mut self, record: &mut Record) -> Result<()> {
        self.summaries.add(record);
        self.total.add(&record.result());
        Ok(())
    }

    fn add_earlier(&mut self, record: &Record) -> Result<()> {
        self.add(&mut record.clone())
    }

    fn finish(&mut self) -> Result<()> {
        if self.summaries.is_empty() {
            return print("no case was finished\n");
        }
        let RunTotal { summaries, total } = self;
        print(&format!("{summaries}\ntotal    {total}\n"))
    }
}
