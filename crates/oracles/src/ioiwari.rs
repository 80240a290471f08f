//! Ioiwari with single beads that move between plain arrays.

use std::collections::HashMap;

use crate::{is_blank, numbers, trimmed};

/// Number of pits.
pub const PITS: usize = 7;

/// Sows the beads of pit `chosen`, counted from 0. Returns the pits, and the beads won by the mover
/// and by the opponent.
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

/// Returns all pits that are not empty, each with the gain of its move: the beads that the mover
/// wins until the end, minus those of the opponent.
pub fn gains(pits: [u8; PITS], known: &mut HashMap<[u8; PITS], i32>) -> Vec<(usize, i32)> {
    let options = (0..PITS).filter(|&chosen| pits[chosen] > 0);
    let gains = options.map(|chosen| {
        let (after, own, other) = sow(pits, chosen);
        let gain = i32::from(own) - i32::from(other) - value(after, known);
        (chosen, gain)
    });
    gains.collect()
}

/// Returns the highest of the [`gains`] by plain recursion; `known` caches the results.
pub fn value(pits: [u8; PITS], known: &mut HashMap<[u8; PITS], i32>) -> i32 {
    if let Some(&value) = known.get(&pits) {
        return value;
    }
    let gains = gains(pits, known);
    let best = gains.into_iter().map(|(_, gain)| gain).max().unwrap_or(0);
    known.insert(pits, best);
    best
}

/// The state that a game has reached.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PlainResult {
    /// Beads in the contestant's bank.
    pub own: u8,
    /// Beads in the judge's bank.
    pub other: u8,
    /// Number of turns of the contestant, including a failed one.
    pub turns: u32,
    /// True if all pits are empty and all input is used.
    pub over: bool,
}

/// Plays `answers` and `replies` up to the first one that is illegal or missing.
pub fn referee<'a>(
    mut pits: [u8; PITS],
    mut answers: impl Iterator<Item = &'a str>,
    mut replies: impl Iterator<Item = &'a str>,
    known: &mut HashMap<[u8; PITS], i32>,
) -> PlainResult {
    // The judge writes pits as plain decimal numbers.
    let reply = |line: Option<&str>| {
        (0..PITS).find(|pit| line.map(trimmed) == Some(&(pit + 1).to_string()))
    };
    let pit = |line: Option<&str>| -> Option<usize> {
        let [label] = numbers(line?)?;
        (1..=7).contains(&label).then(|| label as usize - 1)
    };
    let mut game = PlainResult::default();
    loop {
        game.turns += 1;
        let Some(chosen) = pit(answers.next()).filter(|&chosen| pits[chosen] > 0) else {
            return game;
        };
        let (after, own, other) = sow(pits, chosen);
        game.own += own;
        game.other += other;
        if after == [0; PITS] {
            break;
        }
        let gains = gains(after, known);
        let best = gains.iter().map(|&(_, gain)| gain).max();
        let is_best =
            |&reply: &usize| gains.iter().any(|&(at, gain)| at == reply && Some(gain) == best);
        let Some(reply) = reply(replies.next()).filter(is_best) else {
            return game;
        };
        let (after, own, other) = sow(after, reply);
        game.own += other;
        game.other += own;
        pits = after;
        if pits == [0; PITS] {
            break;
        }
    }
    game.over = answers.all(is_blank) && replies.all(is_blank);
    game
}
