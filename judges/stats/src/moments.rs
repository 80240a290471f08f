//! Mean and spread of a sample.

/// Mean of `values`, if there are any.
pub fn mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().sum();
    (!values.is_empty()).then(|| sum / values.len() as f64)
}

/// Standard deviation of the population that `values`, at least two, were
/// drawn from (divisor n − 1).
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Standard error of the mean of `values`, if there are at least two.
pub fn standard_error(values: &[f64]) -> Option<f64> {
    Some(standard_deviation(values)? / (values.len() as f64).sqrt())
}

/// Sorts `values`, and returns the middle one or the mean of the middle two, if there are
/// any.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let count = values.len();
    let upper = *values.get(count / 2)?;
    Some(if count % 2 == 1 {
        upper
    } else {
        (values[count / 2 - 1] + upper) / 2.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_few_values() {
        assert_eq!(mean(&[]), None);
        assert_eq!(median(&mut []), None);
        assert_eq!(standard_error(&[3.0]), None);
        assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
        assert_eq!(median(&mut [6.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [6.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(standard_deviation(&[1.0, 3.0]), Some(2f64.sqrt()));
        assert_eq!(standard_error(&[1.0, 3.0]), Some(1.0));
    }
}
