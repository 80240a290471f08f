//! A game between its judge and a running contestant.

use game::{Batch, Fault, Game, Salt, choices};

use super::live::Live;
use crate::Wire;

/// Plays `case` with the contestant at the other end of `wire`, from the first
/// byte of the case to the contestant's exit.
///
/// # Errors
/// The rule that the contestant broke.
pub fn referee<G: Game>(
    game: &G,
    case: &G::Case,
    seed: u64,
    salt: Option<&Salt>,
    wire: &mut Wire,
    play: &mut G::Play,
) -> Result<(), Fault> {
    wire.send(&case.to_string());
    let mut dialogue = Live::new(wire, choices(game, seed, salt));
    game.play(case, &mut dialogue, play)?;
    wire.finish()
}

/// Plays `case` as [`referee`] does, with a contestant in the linked form: it gets all messages at
/// once.
///
/// # Errors
/// The rule that the contestant broke.
pub fn referee_linked<G: Game>(
    game: &G,
    case: &G::Case,
    seed: u64,
    salt: Option<&Salt>,
    wire: &mut Wire,
    play: &mut G::Play,
) -> Result<(), Fault> {
    let choices = choices(game, seed, salt);
    let mut drawn = choices.clone();
    let messages = game.messages(case, &mut |weights| weights.draw(&mut drawn))?;
    let output = wire.exchange(&(case.to_string() + &messages))?;
    let mut batch = Batch::new(&output, choices);
    game.play(case, &mut batch, play)?;
    batch.finish()?;
    wire.finish()
}
