//! Referees of saved runs: a case is read from its text, played from its transcript, and the
//! judge's choices are drawn from its seed.

use common::tokens::{Malformed, Tokens};
use rand_chacha::ChaCha8Rng;

use crate::dialogue::Saved;
use crate::game::Game;
use crate::salt::Salt;
use crate::seed::{Stream, rng};
use crate::verdict::Fault;

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
