//! A game between its judge and a contestant, or its transcript.

use common::tokens::{Malformed, Tokens};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::salt::Salt;
use super::seed::{Stream, rng};
use crate::contestant::Wire;
use crate::dialogue::{Batch, Live, Saved};
use crate::game::Game;
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

/// Referees a run from its saved streams: `input` is what the contestant read
/// after the case, `output` what it wrote.
///
/// # Errors
/// The rule that the contestant broke, or that the judge's side of the transcript
/// could not have come from this judge.
pub fn replay<G: Game>(
    game: &G,
    case: &G::Case,
    input: &str,
    output: &[u8],
    play: &mut G::Play,
) -> Result<(), Fault> {
    let mut saved = Saved::new(input.as_bytes(), output);
    game.play(case, &mut saved, play)?;
    saved.finish()
}

/// Reads a case from the start of `text`; returns it and the lines behind it.
///
/// # Errors
/// The line that is malformed, and the rule it breaks.
pub fn read_case<'a, G: Game>(game: &G, text: &'a str) -> Result<(G::Case, &'a str), Malformed> {
    let mut tokens = Tokens::new(text.as_bytes());
    let case = game.read_case(&mut tokens)?;
    let rest = &text[tokens.offset()..];
    Ok(match rest.split_once('\n') {
        _ if rest.trim_ascii().is_empty() => (case, ""),
        Some((gap, lines)) if gap.trim_ascii().is_empty() => (case, lines),
        _ => (case, rest.trim_ascii_start()),
    })
}

/// Reads a case that is the whole of `text`.
///
/// # Errors
/// The line that is malformed or behind the case.
pub(crate) fn read_whole_case<G: Game>(game: &G, text: &str) -> Result<G::Case, Malformed> {
    let mut tokens = Tokens::new(text.as_bytes());
    let case = game.read_case(&mut tokens)?;
    match tokens.token()? {
        None => Ok(case),
        Some(_) => Err(tokens.breaks("the case is complete, but more follows".into())),
    }
}

/// Returns the random numbers of the judge's choices during play; variants of a
/// seed have sequences of their own, and so has every salt.
pub fn choices<G: Game>(game: &G, seed: u64, salt: Option<&Salt>) -> ChaCha8Rng {
    let name = match game.variant() {
        Some(variant) => format!("{}/{variant}", G::NAME),
        None => G::NAME.into(),
    };
    let unsalted = rng(&name, seed, Stream::Play);
    salt.map_or(unsalted.clone(), |salt| salt.mix(unsalted))
}
