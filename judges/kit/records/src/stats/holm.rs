//! Correction for several tests at once.

/// Holm's corrected p values, in the order of `p_values` (Holm 1979, "A simple
/// sequentially rejective multiple test procedure"): those at most alpha hold
/// together with error at most alpha.
///
/// ```
/// // Of three tests, the rarest counts three times, the next twice.
/// let corrected = records::stats::holm(&[0.03, 0.01, 0.5]);
/// assert_eq!(corrected, [0.06, 0.03, 0.5]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        largest = largest.max(left * p_values[index]).min(1.0);
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_by_hand() {
        let corrected = holm(&[0.03, 0.01, 0.02, 0.9]);
        let expected = [0.06, 0.04, 0.06, 0.9];
        for (corrected, expected) in corrected.iter().zip(expected) {
            assert!((corrected - expected).abs() < 1e-15);
        }
        assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
