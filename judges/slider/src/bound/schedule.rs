//! A quick proven upper bound on the score of any play.
//!
//! A block falls by a turn of its own along the row or column of a hole. So a block in such a line
//! takes at least one turn, and any other block at least two. Give every block exactly that many
//! turns, in any order, and ignore all obstacles: the best of these schedules is never worse than a
//! play.
//!
//! The best schedule plays its blocks in descending order of worth per turn (Smith, 1956). Among
//! blocks of equal length it takes the most valuable ones, and it takes as many blocks as there are
//! turns for. So the number of two-turn blocks determines it, and all such numbers are tried.

use std::cmp::Reverse;

use common::slider::board::{Board, Cell, Value};

/// Returns an upper bound on the score of any play on `board`.
pub fn upper_bound(board: &Board) -> u64 {
    let allowed = board.shape().area();
    let jobs = jobs(board);
    let points = |long| points(&jobs, allowed, [allowed - 2 * long, long]);
    let most_long = jobs
        .iter()
        .filter(|jobs| jobs.length == 2)
        .map(|jobs| jobs.count)
        .sum::<usize>()
        .min(allowed / 2);
    (0..=most_long).map(points).max().unwrap_or(0)
}

/// Returns the points of a schedule of the most valuable jobs: at most `limits[0]` jobs of one turn
/// and `limits[1]` of two.
fn points(jobs: &[Jobs], allowed: usize, mut limits: [usize; 2]) -> u64 {
    let mut points = 0;
    // The multiplier of the next turn.
    let mut multiplier = allowed;
    for jobs in jobs {
        let limit = &mut limits[jobs.length - 1];
        let count = jobs.count.min(*limit);
        *limit -= count;
        // Sum of the multipliers at the last turns of the jobs: `count` terms in steps of `length`.
        let after = multiplier - count * jobs.length;
        let sum = count * (multiplier + after + 2 - jobs.length) / 2;
        points += jobs.worth * sum as u64;
        multiplier = after;
    }
    points
}

/// Blocks of equal positive worth that take equally many turns.
struct Jobs {
    worth: u64,
    /// Number of turns that each block takes at least, 1 or 2.
    length: usize,
    count: usize,
}

/// Returns the blocks of positive worth, in descending order of worth per turn.
fn jobs(board: &Board) -> Vec<Jobs> {
    let shape = board.shape();
    let mut row_has_hole = vec![false; shape.rows];
    let mut col_has_hole = vec![false; shape.cols];
    for (square, cell) in board.cells().iter().enumerate() {
        if *cell == Cell::Hole {
            let (row, col) = shape.position(square);
            row_has_hole[row] = true;
            col_has_hole[col] = true;
        }
    }
    // By number of turns minus 1, and by worth.
    let mut counts = [[0; Value::MAX.worth() as usize + 1]; 2];
    for (square, value) in board.blocks() {
        let (row, col) = shape.position(square);
        let in_line = row_has_hole[row] || col_has_hole[col];
        counts[usize::from(!in_line)][usize::from(value.worth())] += 1;
    }
    let mut jobs = Vec::new();
    for (length, counts) in (1..).zip(counts) {
        for (worth, count) in (0..).zip(counts).skip(1) {
            jobs.push(Jobs { worth, length, count });
        }
    }
    jobs.sort_by_key(|jobs| Reverse(2 * jobs.worth / jobs.length as u64));
    jobs
}

/// Returns prices of the slots at which no job gains by leaving its place in the schedule. The
/// price of a slot is the sum of the worths per turn of all later turns.
pub(super) fn multipliers(board: &Board) -> Vec<f32> {
    let mut multipliers = vec![0.0; board.shape().area()];
    let turns = jobs(board).into_iter().flat_map(|jobs| {
        let per_turn = jobs.worth as f32 / jobs.length as f32;
        std::iter::repeat_n(per_turn, jobs.count * jobs.length)
    });
    for (price, worth) in multipliers.iter_mut().zip(turns) {
        *price = worth;
    }
    let mut sum = 0.0;
    for price in multipliers.iter_mut().rev() {
        sum += *price;
        *price = sum;
    }
    multipliers
}
