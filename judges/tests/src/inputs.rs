//! Random and mutated inputs.

use common::rng::Rng;

/// Returns the number of inputs for each parser and each protocol.
pub fn input_count() -> usize {
    oracles::test_size(10_000, 100_000)
}

/// Words that parsers often handle wrongly.
const ODD: &str = "-0 +1 -1 00 1e9 0x1 1.0 99999999999999999999 9223372036854775807 \
    -9223372036854775808 \u{ff11} \0";

/// Generator of random changes to an input.
pub struct Mutations<'a> {
    rng: Rng,
    /// Bytes that are inserted.
    alphabet: &'a [u8],
}

impl<'a> Mutations<'a> {
    /// Returns a generator with this seed that inserts bytes of `alphabet`.
    pub fn new(seed: u64, alphabet: &'a [u8]) -> Mutations<'a> {
        Mutations { rng: Rng::new(seed), alphabet }
    }

    /// Returns a random number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound as u32) as usize
    }

    /// Returns a random element of `items`, which must not be empty.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns a few random bytes of the alphabet.
    pub fn random(&mut self) -> Vec<u8> {
        let length = self.below(12);
        (0..length).map(|_| self.choose(self.alphabet)).collect()
    }

    /// Changes `bytes` at a random position: a byte, a word or a line.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        match self.below(8) {
            0 | 1 => bytes.insert(at, self.choose(self.alphabet)),
            2 | 3 if at < bytes.len() => bytes[at] = self.choose(self.alphabet),
            4 if at < bytes.len() => drop(bytes.remove(at)),
            5 => {
                let word = self.choose(&ODD.split(' ').collect::<Vec<_>>());
                replace(bytes, u8::is_ascii_whitespace, at, word.as_bytes());
            }
            6 => {
                let line = part(bytes, |&byte| byte == b'\n', at);
                let line = [&bytes[line], b"\n"].concat();
                bytes.splice(at..at, line);
            }
            7 => replace(bytes, |&byte| byte == b'\n', at, b""),
            _ => bytes.truncate(at),
        }
    }
}

/// Returns the part of `bytes` around `at`; it ends before any byte for which `ends` is true.
fn part(bytes: &[u8], ends: impl Fn(&u8) -> bool, at: usize) -> std::ops::Range<usize> {
    let start = bytes[..at].iter().rposition(&ends).map_or(0, |end| end + 1);
    let length = bytes[at..].iter().position(&ends);
    start..length.map_or(bytes.len(), |length| at + length)
}

fn replace(bytes: &mut Vec<u8>, ends: impl Fn(&u8) -> bool, at: usize, by: &[u8]) {
    let part = part(bytes, ends, at);
    bytes.splice(part, by.iter().copied());
}

/// Calls `check` with [`input_count`] inputs. A quarter are random bytes of `alphabet`, the others
/// are taken from `samples`. Each gets zero to three mutations.
pub fn inputs(
    seed: u64,
    alphabet: &[u8],
    samples: &[impl AsRef<[u8]>],
    mut check: impl FnMut(&[u8]),
) {
    let mut mutations = Mutations::new(seed, alphabet);
    for _ in 0..input_count() {
        let mut bytes = match mutations.below(4) {
            0 => mutations.random(),
            _ => {
                let sample = mutations.below(samples.len());
                samples[sample].as_ref().to_vec()
            }
        };
        for _ in 0..mutations.below(4) {
            mutations.mutate(&mut bytes);
        }
        check(&bytes);
    }
}
