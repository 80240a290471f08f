//! Sample, place by place.

/// Returns how many numbers of a row are greater than the one on their left; 0 is an empty place.
pub fn points(row: &[u32]) -> u32 {
    let mut points = 0;
    for place in 1..row.len() {
        if row[place - 1] != 0 && row[place] > row[place - 1] {
            points += 1;
        }
    }
    points
}
