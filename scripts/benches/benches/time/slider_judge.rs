//! Cost of a case: the judge's own work, and a whole case with a contestant that does nothing. The
//! baseline only starts that contestant.

use std::process::Command;

use anyhow::Result;
use benches::{program, run};
use common::slider::board::Cell;
use criterion::{Criterion, Throughput};
use game::Game;
use slider_judge::{Drawn, Slider};

/// Returns a case of side 30 and an answer with the maximum number of turns.
fn largest() -> (Drawn, String) {
    let slider = Slider::default();
    let large = |seed: &u64| slider.generate(*seed).case.board().shape().rows == 30;
    let drawn = slider.generate((1..).find(large).unwrap_or(1));
    let shape = drawn.case.board().shape();
    let cells = drawn.case.board().cells();
    let is_block = |cell: &Cell| matches!(cell, Cell::Block(_));
    let index = cells.iter().rposition(is_block).unwrap_or(0);
    let (row, col) = shape.position(index);
    let turn = format!("{row} {col} M D\n");
    (drawn, format!("{}\n{}", shape.area(), turn.repeat(shape.area())))
}

/// Cases in a run: so many that the judge's own start hardly counts.
const CASES: u64 = 500;

/// A contestant that makes no turn.
const TRIVIAL: [&str; 2] = ["echo", "0"];

/// Starts the trivial contestant by `posix_spawn`, as std does, and waits for its end.
fn bare_start() {
    run(Command::new(TRIVIAL[0]).args(&TRIVIAL[1..]));
}

/// Generates and judges [`CASES`] cases with the trivial contestant, one after the other.
fn judge(level: &str) {
    let mut judge = Command::new(program("slider-judge"));
    judge.args(["--exec", &TRIVIAL.join(" "), &format!("--sandbox={level}")]);
    run(judge.args(["--seed", &format!("1-{CASES}"), "-ns", "--threads", "1"]));
}

/// Compares a case, at each level that needs no tool, with only starting the contestant.
pub(crate) fn bench_case(criterion: &mut Criterion) -> Result<()> {
    let mut group = criterion.benchmark_group("a case of slider judge, a trivial contestant");
    group.sample_size(10);
    group.bench_function("baseline: posix_spawn and wait", |bencher| {
        bencher.iter(bare_start);
    });
    group.throughput(Throughput::Elements(CASES));
    for level in ["none", "namespaces"] {
        group.bench_function(level, |bencher| bencher.iter(|| judge(level)));
    }
    group.finish();
    Ok(())
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let (drawn, answer) = largest();
    let mut group = criterion.benchmark_group("slider judge, its own work");
    group.bench_function("generate", |bencher| bencher.iter(|| Slider::default().generate(1)));
    group.bench_function("bound, N = 30", |bencher| {
        bencher.iter(|| slider_judge::upper_bound(drawn.case.board()));
    });
    group.bench_function("score an answer, N = 30", |bencher| {
        bencher.iter(|| common::slider::answer::score(&drawn.case, &answer));
    });
    group.finish();
    Ok(())
}
