//! Cases without bonuses: all squares are alike, and optimal play is a chain of optimal stopping
//! problems.

/// Returns the exact expected score of a round of `turns` turns under optimal play.
pub(super) fn optimum(values: &[u32], squares: usize, turns: usize) -> f64 {
    worth(values, squares, turns)[squares.min(turns)][turns]
}

/// Returns the expected future score under optimal play, by squares left (as many as can be filled)
/// and turns left: `worth(k, t) = E max(worth(k, t - 1), a t + worth(k - 1, t - 1))`.
pub(crate) fn worth(values: &[u32], squares: usize, turns: usize) -> Vec<Vec<f64>> {
    let mut descending: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
    descending.sort_unstable_by(|one, other| other.total_cmp(one));
    let mut sums = vec![0.0];
    for value in &descending {
        sums.push(sums[sums.len() - 1] + value);
    }
    let kinds = values.len() as f64;
    let mut rows = vec![vec![0.0; turns + 1]];
    for k in 0..squares.min(turns) {
        let fewer = &rows[k];
        let mut worth = vec![0.0; turns + 1];
        for t in 1..=turns {
            let price: f64 = worth[t - 1] - fewer[t - 1];
            let taken = descending.partition_point(|value| value * t as f64 > price);
            worth[t] = worth[t - 1] + (sums[taken] * t as f64 - taken as f64 * price) / kinds;
        }
        rows.push(worth);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The recursion symbol by symbol.
    fn slow(values: &[u32], squares: usize, turns: usize) -> f64 {
        if squares == 0 || turns == 0 {
            return 0.0;
        }
        let keep = slow(values, squares, turns - 1);
        let spent = slow(values, squares - 1, turns - 1);
        let best = |&value: &u32| keep.max(f64::from(value) * turns as f64 + spent);
        values.iter().map(best).sum::<f64>() / values.len() as f64
    }

    #[test]
    fn it_is_the_recursion() {
        for values in [&[3][..], &[0, 0], &[5, 1, 9, 9, 0], &[1000, 1, 2, 3]] {
            for squares in 1..=5 {
                for turns in 0..=8 {
                    let found = optimum(values, squares, turns);
                    let expected = slow(values, squares, turns);
                    assert!(
                        (found - expected).abs() < 1e-9,
                        "{values:?} {squares} {turns}"
                    );
                }
            }
        }
    }

    /// The mean over uniform values 0 to 1000, as in the official case.
    #[test]
    fn the_official_shapes_have_their_known_optimum() {
        let values: Vec<u32> = (0..=1000).collect();
        assert!((optimum(&values, 1, 1000) - 957_000.0).abs() < 2000.0);
        assert!((optimum(&values, 9, 1000) - 8_175_000.0).abs() < 20_000.0);
    }
}
