//! Answers to a page.

use serde::Serialize;
use serde_json::json;

use game::Game;

use crate::description::description;
use crate::given::Given;
use crate::hand::{next, play, rest};
use crate::request::{PageRequest, Question, parse};
use crate::run::{feed, judge};

/// Answers a request: with an object whose field `error` says what is wrong with it, or with the
/// answer itself.
pub fn answer<G: Game>(request: &[u8]) -> String {
    let answered = parse(request).and_then(|(request, output)| answered::<G>(&request, output));
    let answer = answered.unwrap_or_else(|error| json!({ "error": error }).to_string());
    answer + "\n"
}

fn answered<G: Game>(request: &PageRequest, output: &[u8]) -> Result<String, String> {
    if let Question::Game = request.ask {
        return Ok(to_json(&description::<G>()));
    }
    let given = Given::<G>::new(request)?;
    Ok(match request.ask {
        Question::Game | Question::Case => to_json(&given.shown()),
        Question::Judge => to_json(&judge(&given, output)?),
        Question::Feed => to_json(&feed(&given, output)),
        Question::Play => to_json(&play(&given, &request.entries)?),
        Question::Rest => to_json(&rest(&given, &request.entries, output)),
        Question::Next => to_json(&next(&given, &request.entries, output)?),
    })
}

/// The value as JSON.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data has a JSON form")
}
