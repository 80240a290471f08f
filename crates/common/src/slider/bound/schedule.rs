//! A quick proven upper bound of the score of any play.
//!
//! A block falls by a turn of its own along the row or column of a hole, so a block in such a line
//! takes at least one turn and any other block at least two. Give every block exactly that many
//! turns, in any order, and ignore all obstacles: the best such schedule is at least as good as any
//! play. Falling worth per turn is the best order of the scheduled blocks (Smith, 1956), so one
//! pass of a knapsack in this order finds the best schedule.

use super::super::board::{Board, Cell, Value};

/// Returns a number of points that no play on `board` exceeds.
pub fn upper_bound(board: &Board) -> u64 {
    let allowed = board.shape().area();
    // best[t]: most points after exactly t turns with the jobs so far.
    let mut best: Vec<Option<u64>> = vec![None; allowed + 1];
    best[0] = Some(0);
    for (worth, length) in jobs(board) {
        for end in (length..=allowed).rev() {
            let multiplier = (allowed - end + 1) as u64;
            let with = best[end - length].map(|points| points + multiplier * worth);
            best[end] = best[end].max(with);
        }
    }
    best.into_iter().flatten().max().unwrap_or(0)
}

/// Returns worth and least number of turns of each block of positive worth, by falling worth per
/// turn.
fn jobs(board: &Board) -> Vec<(u64, usize)> {
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
    let job = |(square, value): (usize, Value)| {
        let (row, col) = shape.position(square);
        let in_line = row_has_hole[row] || col_has_hole[col];
        (u64::from(value.worth()), if in_line { 1 } else { 2 })
    };
    let mut jobs: Vec<(u64, usize)> = board.blocks().map(job).collect();
    jobs.retain(|&(worth, _)| worth > 0);
    jobs.sort_by_key(|&(worth, length)| std::cmp::Reverse(worth * 2 / length as u64));
    jobs
}

/// Returns the price of every slot at which all jobs are best off in their places of the schedule:
/// the points of all later turns.
pub(super) fn prices(board: &Board) -> Vec<f32> {
    let mut prices = vec![0.0; board.shape().area()];
    let turns = jobs(board)
        .into_iter()
        .flat_map(|(worth, length)| std::iter::repeat(worth as f32 / length as f32).take(length));
    for (price, worth) in prices.iter_mut().zip(turns) {
        *price = worth;
    }
    let mut sum = 0.0;
    for price in prices.iter_mut().rev() {
        sum += *price;
        *price = sum;
    }
    prices
}
