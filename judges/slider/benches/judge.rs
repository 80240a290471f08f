//! What a case costs the judge beside the contestant, against the start of a process.

use std::process::{Command, Stdio};

use common::slider::board::Cell;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use judge_kit::Game;
use slider_judge::{Drawn, Slider};

/// A case of side 30, and an answer of as many turns as are allowed.
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
    (
        drawn,
        format!("{}\n{}", shape.area(), turn.repeat(shape.area())),
    )
}

/// Cases of a run, so that the judge's own start hardly counts.
const CASES: u64 = 50;

/// Generates and judges cases with a contestant that makes no turn.
fn judge() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slider-judge"));
    command.args(["--exec", "echo 0", "--seed", &format!("1-{CASES}")]);
    let status = command.stdout(Stdio::null()).status();
    assert!(status.expect("the judge runs").success());
}

fn bench(criterion: &mut Criterion) {
    let (drawn, answer) = largest();
    let mut group = criterion.benchmark_group("slider judge, a case");
    group.bench_function("baseline: a process that does nothing", |bencher| {
        bencher.iter(|| Command::new("true").status());
    });
    group.bench_function("generate", |bencher| {
        bencher.iter(|| Slider::default().generate(1))
    });
    group.bench_function("bound, N = 30", |bencher| {
        bencher.iter(|| common::slider::bound::upper_bound(&drawn.case));
    });
    group.bench_function("score an answer, N = 30", |bencher| {
        bencher.iter(|| common::slider::answer::score(&drawn.case, &answer));
    });
    group.throughput(Throughput::Elements(CASES));
    group.bench_function("all of it, a trivial contestant", |bencher| {
        bencher.iter(judge);
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
