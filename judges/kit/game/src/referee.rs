//! Refereeing of saved runs: a case is read from its text and played from its transcript.

use common::tokens::{Malformed, Tokens};

use crate::dialogue::Saved;
use crate::game::Referee;
use crate::verdict::{Fault, Ruling};

/// Referees a run from its saved streams: `input` is what the contestant read
/// after the case, `output` what it wrote.
///
/// # Errors
/// The rule that the contestant broke, or that the judge's side of the transcript
/// could not have come from this judge.
pub fn replay<G: Referee>(
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

/// Rules on a run from its saved streams, as [`replay`] does.
///
/// # Errors
/// The line behind the case that did not come from this judge, counted from 1.
pub fn rule<G: Referee>(
    game: &G,
    case: &G::Case,
    input: &str,
    output: &[u8],
    play: &mut G::Play,
) -> Result<Ruling, Malformed> {
    match replay(game, case, input, output, play) {
        Err(Fault::Transcript { line, problem }) => Err(Malformed::rule(line, problem)),
        played => Ok(Ruling::of(played)),
    }
}

/// Reads a case from the start of `text`; returns it and the lines behind it.
///
/// # Errors
/// The line that is malformed, and the rule it breaks.
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

/// Reads a case that is the whole of `text`.
///
/// # Errors
/// The line that is malformed or behind the case.
pub fn read_whole_case<G: Referee>(game: &G, text: &str) -> Result<G::Case, Malformed> {
    let mut tokens = Tokens::new(text.as_bytes());
    let case = game.read_case(&mut tokens)?;
    match tokens.token()? {
        None => Ok(case),
        Some(_) => Err(tokens.breaks("the case is complete, but more follows".into())),
    }
}
