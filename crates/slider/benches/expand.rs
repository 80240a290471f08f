//! What the search pays per state, and what a child would cost if its
//! schedule were made from scratch.

use std::hint::black_box;
use std::path::Path;

use common::clock::{Budget, Clock};
use common::slider::Case;
use common::tokens::Tokens;
use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use slider::beam;
use slider::evaluator::Evaluator;
use slider::layout::Layout;
use slider::path::{landing, Landing, TURNS};
use slider::position::{Position, Square};

/// A sparse small case, a middling one and a full large one.
const CASES: [u32; 3] = [3, 7, 21];

fn read(number: u32) -> Case {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/slider");
    let text = std::fs::read(folder.join(format!("{number}.in"))).expect("a case in data/slider");
    Case::read(&mut Tokens::new(&text[..])).expect("a well-formed case")
}

/// A whole search of 3000 states, in time per state expanded; and what a plain
/// search would do with the first: value every turn's outcome from scratch.
fn per_state(c: &mut Criterion) {
    const STATES: u64 = 3000;
    for number in CASES {
        let case = read(number);
        let mut group = c.benchmark_group(format!("slider state {number}"));
        group.sample_size(10);
        let (layout, position) = Layout::new(&case);
        group.bench_function("baseline: every turn, from scratch", |b| {
            b.iter(|| expand_plainly(&layout, &position));
        });
        group.throughput(Throughput::Elements(STATES));
        group.bench_function("searched", |b| {
            let work = Budget::Work(STATES);
            b.iter(|| beam::search(&layout, &position, 0, None, 1.0, &mut Clock::start(work)));
        });
        group.finish();
    }
}

fn expand_plainly(layout: &Layout, position: &Position) {
    for from in position.squares() {
        for (kind, direction) in TURNS {
            let end = landing(layout, position, from, kind, direction);
            let mut child = position.clone();
            let piece = child.take(from);
            match end {
                Landing::Blocked => continue,
                Landing::Hole => {}
                Landing::Square(to) => child.put(to, piece),
            }
            let evaluator = Evaluator::new(layout, &child, None);
            black_box(evaluator.schedule().estimate(500));
        }
    }
}

/// The value of every child that lacks one block: kept up to date, and from scratch.
fn per_child(c: &mut Criterion) {
    for number in CASES {
        let (layout, position) = Layout::new(&read(number));
        let squares: Vec<Square> = position.squares().collect();
        let mut group = c.benchmark_group(format!("slider child {number}"));
        group.throughput(Throughput::Elements(squares.len() as u64));
        let mut evaluator = Evaluator::new(&layout, &position, None);
        group.bench_function("updated", |b| {
            b.iter(|| {
                for &square in &squares {
                    let piece = evaluator.take(square);
                    black_box(evaluator.schedule().estimate(500));
                    evaluator.put(square, piece);
                }
            });
        });
        group.bench_function("baseline: from scratch", |b| {
            b.iter(|| {
                let mut child = position.clone();
                for &square in &squares {
                    let piece = child.take(square);
                    let evaluator = Evaluator::new(&layout, &child, None);
                    black_box(evaluator.schedule().estimate(500));
                    child.put(square, piece);
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, per_state, per_child);
criterion_main!(benches);
