//! Cost of `--losses` compared with that of the bound: the judge reads a case's saved output alone,
//! then with the bound, then with losses.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use benches::{program, run};
use criterion::Criterion;

/// A case and a saved play of it.
struct SavedPlay {
    claim: &'static str,
    /// Name of the game.
    game: &'static str,
    /// Options of the case.
    case: &'static str,
    /// Amount of work for the solver (`SOLVER_WORK`).
    work: u32,
    /// Steps towards the bound, as in the table of bounds; `None` if the judge cannot compute one.
    steps: Option<&'static str>,
}

#[rustfmt::skip]
const PLAYS: [SavedPlay; 4] = [
    SavedPlay { claim: "a case of Slider, N = 30", game: "slider", case: "-N 30 --seed 101", work: 5_000, steps: Some("300") },
    SavedPlay { claim: "a case of Lucky Symbols, subtask 7", game: "lucky", case: "--subtask 7 --seed 101", work: 5_000, steps: Some("2000") },
    SavedPlay { claim: "1000 cards of Yahtzee, all of them best", game: "yahtzee", case: "--games 1000 --seed 1", work: 1, steps: None },
    SavedPlay { claim: "a game of Ioiwari", game: "ioiwari", case: "--seed 1", work: 1, steps: None },
];

impl SavedPlay {
    /// Judges the saved play with additional options.
    fn judge(&self, options: &[&str], folder: &Path) {
        let mut judge = Command::new(program(&format!("{}-judge", self.game)));
        judge.args(self.case.split(' ')).args(options).arg(folder);
        run(judge.arg("--noSummary"));
    }

    fn bench(&self, criterion: &mut Criterion) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let solver = program(self.game);
        let exec = format!("env SOLVER_WORK={} {}", self.work, solver.display());
        let save = ["--time-limit", "600000", "--exec", &exec, "--saveAll"];
        self.judge(&save, folder.path());
        let mut group = criterion.benchmark_group(format!("losses of {}", self.claim));
        let mut judged = |name: &str, options: &[&str]| {
            let options = [options, &["--loadSolOutput"]].concat();
            group.bench_function(name, |bencher| {
                bencher.iter(|| self.judge(&options, folder.path()));
            });
        };
        if let Some(steps) = self.steps {
            judged("baseline: judged with the bound", &["--bound", steps]);
            judged("judged alone", &[]);
        } else {
            judged("baseline: judged alone", &[]);
        }
        judged("judged with losses", &["--losses"]);
        group.finish();
        Ok(())
    }
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    PLAYS.iter().try_for_each(|play| play.bench(criterion))
}
