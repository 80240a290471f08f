//! Checks the tight bound against the optimum of small boards and the best known plays of large
//! boards.

use std::fs;

use common::rng::Rng;
use common::slider::bound::{tight_bound, upper_bound, TouchRewards};
use common::slider::{Board, Case, Cell, Value};
use common::tokens::Tokens;
use oracles::slider::draw_cells;
use oracles::slider_optimum::optimum;
use oracles::test_size;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/slider");

fn board(side: usize, cells: &[i8]) -> Board {
    let cell = |&cell: &i8| match cell {
        0 => Cell::Empty,
        -1 => Cell::Hole,
        _ => Cell::Block(Value::new(i64::from(cell)).unwrap()),
    };
    Board::new(side, cells.iter().map(cell).collect()).unwrap()
}

/// Checks boards of all densities. Returns the number of boards whose optimum is known, and the
/// number of these whose bound equals it.
fn check(side: usize, seeds: std::ops::Range<u64>, limit: usize) -> (usize, usize) {
    let (mut known, mut tight) = (0, 0);
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let (colours, holes) = (2 + rng.below(8), [1, 1, 2, 3][(seed % 4) as usize]);
        let filled = 10 * (seed / 4 % 11) as u32;
        let cells = draw_cells([side, holes], colours, filled, |below| rng.below(below));
        let Some(optimum) = optimum(side, &cells, limit) else {
            continue;
        };
        let board = board(side, &cells);
        for steps in [20, 100] {
            let bound = tight_bound(&board, steps) as i64;
            assert!(bound >= optimum, "{bound} < {optimum} on {cells:?}");
            tight += usize::from(steps == 100 && bound == optimum);
        }
        known += 1;
    }
    (known, tight)
}

#[test]
fn no_play_of_a_small_board_exceeds_it() {
    // Side, number of boards, limit of positions, parts of the boards that must be solved, and of
    // these that must have a tight bound.
    for (side, count, limit, solved, exact) in [
        (3, test_size(220, 880), 20_000, 1.0, 0.95),
        (4, test_size(55, 220), 3_000, 0.5, 0.8),
        (5, test_size(44, 88), 1_000, 1.0 / 3.0, 0.7),
    ] {
        let first = 1000 * (side as u64 - 3);
        let (known, tight) = check(side, first..first + count, limit);
        let found = format!("side {side}: of {count} boards, {known} solved, {tight} tight");
        assert!(known as f64 >= solved * count as f64, "{found}");
        assert!(tight as f64 >= exact * known as f64, "{found}");
    }
}

#[test]
fn boards_with_nothing_to_win_are_worth_nothing() {
    for (side, cells) in [
        (1, vec![0]),
        (1, vec![-1]),
        (1, vec![9]),
        (3, vec![9; 9]),
        (3, vec![0, 0, 0, 0, -1, 0, 0, 0, 0]),
        (3, vec![1, 1, 1, 1, -1, 1, 1, 1, 1]),
    ] {
        let expected = optimum(side, &cells, 20_000).unwrap();
        assert_eq!(expected, 0);
        let board = board(side, &cells);
        let bound = tight_bound(&board, 50);
        let has_hole = cells.contains(&-1);
        assert!(bound == 0 || !has_hole, "{bound} points of {cells:?}");
    }
}

/// Returns the published cases, with their simple bound and the points of the best known play.
fn published() -> Vec<(Case, u64, u64)> {
    let case = |row: Vec<String>| {
        let text = fs::read(format!("{DATA}/{}.in", row[0])).unwrap();
        let case = Case::read(&mut Tokens::new(&text[..])).unwrap();
        (case, row[5].parse().unwrap(), row[7].parse().unwrap())
    };
    table("best-known.csv").into_iter().map(case).collect()
}

#[test]
fn no_known_play_of_a_published_case_exceeds_it() {
    let mut shares = 0.0;
    for (case, simple, known) in published() {
        let bound = tight_bound(case.board(), 30);
        assert!(known <= bound && bound <= simple);
        assert_eq!(upper_bound(case.board()), simple);
        shares += known as f64 / bound as f64;
    }
    assert!(shares / 24.0 > 0.97, "mean share {}", shares / 24.0);
}

#[test]
fn equal_work_makes_equal_bounds() {
    let (case, ..) = &published()[4];
    let bounds = [10, 40, 200].map(|steps| tight_bound(case.board(), steps));
    assert_eq!(tight_bound(case.board(), 40), bounds[1]);
    assert!(bounds[2] < bounds[1] && bounds[1] < upper_bound(case.board()));
    assert!(bounds[0] <= upper_bound(case.board()));
}

/// Returns the fields of a table, by case.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(format!("{DATA}/{name}")).unwrap();
    let rows = text.lines().skip(1);
    rows.map(|row| row.split(',').map(str::to_owned).collect())
        .collect()
}

#[test]
fn no_play_on_record_exceeds_a_bound_on_record() {
    let bounds = table("bounds.csv");
    let bound = |case: &str| -> Option<u64> {
        let row = bounds.iter().find(|row| row[0] == case)?;
        Some(row[1].parse().unwrap())
    };
    let known = table("best-known.csv");
    let known = known
        .iter()
        .map(|row| (format!("published/{}", row[0]), &row[7], &row[5]));
    let plays = table("baseline.csv");
    let plays = plays.iter().filter(|row| row[6] == "OK");
    let plays = plays.map(|row| (format!("seed/{}", row[0]), &row[7], &row[8]));
    let mut checked = 0;
    for (case, points, simple) in known.chain(plays) {
        let bound = bound(&case).unwrap_or_else(|| panic!("no bound of {case}"));
        assert!(points.parse::<u64>().unwrap() <= bound, "{case}");
        assert!(bound <= simple.parse::<u64>().unwrap(), "{case}");
        checked += 1;
    }
    assert_eq!(checked, 124);
}

/// The 9 in a corner cannot move before one of the two adjacent 1s has moved. It need not wait for
/// the 1 in the middle.
#[test]
fn those_in_the_way_are_paid_to_leave() {
    #[rustfmt::skip]
    let cells = [
        0, 0, -1,
        1, 1, 0,
        9, 1, 0,
    ];
    let mut steps = 0..100;
    let progress = || steps.next().map(|step| step as f32 / 100.0);
    let rewards = TouchRewards::descend(&board(3, &cells), progress);
    let points = |square, turns| {
        let of_block = rewards.points(turns).find(|&(origin, _)| origin == square);
        of_block.map_or(0.0, |(_, points)| points)
    };
    let early = |square| points(square, 0);
    let most = early(3).max(early(7));
    assert!(most > 1.0, "only {most} points");
    let is_right = most <= 8.0 * 9.0;
    assert!(is_right, "{most} points, more than the 9 can bring");
    for square in [0, 2, 6] {
        assert_eq!(early(square), 0.0, "square {square}");
    }
    assert!(early(4) < most, "{} in the middle", early(4));
    let late = points(3, 8).max(points(7, 8));
    assert_eq!(late, 0.0, "after the last turn but one");
}
