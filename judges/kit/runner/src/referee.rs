//! A game between its judge and a running contestant.

use game::{Awaited, Fault, Game, Live, Salt, Transport, draws, rescore};

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
    Live::new(wire, Some(draws(game, seed, salt))).play(game, case, play)
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
    let mut draws = draws(game, seed, salt);
    let messages = game.messages(case, &mut |weights| weights.draw(&mut draws))?;
    wire.send(&(case.to_string() + &messages));
    wire.close();
    wire.wait(Awaited::Rest, |inbox| Ok(inbox.has_ended()))?;
    let output = wire.inbox().take_bytes();
    rescore(game, case, &messages, &output, play)
}
