//! The moves that a person can point at, against what the judge takes.

use common::rng::Rng;
use game::{Game, HandGame};

/// Choices that are tried at each position, besides the one that is made.
const TRIED: usize = 12;

/// Plays a case of `seed` by choices drawn at random, and tries others on the way: each is what
/// the judge takes or refuses, as it says. There is one to take until the game is over, or until
/// `most` are made.
///
/// # Panics
/// A choice is not what the judge says.
#[track_caller]
pub fn check_choices<G: Game>(options: &[(&str, &str)], seed: u64, most: usize) {
    let game = G::with(options).unwrap();
    let case = game.generate(seed);
    let hand = HandGame::new(&game, &case, seed);
    let mut rng = Rng::new(seed);
    let mut entries: Vec<String> = Vec::new();
    while entries.len() < most {
        let (told, _) = hand.play(&entries, 0).unwrap();
        if !told.awaits {
            return;
        }
        let scene = told.scenes.last().unwrap();
        let choices = game.choices(&case, &entries, scene);
        for _ in 0..TRIED {
            let choice = &choices[rng.below(choices.len() as u32) as usize];
            let with = [&entries[..], std::slice::from_ref(&choice.entry)].concat();
            let taken = hand.play(&with, usize::MAX);
            assert_eq!(taken.is_ok(), choice.legal, "{choice:?} after {entries:?}");
        }
        let legal: Vec<&String> = choices
            .iter()
            .filter(|choice| choice.legal)
            .map(|choice| &choice.entry)
            .collect();
        assert!(!legal.is_empty(), "after {entries:?}");
        entries.push(legal[rng.below(legal.len() as u32) as usize].clone());
    }
}
