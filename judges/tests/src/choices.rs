//! The moves that a person can point at, against what the judge takes.

use common::rng::Rng;
use game::{CasePlay, Choice, Game, HandGame};
use scene::{Place, SceneLayout};

/// Choices that are tried at each position, besides the one that is made.
const TRIED: usize = 12;

/// Plays a case of `seed` by choices drawn at random, and tries others on the way: the judge takes
/// the legal ones and refuses the others. A legal one exists until the game is over, or until
/// `most` are made; and every place of the layout begins a choice, so that no click is unanswered.
///
/// # Panics
/// A choice and the judge disagree.
#[track_caller]
pub fn check_choices<G: Game>(options: &[(&str, &str)], seed: u64, most: usize) {
    let game = G::with(options).unwrap();
    let play = CasePlay::new(game.clone(), seed);
    let (case, hand) = (play.case(), HandGame::new(&play));
    let mut rng = Rng::new(seed);
    let mut entries: Vec<String> = Vec::new();
    while entries.len() < most {
        let (played, _) = hand.play(&entries, 0).unwrap();
        if !played.awaits {
            return;
        }
        let scene = played.scenes.last().unwrap();
        let choices = game.choices(case, &entries, scene);
        check_places(&game.layout(case), &choices);
        for _ in 0..TRIED {
            let choice = &choices[rng.below(choices.len() as u32) as usize];
            let with = [&entries[..], std::slice::from_ref(&choice.entry)].concat();
            let taken = hand.play(&with, usize::MAX);
            assert_eq!(
                taken.is_ok(),
                choice.is_legal(),
                "{choice:?} after {entries:?}"
            );
            let reason = taken.map_or_else(String::from, |_| String::new());
            assert!(!reason.contains("line "), "{choice:?}: {reason}");
        }
        let legal: Vec<&String> = choices
            .iter()
            .filter(|choice| choice.is_legal())
            .map(|choice| &choice.entry)
            .collect();
        assert!(!legal.is_empty(), "after {entries:?}");
        entries.push(legal[rng.below(legal.len() as u32) as usize].clone());
    }
}

/// Checks that every place begins a choice, and that a refusal is a sentence.
#[track_caller]
fn check_places(layout: &SceneLayout, choices: &[Choice]) {
    let cells = (0..layout.shape.cells()).map(|cell| Place::cell(cell as usize));
    let trays = (0..layout.trays.len() as u32).map(Place::Tray);
    for place in cells.chain(trays) {
        let begins = |choice: &&Choice| choice.places[0] == place;
        assert!(choices.iter().any(|choice| begins(&choice)), "{place:?}");
    }
    for refusal in choices.iter().filter_map(|choice| choice.refusal.as_ref()) {
        assert!(refusal.starts_with(char::is_uppercase), "{refusal}");
        assert!(
            refusal.ends_with('.') && refusal.contains(": choose "),
            "{refusal}"
        );
    }
}
