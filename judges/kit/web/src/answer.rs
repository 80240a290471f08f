//! Answers to a page.

use serde::Serialize;
use serde_json::json;

use game::Game;

use crate::description::description;
use crate::given::{FixedCase, Given};
use crate::hand::{next, play, rest};
use crate::request::{PageRequest, Question, parse};
use crate::run::{feed, judge, replay};

/// Answers a request: with an object whose field `error` says what is wrong with it, or with the
/// answer itself.
pub fn answer<G: Game>(request: &[u8]) -> String {
    answer_of::<G>(request, None)
}

/// Answers a request about this case, whatever case it names.
pub fn answer_about<G: Game>(case: &FixedCase<G>, request: &[u8]) -> String {
    answer_of(request, Some(case))
}

fn answer_of<G: Game>(request: &[u8], case: Option<&FixedCase<G>>) -> String {
    let answered = parse(request).and_then(|(request, output)| answered(&request, output, case));
    let answer = answered.unwrap_or_else(|error| json!({ "error": error }).to_string());
    answer + "\n"
}

fn answered<G: Game>(
    request: &PageRequest,
    output: &[u8],
    case: Option<&FixedCase<G>>,
) -> Result<String, String> {
    if let Question::Game = request.ask {
        return Ok(to_json(&description::<G>()));
    }
    let given = match case {
        Some(case) => Given::of(case.game.clone(), case.seed, &case.input)?,
        None => Given::<G>::new(request)?,
    };
    Ok(match request.ask {
        Question::Game | Question::Case => to_json(&given.shown()),
        Question::Judge => to_json(&judge(&given, output)?),
        Question::Replay => to_json(&replay(&given, output, request.losses)?),
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
