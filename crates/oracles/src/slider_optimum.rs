//! Slider: the maximum score of a small board, found by trying every play.

use std::collections::HashMap;

/// Cells, row-major: 0 empty, -1 a hole, else the value of a block.
type Cells = Vec<i8>;

/// Returns the maximum score on a board of `side` × `side` cells, or `None` if more than `limit`
/// positions remain after some turn.
///
/// The method is a breadth-first search over positions. Each position has the highest number of
/// points so far. A position is dropped if a known play scores at least as much as this position
/// would with one turn for every block.
pub fn optimum(side: usize, cells: &[i8], limit: usize) -> Option<i64> {
    let known = good_play(side, cells, 100);
    search(side, cells, known, |positions| positions.len() <= limit)
}

/// Returns the points of a good play, by a beam search of `width` positions.
pub fn good_play(side: usize, cells: &[i8], width: usize) -> i64 {
    let narrow = |positions: &mut Vec<(Cells, i64)>| {
        positions.truncate(width);
        true
    };
    search(side, cells, 0, narrow).unwrap_or(0)
}

/// Returns the highest number of points of a play, at least `known`. After each turn, `narrow`
/// selects the positions to continue from a list with the most promising first. Returns `None` if
/// `narrow` returns false.
fn search(
    side: usize,
    cells: &[i8],
    known: i64,
    narrow: impl Fn(&mut Vec<(Cells, i64)>) -> bool,
) -> Option<i64> {
    assert_eq!(cells.len(), side * side);
    let mut best = known;
    let mut seen: HashMap<Cells, i64> = HashMap::new();
    let mut positions = vec![(cells.to_vec(), 0)];
    for multiplier in (1..=(side * side) as i64).rev() {
        let mut next: HashMap<Cells, i64> = HashMap::new();
        for (position, points) in positions {
            for (after, worth) in turns(side, &position) {
                let points = points + worth * multiplier;
                best = best.max(points);
                let most = next.entry(after).or_insert(points);
                *most = points.max(*most);
            }
        }
        // A position that had as many points after fewer turns is at least as good.
        next.retain(|position, points| {
            let earlier = seen.get(position).is_some_and(|before| before >= points);
            !earlier && *points + ceiling(position, multiplier - 1) > best
        });
        for (position, points) in &next {
            seen.insert(position.clone(), *points);
        }
        positions = next.into_iter().collect();
        positions.sort_by_cached_key(|(position, points)| {
            let promise = points + ceiling(position, multiplier - 1);
            (-promise, position.clone())
        });
        if !narrow(&mut positions) {
            return None;
        }
    }
    Some(best)
}

/// Returns the points if every turn from this multiplier on made a block fall, most valuable blocks
/// first.
fn ceiling(position: &[i8], multiplier: i64) -> i64 {
    let mut worths: Vec<i64> = position.iter().map(|&cell| i64::from(cell) - 1).collect();
    worths.retain(|&worth| worth > 0);
    worths.sort_unstable_by_key(|worth| -worth);
    let multipliers = (1..=multiplier).rev();
    multipliers.zip(worths).map(|(z, worth)| z * worth).sum()
}

/// Returns the positions that one turn can reach, each with the worth of the fallen block. Turns
/// that change nothing are excluded.
fn turns(side: usize, position: &[i8]) -> Vec<(Cells, i64)> {
    let n = side as i64;
    let mut found = Vec::new();
    for from in 0..n * n {
        let value = position[from as usize];
        if value < 1 {
            continue;
        }
        for (dr, dc) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            for slide in [false, true] {
                let (mut row, mut col) = (from / n, from % n);
                let mut fell = false;
                loop {
                    let (r, c) = (row + dr, col + dc);
                    if r < 0 || c < 0 || r >= n || c >= n || position[(r * n + c) as usize] > 0 {
                        break;
                    }
                    (row, col) = (r, c);
                    fell = position[(r * n + c) as usize] == -1;
                    if fell || !slide {
                        break;
                    }
                }
                if row * n + col == from {
                    continue;
                }
                let mut after = position.to_vec();
                after[from as usize] = 0;
                if !fell {
                    after[(row * n + col) as usize] = value;
                }
                found.push((after, if fell { i64::from(value) - 1 } else { 0 }));
            }
        }
    }
    found
}
