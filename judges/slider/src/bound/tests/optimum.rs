//! Checks the bounds against the optimum of small boards, the best known plays of large boards, and
//! an oracle of the schedule.

use std::fs;

use common::rng::Rng;
use common::slider::Case;
use common::tokens::Tokens;
use oracles::slider::draw_cells;
use oracles::slider_optimum::optimum;
use oracles::test_size;

use super::super::{tight_bound, upper_bound};
use super::board;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/slider");

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
    text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn no_play_on_record_exceeds_a_bound_on_record() {
    let bounds = table("bounds.csv");
    let bound = |case: &str| -> Option<u64> {
        let row = bounds.iter().find(|row| row[0] == case)?;
        Some(row[1].parse().unwrap())
    };
    let known = table("best-known.csv");
    let known = known.iter().map(|row| (format!("published/{}", row[0]), &row[7], &row[5]));
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

/// Returns the bound, computed by a knapsack over turns. Blocks take one or two turns and are added
/// in order of worth per turn.
fn schedule_oracle(n: usize, cells: &[i8]) -> i64 {
    let turns = n * n;
    let holes: Vec<usize> = (0..turns).filter(|&s| cells[s] == -1).collect();
    let blocks = (0..turns).filter(|&s| cells[s] > 1);
    let mut jobs: Vec<(i64, usize)> = blocks
        .map(|square| {
            let in_line = |&hole: &usize| hole / n == square / n || hole % n == square % n;
            let length = if holes.iter().any(in_line) { 1 } else { 2 };
            (i64::from(cells[square]) - 1, length)
        })
        .collect();
    jobs.sort_by_key(|&(worth, length)| -worth * 2 / length as i64);
    // By number of turns used, the highest number of points with the jobs so far.
    let mut best = vec![None; turns + 1];
    best[0] = Some(0);
    for (worth, length) in jobs {
        for used in (length..=turns).rev() {
            let multiplier = (turns - used + 1) as i64;
            let with = best[used - length].map(|points| points + multiplier * worth);
            best[used] = best[used].max(with);
        }
    }
    best.into_iter().flatten().max().unwrap_or(0)
}

#[test]
fn the_quick_bound_is_the_best_schedule() {
    let mut rng = Rng::new(11);
    for round in 0..test_size(60, 600) {
        let (side, colours) = (10 + round % 5, 2 + rng.below(8));
        let (holes, filled) = (1 + rng.below(10) as usize, rng.below(101));
        let cells = draw_cells([side, holes], colours, filled, |below| rng.below(below));
        let bound = upper_bound(&board(side, &cells)) as i64;
        assert_eq!(bound, schedule_oracle(side, &cells), "{cells:?}");
    }
}
