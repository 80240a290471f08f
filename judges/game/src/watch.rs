//! Games as they can be seen: a transcript is played once more, and watched.

use scene::Scene;

use crate::dialogue::{Saved, Watched};
use crate::game::Referee;

/// Plays the transcript of a contestant that read `input` after the case and wrote `output`, and
/// gives its scenes to `watch`, up to the fault if there is one.
pub fn watch<G: Referee>(
    game: &G,
    case: &G::Case,
    input: &str,
    output: &[u8],
    mut watch: impl FnMut(Scene),
) {
    let mut saved = Saved::new(input.as_bytes(), output);
    let mut watched = Watched::new(&mut saved, &mut watch);
    // The record says how the game ended, and why.
    let _ = game.play(case, &mut watched, &mut G::Play::default());
    watched.finish();
}
