//! A small, fast pseudo-random generator for searches: xoshiro256++ (Blackman and Vigna, 2019),
//! seeded by splitmix64 (Steele, Lea and Flood, 2014). Judges draw their cases with another
//! generator.

/// The generator. A seed gives the same numbers on every platform.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// Returns a generator whose sequence is determined by `seed`.
    pub fn new(seed: u64) -> Rng {
        let mut mixer = seed;
        let state = std::array::from_fn(|_| {
            mixer = mixer.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = mixer;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        });
        Rng { state }
    }

    /// Draws 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Draws a number from `0..bound` with a bias of at most `bound / 2^32`; 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Draws a real number from `0.0..1.0`, a multiple of `2^-53`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles `items` (Fisher and Yates, 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the first outputs for the state 1, 2, 3, 4 with those of the authors' C code.
    #[test]
    fn matches_the_published_sequence() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let drawn: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
        let expected = [41943041, 58720359, 3588806011781223, 3591011842654386];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn every_draw_is_equally_likely() {
        let mut rng = Rng::new(7);
        let mut seen = [[0u32; 6]; 3];
        for _ in 0..6000 {
            let mut order = [0, 1, 2];
            rng.shuffle(&mut order);
            let drawn = [
                rng.below(6) as usize,
                (6.0 * rng.unit()) as usize,
                2 * order[0] + usize::from(order[1] > order[2]),
            ];
            for (seen, drawn) in seen.iter_mut().zip(drawn) {
                seen[drawn] += 1;
            }
        }
        let mut counts = seen.iter().flatten();
        assert!(counts.all(|count| (800..1200).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::new(1).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
