//! Answers to a page.

use serde_json::{Value, json};

use game::{CasePlay, Game, Messages};

use crate::description::description;
use crate::hand::{merged, next, play, rest};
use crate::replay::replay;
use crate::request::{PageRequest, Question, judge, name, open, parse, requested};

/// Answers a request. After a mistake in the request, the answer is an object with the field
/// `error`. A given case replaces the one that the request names.
pub fn answer<G: Game>(request: &[u8], case: Option<&CasePlay<G>>) -> String {
    let answered = parse(request).and_then(|(request, output)| answered(&request, output, case));
    answered.unwrap_or_else(|error| json!({ "error": error })).to_string() + "\n"
}

fn answered<G: Game>(
    request: &PageRequest,
    output: &[u8],
    case: Option<&CasePlay<G>>,
) -> Result<Value, String> {
    if let Question::Game = request.ask {
        return Ok(description::<G>());
    }
    let text = String::from_utf8_lossy(output);
    if let Question::Open = request.ask {
        return open(request, case, &text).map(|game| json!(game));
    }
    let (case, messages) = match case {
        Some(case) => (case.clone(), Messages::none(case)),
        None => requested::<G>(request)?,
    };
    let entries = &request.entries;
    let [hidden, sent] = case.parts();
    // The page shows hidden lines only to who has given them.
    let is_shown = hidden.is_empty() || !request.input.trim_ascii().is_empty();
    Ok(match request.ask {
        Question::Game | Question::Open | Question::Case => json!({
            // Text of the case; empty if it has a secret and the request names it by its seed.
            "input": if is_shown { hidden + &sent } else { String::new() },
            // Text that a contestant reads.
            "sent": sent,
            // First line of a saved game.
            "heading": case.heading(),
            "name": name(&case),
        }),
        Question::Judge => {
            let judged = judge(&case, messages, output)?;
            merged([json!(judged.ruling), json!(judged.scored())])
        }
        Question::Replay => replay(&judge(&case, messages, output)?, request.losses)?,
        Question::Feed => {
            let (input, awaits) = case.feed(&text);
            json!({ "input": input, "awaits": awaits })
        }
        Question::Play => play(&case, entries, request.stopped)?,
        Question::Rest => json!(rest(&case, entries, &text)),
        Question::Next => json!(next(&case, entries, &text)?),
    })
}
