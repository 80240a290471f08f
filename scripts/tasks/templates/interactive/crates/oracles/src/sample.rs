//! Sample, number by number.

/// Returns how many of `numbers` are lower than `guess`, equal to it, and higher.
pub fn split(numbers: &[u32], guess: u32) -> [u32; 3] {
    let mut counts = [0; 3];
    for &number in numbers {
        if number < guess {
            counts[0] += 1;
        } else if number == guess {
            counts[1] += 1;
        } else {
            counts[2] += 1;
        }
    }
    counts
}
