//! Refereeing of saved runs: a case is read from its text and played by its transcript.

use common::tokens::{Malformed, Tokens};
use scene::Scene;

use crate::dialogue::Saved;
use crate::game::Referee;
use crate::verdict::{Fault, Verdict};
use crate::viewed::Viewed;

/// Referees saved streams: `input`, which the contestant read after the case, and its `output`.
/// Fails with the rule that the contestant broke, or with a message that this judge could not have
/// sent.
pub fn rescore<G: Referee>(
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

/// Passes the scenes of saved streams to `show`, up to the fault if there is one; fails, under the
/// game's name, if a scene does not fit its layout.
pub fn show_scenes<G: Referee>(
    game: &G,
    case: &G::Case,
    input: &str,
    output: &[u8],
    mut show: impl FnMut(Scene),
) -> Result<(), String> {
    let mut saved = Saved::new(input.as_bytes(), output);
    match Viewed::play(game, case, &mut saved, &mut show, &mut G::Play::default()) {
        Err(Fault::Verdict(Verdict::Ie, reason)) => Err(format!("{}: {reason}", G::NAME)),
        _ => Ok(()),
    }
}

/// Reads a case from the start of `text`; returns it with the lines after it. Fails at a malformed
/// line.
pub fn read_case<'a, G: Referee>(game: &G, text: &'a str) -> Result<(G::Case, &'a str), Malformed> {
    let mut tokens = Tokens::new(text.as_bytes());
    let case = game.read_case(&mut tokens)?;
    let rest = &text[tokens.offset()..];
    Ok(match rest.split_once('\n') {
        _ if rest.trim_ascii().is_empty() => (case, ""),
        Some((gap, lines)) if gap.trim_ascii().is_empty() => (case, lines),
        _ => (case, rest.trim_ascii_start()),
    })
}

/// Reads a case that is the whole of `text`; fails at a line that is malformed or after the case.
pub fn read_whole_case<G: Referee>(game: &G, text: &str) -> Result<G::Case, Malformed> {
    let mut tokens = Tokens::new(text.as_bytes());
    let case = game.read_case(&mut tokens)?;
    match tokens.token()? {
        None => Ok(case),
        Some(_) => Err(tokens.breaks("the case is complete, but more follows".into())),
    }
}
