//! Cases without values and with bonuses for equal symbols only.

use common::lucky::Case;

/// Returns the smaller of two bounds on the expected score of `turns` turns. Pairs score once.
pub(super) fn bound(case: &Case, turns: usize) -> f64 {
    packing(case, turns).min(matching(case, turns))
}

/// Returns the maximum number of adjacent pairs among `n = count` squares: `2 n - ceil(2 sqrt n)`
/// (Harary and Harborth, 1976).
fn compact(count: usize) -> usize {
    2 * count - (2.0 * (count as f64).sqrt()).ceil() as usize
}

/// Returns the bound for an unlimited grid, where each kind of symbol forms one compact cluster.
fn packing(case: &Case, turns: usize) -> f64 {
    let points: f64 = case.pairs().map(|pair| f64::from(pair.points)).sum();
    let pairs = arrivals(case, turns).map(|(count, chance)| chance * compact(count) as f64);
    points * pairs.sum::<f64>()
}

/// Returns the value of optimal play in a simplified game: the first placed symbol of a kind scores
/// nothing, every later one scores one pair on any square. A state is the number of kinds on the
/// grid, of squares left and of turns left. Clusters have further pairs (a square of four has a
/// fourth one), which are added as if all symbols were placed.
fn matching(case: &Case, turns: usize) -> f64 {
    let all = case.values().len() as f64;
    let kinds = case.pairs().count();
    let points = case.pairs().map(|pair| pair.points).max().unwrap_or(0);
    let squares = case.shape().area().min(turns);
    // worth[k][s]: expected number of future pairs.
    let mut worth = vec![vec![0.0f64; squares + 1]; kinds.min(squares) + 1];
    for _ in 0..turns {
        for k in 0..worth.len() {
            let known = k as f64 / all;
            let fresh = (kinds - k) as f64 / all;
            // In descending order, entries for fewer squares are still those of the last turn.
            for s in (1..=squares).rev() {
                let now = worth[k][s];
                let match_it = (1.0 + worth[k][s - 1]).max(now);
                let open = worth.get(k + 1).map_or(now, |more| more[s - 1].max(now));
                worth[k][s] = known * match_it + fresh * open + (1.0 - known - fresh) * now;
            }
        }
    }
    let beyond = |count: usize| compact(count) - count.saturating_sub(1);
    let extra: f64 =
        arrivals(case, turns).map(|(count, chance)| chance * beyond(count) as f64).sum();
    f64::from(points) * (worth[0][squares] + kinds as f64 * extra)
}

/// Returns every number of arrivals of one symbol in `turns` turns with its probability.
fn arrivals(case: &Case, turns: usize) -> impl Iterator<Item = (usize, f64)> {
    let kinds = case.values().len() as f64;
    let (hit, miss) = (1.0 / kinds, 1.0 - 1.0 / kinds);
    // Binomial weights by addition, which does not overflow or underflow.
    let mut chances = vec![0.0; turns + 1];
    chances[0] = 1.0;
    for turn in 1..=turns {
        for count in (0..=turn).rev() {
            let before = if count > 0 { chances[count - 1] } else { 0.0 };
            chances[count] = chances[count] * miss + before * hit;
        }
    }
    chances.into_iter().enumerate()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    use common::grid::Shape;
    use common::lucky::{BonusPair, Symbol};

    fn case(rows: usize, cols: usize, kinds: usize, points: &[u32]) -> Case {
        let pair = |(x, &points): (Symbol, &u32)| BonusPair { x, y: x, points };
        let pairs = (0..).map(Symbol::new).zip(points).map(pair).collect();
        Case::new(Shape { rows, cols }, vec![0; kinds], pairs).unwrap()
    }

    /// Returns the expected score of optimal play on the real grid.
    fn optimal(
        case: &Case,
        grid: &mut Vec<Option<Symbol>>,
        turns: usize,
        memo: &mut HashMap<(Vec<Option<Symbol>>, usize), f64>,
    ) -> f64 {
        if turns == 0 {
            return 0.0;
        }
        let key = (grid.clone(), turns);
        if let Some(&known) = memo.get(&key) {
            return known;
        }
        let kinds = case.values().len();
        let mut sum = 0.0;
        for symbol in case.symbols() {
            let mut best = optimal(case, grid, turns - 1, memo);
            for square in 0..grid.len() {
                if grid[square].is_none() {
                    let gain: u32 = case
                        .shape()
                        .neighbours(square)
                        .filter_map(|neighbour| grid[neighbour])
                        .map(|other| case.bonus(symbol, other))
                        .sum();
                    grid[square] = Some(symbol);
                    best = best.max(f64::from(gain) + optimal(case, grid, turns - 1, memo));
                    grid[square] = None;
                }
            }
            sum += best;
        }
        memo.insert(key, sum / kinds as f64);
        sum / kinds as f64
    }

    #[test]
    fn no_play_beats_the_bounds() {
        for (rows, cols, kinds, points) in [
            (2, 2, 1, &[1][..]),
            (2, 2, 2, &[1, 1]),
            (1, 3, 3, &[1, 1, 1]),
            (2, 2, 3, &[4, 1]),
            (2, 3, 2, &[3, 2]),
        ] {
            let case = case(rows, cols, kinds, points);
            for turns in 1..=6 {
                let mut grid = vec![None; case.shape().area()];
                let best = optimal(&case, &mut grid, turns, &mut HashMap::new());
                for bound in [packing(&case, turns), matching(&case, turns)] {
                    assert!(best <= bound + 1e-9, "{case} {turns}: {best} > {bound}");
                }
            }
        }
        // Both bounds are exact on a strip with one symbol.
        let strip = case(1, 3, 1, &[1]);
        assert_eq!(bound(&strip, 3), 2.0);
    }
}
