//! Refereeing of saved runs: a case is read from its text and played by its transcript.

use common::tokens::{Malformed, Tokens};

use crate::dialogue::Saved;
use crate::game::Referee;
use crate::verdict::{Fault, Ruling};

/// Referees saved streams: `input`, which the contestant read after the case, and its `output`.
/// Fails with the rule that the contestant broke, or with a message that this judge could not have
/// sent.
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

/// Rules on saved streams as [`replay`] does; fails at the line after the case, from 1, that this
/// judge could not have sent.
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

/// Reads a case from the start of `text` and returns the lines after it, too; fails at a malformed
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
