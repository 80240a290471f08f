//! The single files, compiled as a contestant's are, against the release build
//! of the workspace: the same cases from standard input to standard output.

use anyhow::Result;
use bundle::Submission;
use bundle::compiler::{self, EDITIONS};
use criterion::{Criterion, Throughput};
use transcripts::{Programs, replay};

#[path = "../../bundle/tests/transcripts/mod.rs"]
mod transcripts;

fn main() -> Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let release = games::workspace().join("target/release");
    let built = Programs(&release);
    for submission in Submission::all()? {
        let game = &submission.game;
        let folder = tempfile::tempdir()?;
        let single = folder.path().join(game);
        let file = single.with_extension("rs");
        std::fs::write(&file, submission.source()?)?;
        compiler::compile(&file, EDITIONS[0], &single)?;
        let cases = built.record(&submission, &folder.path().join("cases"))?;
        let mut group = criterion.benchmark_group(format!("{game} as one file, a case"));
        group
            .sample_size(10)
            .throughput(Throughput::Elements(cases.len() as u64));
        let programs = [
            ("baseline: workspace", built.program(game)?),
            ("rustc -O", single),
        ];
        for (name, program) in programs {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for case in &cases {
                        replay(&submission, &program, case).expect("it was played before");
                    }
                });
            });
        }
        group.finish();
    }
    criterion.final_summary();
    Ok(())
}
