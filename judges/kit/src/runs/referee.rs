//! A game between its judge and a running contestant.

use rand::RngExt;

use super::live::Live;
use crate::contestant::Wire;
use crate::dialogue::Batch;
use crate::game::Game;
use crate::referee::choices;
use crate::salt::Salt;
use crate::verdict::Fault;

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
    let text = case.to_string();
    let choices = choices(game, seed, salt);
    let mut drawn = choices.clone();
    match game.messages(case, &mut |options| drawn.random_range(0..options)) {
        None => {
            wire.send(&text);
            game.play(case, &mut Live::new(wire, choices), play)?;
        }
        Some(messages) => {
            let output = wire.exchange(&(text + &messages))?;
            let mut batch = Batch::new(&output, choices);
            game.play(case, &mut batch, play)?;
            batch.finish()?;
        }
    }
    wire.finish()
}
