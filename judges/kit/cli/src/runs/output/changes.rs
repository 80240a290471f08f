//! Notices that a program's sources change while its run is played.

use std::time::{Duration, Instant};

use anyhow::Result;
use records::{Record, eprint_line};

use crate::runs::program::Program;
use crate::runs::sources::Sources;

/// Minimum time between two checks of the sources during a run.
const LOOK: Duration = Duration::from_millis(500);

/// A check whether the program changes during the run.
pub(super) struct ChangeCheck<'a> {
    program: &'a Program,
    now: Sources,
    last: Instant,
    /// True once a file of the program differs from the start.
    pub has_changed: bool,
}

impl<'a> ChangeCheck<'a> {
    pub fn new(program: &'a Program) -> ChangeCheck<'a> {
        let (now, last) = (program.sources.clone(), Instant::now());
        ChangeCheck {
            program,
            now,
            last,
            has_changed: false,
        }
    }

    /// Reads the sources again; new files may be output of the program, so they do not count.
    pub fn look(&mut self) -> Result<()> {
        self.now = self.program.rule.read(&self.now)?;
        self.last = Instant::now();
        let before = &self.program.sources;
        let mut changes = before.changes(&self.now).into_iter();
        let changed = changes.find(|path| before.files.contains_key(path));
        if let Some(path) = changed.filter(|_| !self.has_changed) {
            self.has_changed = true;
            eprint_line(&format!(
                "warning: {} changed while the run was played: it is no base of comparisons",
                path.display()
            ));
        }
        Ok(())
    }

    /// Sets the program's digest in a new record, if the program has changed.
    pub fn sign(&mut self, record: &mut Record) -> Result<()> {
        if self.last.elapsed() > LOOK {
            self.look()?;
        }
        if self.has_changed {
            record.program = self.now.digest();
        }
        Ok(())
    }
}
