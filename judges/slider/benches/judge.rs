//! Scoring a saved answer for a board of side 30, and generating its case.

use common::slider::board::Cell;
use criterion::{Criterion, criterion_group, criterion_main};
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

fn bench(criterion: &mut Criterion) {
    let (drawn, answer) = largest();
    let mut group = criterion.benchmark_group("slider judge");
    group.bench_function("score an answer, N = 30", |bencher| {
        bencher.iter(|| common::slider::answer::score(&drawn.case, &answer));
    });
    group.bench_function("bound, N = 30", |bencher| {
        bencher.iter(|| common::slider::bound::upper_bound(&drawn.case));
    });
    group.bench_function("generate", |bencher| {
        bencher.iter(|| Slider::default().generate(1))
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
