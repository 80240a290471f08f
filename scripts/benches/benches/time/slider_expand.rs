//! Cost of a state of the search, and of evaluating a child: incrementally or from scratch.

use anyhow::Result;
use benches::slider_case;
use criterion::{Criterion, Throughput};

/// Numbers of a sparse small case, a medium one and a full large one.
const CASES: [u32; 3] = [3, 7, 21];
/// Number of states in one search.
const STATES: u64 = 3000;

/// Measures a search per expanded state. The baseline expands one state and evaluates every turn's
/// outcome from scratch.
fn per_state(c: &mut Criterion) {
    for number in CASES {
        let case = slider_case(number);
        let mut group = c.benchmark_group(format!("slider state {number}"));
        group.sample_size(10);
        group.bench_function("baseline: every turn, from scratch", |b| {
            b.iter(|| case.evaluate_every_turn());
        });
        group.throughput(Throughput::Elements(STATES));
        group.bench_function("searched", |b| b.iter(|| case.search(STATES)));
        group.finish();
    }
}

/// Measures the evaluation of every child, each with one block fewer.
fn per_child(c: &mut Criterion) {
    for number in CASES {
        let case = slider_case(number);
        let mut group = c.benchmark_group(format!("slider child {number}"));
        group.throughput(Throughput::Elements(case.blocks() as u64));
        group.bench_function("updated", |b| b.iter(case.update_children()));
        group.bench_function("baseline: from scratch", |b| {
            b.iter(case.evaluate_children());
        });
        group.finish();
    }
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    per_state(criterion);
    per_child(criterion);
    Ok(())
}
