//! Ioiwari with single beads that move between plain arrays.

use std::collections::HashMap;

/// Number of pits.
pub const PITS: usize = 7;

/// Sows the beads of pit `chosen`, counted from 0. Returns the pits, and the beads
/// that go to the banks of the mover and of the opponent.
pub fn sow(mut pits: [u8; PITS], chosen: usize) -> ([u8; PITS], u8, u8) {
    let (mut own, mut other) = (0, 0);
    let mut hand: Vec<()> = vec![(); pits[chosen].into()];
    pits[chosen] = 0;
    let mut current = chosen;
    while !hand.is_empty() {
        current = (current + 1) % PITS;
        match (hand.len(), pits[current]) {
            (1, 1..=4) => {
                hand.pop();
                own += pits[current] + 1;
                pits[current] = 0;
            }
            (1, _) => {
                hand.pop();
                other += 1;
            }
            (_, 5) => {
                pits[current] -= 1;
                own += 1;
            }
            _ => {
                hand.pop();
                pits[current] += 1;
            }
        }
    }
    (pits, own, other)
}

/// All pits that are not empty, each with the beads that the mover gains on the
/// opponent until the end.
pub fn gains(pits: [u8; PITS], known: &mut HashMap<[u8; PITS], i32>) -> Vec<(usize, i32)> {
    let options = (0..PITS).filter(|&chosen| pits[chosen] > 0);
    let gains = options.map(|chosen| {
        let (after, own, other) = sow(pits, chosen);
        let gain = i32::from(own) - i32::from(other) - value(after, known);
        (chosen, gain)
    });
    gains.collect()
}

/// The highest of the [`gains`] by plain recursion; `known` keeps the results.
pub fn value(pits: [u8; PITS], known: &mut HashMap<[u8; PITS], i32>) -> i32 {
    if let Some(&value) = known.get(&pits) {
        return value;
    }
    let gains = gains(pits, known);
    let best = gains.into_iter().map(|(_, gain)| gain).max().unwrap_or(0);
    known.insert(pits, best);
    best
}
