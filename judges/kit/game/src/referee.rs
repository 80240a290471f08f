//! Refereeing: reads a case from text, and plays it to the end of a dialogue.

use common::tokens::{Malformed, Tokens};

use crate::{Dialogue, Played, Referee, TranscriptDialogue};

/// Plays `case` over `dialogue` to its end. Fails with the rule that the contestant broke.
pub fn referee<G: Referee>(
    game: &G,
    case: &G::Case,
    dialogue: &mut dyn Dialogue,
    play: &mut G::Play,
) -> Played {
    game.play(case, dialogue, play)?;
    dialogue.finish(G::END)
}

/// Returns the text of a case in two parts: its hidden lines, and what a contestant reads.
pub fn case_parts<G: Referee>(game: &G, case: &G::Case) -> [String; 2] {
    let mut hidden = case.to_string();
    let length = hidden.split_inclusive('\n').take(game.hidden_lines(case)).map(str::len).sum();
    let sent = hidden.split_off(length);
    [hidden, sent]
}

/// Referees saved streams: `input`, which the contestant read after the case, and its `output`.
/// Fails with the broken rule, or at a message that this judge could not have sent.
pub fn referee_transcript<G: Referee>(
    game: &G,
    case: &G::Case,
    input: &str,
    output: &[u8],
    play: &mut G::Play,
) -> Played {
    referee(game, case, &mut TranscriptDialogue::new(input, output), play)
}

/// Reads a case from the start of `text`; returns it and the lines after it. Fails if malformed.
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

/// Reads a case that takes the whole `text`. Fails at a malformed line, or at an additional line.
pub fn read_whole_case<G: Referee>(game: &G, text: &str) -> Result<G::Case, Malformed> {
    let mut tokens = Tokens::new(text.as_bytes());
    let case = game.read_case(&mut tokens)?;
    match tokens.token()? {
        None => Ok(case),
        Some(_) => Err(tokens.breaks("the case is complete, but more follows".into())),
    }
}
