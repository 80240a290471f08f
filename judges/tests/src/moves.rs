//! Compares the moves that a person can point at with those that the judge accepts.

use common::rng::Rng;
use game::{CasePlay, Game, Move};
use scene::{Place, SceneLayout};

/// Number of additional moves that are tried at each position.
const TRIED: usize = 12;

/// Plays random moves on the case of `seed`, and tries others: the judge must accept the legal ones
/// and refuse the others. Until the game is over (or has `most` moves), there must be a legal move.
/// There must also be a move for each place of the layout, so that every click has an answer.
///
/// # Panics
/// Judge and list of moves disagree.
#[track_caller]
pub fn check_moves<G: Game>(options: &[(&str, &str)], seed: u64, most: usize) {
    let play = CasePlay::new(G::with(options).unwrap(), seed);
    let case = play.case();
    let mut rng = Rng::new(seed);
    let mut entries: Vec<String> = Vec::new();
    while entries.len() < most {
        let played = play.play_entries(&entries).unwrap();
        if !played.awaits {
            return;
        }
        let mut moves = play.game.moves(case, &entries, &played.play);
        check_places(&play.layout(), &moves);
        for _ in 0..TRIED {
            let tried = &moves[rng.below(moves.len() as u32) as usize];
            let with = [&entries[..], &[entry(tried)]].concat();
            let taken = play.play_entries(&with);
            let expected = tried.refusal.is_none();
            assert_eq!(taken.is_ok(), expected, "{tried:?} after {entries:?}");
            let reason = taken.map_or_else(String::from, |_| String::new());
            let mut after = reason.split("line ").skip(1);
            let names_a_line =
                after.any(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
            assert!(!names_a_line, "{tried:?}: {reason}");
        }
        moves.retain(|one| one.refusal.is_none());
        assert!(!moves.is_empty(), "after {entries:?}");
        entries.push(entry(&moves[rng.below(moves.len() as u32) as usize]));
    }
}

/// Returns the entry of a move; a part stands alone, after its first verb.
fn entry(one: &Move) -> String {
    let verb = one.verbs.first().map_or(String::new(), |(verb, _)| format!("{verb} "));
    verb + &one.entry
}

/// Checks that every place begins a move, and that every refusal is a sentence.
#[track_caller]
fn check_places(layout: &SceneLayout, moves: &[Move]) {
    let cells = (0..layout.shape.cells()).map(|cell| Place::cell(cell as usize));
    let trays = (0..layout.trays.len() as u32).map(Place::Tray);
    for place in cells.chain(trays) {
        assert!(moves.iter().any(|one| one.places[0] == place), "{place:?}");
    }
    for refusal in moves.iter().filter_map(|one| one.refusal.as_ref()) {
        assert!(refusal.starts_with(char::is_uppercase), "{refusal}");
        let names_legal = refusal.ends_with('.') && refusal.contains(": choose ");
        assert!(names_legal, "{refusal}");
    }
}
