//! A whole game at side 16 against a contestant that answers at once: through
//! pipes with all that the judge does around it, and the referee's part alone.
//! The contestant is this program itself.

use std::env;
use std::hint::black_box;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, Stdio};

use anyhow::Result;
use criterion::Criterion;
use game::{read_case, rescore};
use tonga_judge::Tonga;

/// First argument of the contestant.
pub(crate) const CONTESTANT: &str = "answer-at-once";

/// Puts each stone on the first empty square.
pub(crate) fn answer_at_once() -> Result<()> {
    let mut lines = stdin().lock().lines();
    let mut numbers = move || {
        let line = lines.next()?.ok()?;
        let numbers = line
            .split(' ')
            .map(|word| word.parse::<i64>().unwrap_or(-1));
        Some(numbers.collect::<Vec<i64>>())
    };
    let first = numbers().unwrap_or_default();
    let side = first[0];
    let mut taken = vec![false; (side * side) as usize];
    let mut stone = Some(first[1..].to_vec());
    while let Some(at) = stone {
        if at[0] >= 0 {
            taken[(at[0] * side + at[1]) as usize] = true;
        }
        let Some(square) = taken.iter().position(|taken| !taken) else {
            break;
        };
        taken[square] = true;
        let mut out = stdout().lock();
        writeln!(out, "{} {}", square as i64 / side, square as i64 % side)?;
        out.flush()?;
        stone = numbers();
    }
    Ok(())
}

fn judge(exec: &str, seed: u64, folder: Option<&str>) {
    let mut command = Command::new(benches::program("tonga-judge"));
    command.args(["-N", "16", "--exec", exec, "--seed", &seed.to_string()]);
    command.args(folder.iter().flat_map(|&folder| ["--saveAll", folder]));
    let status = command.stdout(Stdio::null()).status();
    assert!(status.expect("the judge runs").success());
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let exec = format!("'{}' {CONTESTANT}", env::current_exe()?.display());
    let mut group = criterion.benchmark_group("tonga judge, N = 16");
    let mut seed = 0;
    group.bench_function("a game through pipes", |bencher| {
        bencher.iter(|| {
            seed += 1;
            judge(&exec, seed, None);
        });
    });
    let folder = tempfile::tempdir()?;
    judge(&exec, 1, folder.path().to_str());
    let input = std::fs::read_to_string(folder.path().join("1.in"))?;
    let output = std::fs::read(folder.path().join("1.out"))?;
    group.bench_function("baseline: its referee alone", |bencher| {
        bencher.iter(|| {
            let tonga = Tonga::default();
            let (case, rest) = read_case(&tonga, black_box(&input)).expect("a case");
            let mut play = Default::default();
            assert_eq!(rescore(&tonga, &case, rest, &output, &mut play), Ok(()));
        });
    });
    group.finish();
    Ok(())
}
