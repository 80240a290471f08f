//! Sample, number by number.

/// Returns how many numbers are greater than the one before.
pub fn points(order: &[u32]) -> u32 {
    let mut points = 0;
    for index in 1..order.len() {
        if order[index] > order[index - 1] {
            points += 1;
        }
    }
    points
}
