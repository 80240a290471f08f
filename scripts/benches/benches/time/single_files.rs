//! The single files, compiled as a contestant's are, against the release build
//! of the workspace: the same cases from standard input to standard output.

use anyhow::Result;
use criterion::{Criterion, Throughput};
use tasks::bundle::compiler::{self, EDITIONS};
use tasks::submissions::Submission;

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let release = tasks::workspace().join("target/release");
    for submission in Submission::all()? {
        let game = &submission.game;
        let folder = tempfile::tempdir()?;
        let single = folder.path().join(game);
        let file = single.with_extension("rs");
        std::fs::write(&file, submission.source()?)?;
        compiler::compile(&file, EDITIONS[0], 3, &single)?;
        let cases = submission.record(&release, &folder.path().join("cases"))?;
        let mut group = criterion.benchmark_group(format!("{game} as one file, a case"));
        group
            .sample_size(10)
            .throughput(Throughput::Elements(cases.len() as u64));
        let programs = [
            ("baseline: workspace", benches::program(game)),
            ("rustc -O", single),
        ];
        for (name, program) in programs {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for case in &cases {
                        let replayed = submission.replay(&program, case);
                        replayed.expect("it was played before");
                    }
                });
            });
        }
        group.finish();
    }
    Ok(())
}
