//! Operations on the word of one line: bit i is square i of the line.

/// Returns the indices of the set bits, lowest first.
#[inline]
pub fn ascending(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit as usize)
    })
}

/// Returns the indices of the set bits, highest first.
#[inline]
pub fn descending(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = 31u32.checked_sub(word.leading_zeros())?;
        word ^= 1 << bit;
        Some(bit as usize)
    })
}

pub fn lowest(count: usize) -> u32 {
    ((1u64 << count) - 1) as u32
}

#[inline]
pub fn all_below(word: u32) -> u32 {
    match word {
        0 => 0,
        _ => (1 << (31 - word.leading_zeros())) - 1,
    }
}

#[inline]
pub fn all_above(word: u32) -> u32 {
    match word {
        0 => 0,
        _ => !(word ^ (word - 1)),
    }
}

/// Returns the bits above each of `ends`, up to the first bit that is not in `free`, which is
/// included (a Kogge-Stone fill, as in chess programs for sliding pieces).
#[inline]
pub fn fill_up(mut ends: u32, mut free: u32) -> u32 {
    for shift in [1, 2, 4, 8, 16] {
        ends |= free & (ends << shift);
        free &= free << shift;
    }
    ends << 1
}

/// Returns the bits below each of `ends`, up to and including the first that is not in `free`.
#[inline]
pub fn fill_down(mut ends: u32, mut free: u32) -> u32 {
    for shift in [1, 2, 4, 8, 16] {
        ends |= free & (ends >> shift);
        free &= free >> shift;
    }
    ends >> 1
}
