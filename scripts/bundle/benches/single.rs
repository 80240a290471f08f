//! The single files, compiled as a contestant's are, against the release build
//! of the workspace: the same work from standard input to standard output.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use bundle::submission::workspace;
use bundle::{Submission, compiler};
use criterion::{Criterion, Throughput};

/// Rolls of a game of Yahtzee, and games of a run.
const ROUNDS: usize = 13;
const GAMES: usize = 100_000;

/// What a program reads, and how many units of work that is: what it may spend
/// if it watches the clock, games otherwise. No game needs an answer in between:
/// Ioiwari and PseudoTonga end after the first move.
fn work(game: &str) -> Result<(String, u64)> {
    let data = workspace().join("data");
    Ok(match game {
        "ioiwari" => ("2 2 2 2 4 4 4\n".into(), 1),
        "lucky" => {
            let case = fs::read_to_string(data.join("lucky/7.1.in"))?;
            let turns: String = (0..1000).map(|turn| format!("playTurn {turn}\n")).collect();
            (case + "newRound\n" + &turns, 10_000)
        }
        "slider" => (fs::read_to_string(data.join("slider/7.in"))?, 20_000),
        "tonga" => ("12 -1 -1\n".into(), 100_000),
        "yahtzee" => {
            let die = |at: usize| char::from(b'1' + (at * at / 7 % 6) as u8);
            let roll = |at: usize| {
                format!(
                    "{} {} {} {} {}\n",
                    die(at),
                    die(at + 1),
                    die(at + 2),
                    die(at + 3),
                    die(at + 5)
                )
            };
            ((0..GAMES * ROUNDS).map(roll).collect(), GAMES as u64)
        }
        _ => anyhow::bail!("no work is known for {game}"),
    })
}

fn run(program: &Path, input: &Path, units: u64) {
    let status = Command::new(program)
        .env("SOLVER_WORK", units.to_string())
        .stdin(File::open(input).expect("the input was written"))
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("the program runs").success());
}

fn main() -> Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let folder = tempfile::tempdir()?;
    for submission in Submission::all()? {
        let game = &submission.game;
        let built = workspace().join("target/release").join(game);
        ensure!(
            built.exists(),
            "{} is missing: `make build`",
            built.display()
        );
        let single = folder.path().join(game);
        let file = single.with_extension("rs");
        fs::write(&file, submission.source()?)?;
        compiler::compile(&file, &single)?;
        let (text, units) = work(game)?;
        let input = single.with_extension("in");
        fs::write(&input, text).context("the input")?;
        let mut group = criterion.benchmark_group(format!("{game} as one file, a unit of work"));
        group
            .sample_size(10)
            .throughput(Throughput::Elements(units));
        let programs = [("baseline: workspace", &built), ("rustc -O", &single)];
        for (name, program) in programs {
            group.bench_function(name, |bencher| bencher.iter(|| run(program, &input, units)));
        }
        group.finish();
    }
    criterion.final_summary();
    Ok(())
}
