//! Short names of cases: a hash of their text.

/// Returns the FNV-1a hash of `bytes` (Fowler, Noll and Vo; 64 bits), the same on every platform.
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}
