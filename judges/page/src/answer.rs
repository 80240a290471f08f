//! Answers to a page.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

use game::{Details, Game, GameOption, read_case};

use crate::description::description;
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

/// A case that a page names, with what was sent behind it.
pub(crate) struct Given<'a, G: Game> {
    /// The game with its options.
    pub game: G,
    /// The seed.
    pub seed: u64,
    /// The case.
    pub case: G::Case,
    /// Number of lines before `messages` in the input.
    pub before: usize,
    /// Text sent to the contestant after the case; empty where the seed is to draw it.
    pub messages: Cow<'a, str>,
    /// True if the case is the seed's own.
    pub is_drawn: bool,
}

/// A case as the page shows it.
#[derive(Serialize)]
struct ShownCase {
    /// The text that a contestant reads.
    input: String,
    parameters: Details,
    /// The first line of a saved game.
    heading: String,
}

impl<'a, G: Game> Given<'a, G> {
    /// The case that a request names.
    ///
    /// # Errors
    /// An option is wrong, the seed stands for several cases, or the case is malformed.
    fn new(request: &'a PageRequest) -> Result<Given<'a, G>, String> {
        let options = request.options.iter();
        let options: Vec<(&str, &str)> = options
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        check_excluded(G::OPTIONS, &options)?;
        let mut games = G::with(&options)?.variants();
        let (Some(game), true) = (games.pop(), games.is_empty()) else {
            return Err("the seed stands for several cases: choose one by the options".into());
        };
        let drawn = game.generate(request.seed);
        if request.input.trim_ascii().is_empty() {
            return Ok(Given {
                game,
                seed: request.seed,
                case: drawn,
                before: 0,
                messages: "".into(),
                is_drawn: true,
            });
        }
        let (read, messages) =
            read_case(&game, &request.input).map_err(|malformed| format!("input, {malformed}"))?;
        // The seed's own case knows more of its parameters than its text tells.
        let is_drawn = read.to_string() == drawn.to_string();
        let before = request.input.len() - messages.len();
        Ok(Given {
            game,
            seed: request.seed,
            case: if is_drawn { drawn } else { read },
            before: request.input[..before].matches('\n').count(),
            messages: messages.into(),
            is_drawn,
        })
    }

    fn shown(&self) -> ShownCase {
        ShownCase {
            input: self.case.to_string(),
            parameters: self.parameters(),
            heading: self.heading(),
        }
    }

    /// Returns what distinguishes the case.
    pub fn parameters(&self) -> Details {
        self.game.parameters(&self.case)
    }

    /// Names the game and its case, as the first line of a saved game does.
    fn heading(&self) -> String {
        let parameters = serde_json::to_value(self.parameters()).unwrap_or(Value::Null);
        format!("# {}: seed {} {parameters}", G::NAME, self.seed)
    }
}

/// Checks that no option is given beside one that leaves it without effect.
///
/// # Errors
/// Two of them.
fn check_excluded(options: &[GameOption], given: &[(&str, &str)]) -> Result<(), String> {
    let is_given = |name: &str| given.iter().any(|(other, _)| *other == name);
    for option in options.iter().filter(|option| is_given(option.name)) {
        if let Some(other) = option.excludes.iter().find(|other| is_given(other)) {
            return Err(format!(
                "{}: {other} has no effect beside it",
                option.typed()
            ));
        }
    }
    Ok(())
}
