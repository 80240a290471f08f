//! Cases that a page names.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use game::{Details, Game, GameOption, read_case, variant_flag};

use crate::request::PageRequest;

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
pub(crate) struct ShownCase {
    /// The text that a contestant reads.
    input: String,
    parameters: Details,
    /// The first line of a saved game.
    heading: String,
    /// The case in words.
    name: String,
}

/// A case that is all that a page can ask about.
pub struct FixedCase<G: Game> {
    /// The game with its options.
    pub game: G,
    /// The seed.
    pub seed: u64,
    /// The text of the case; blank for the seed's own.
    pub input: String,
}

impl<'a, G: Game> Given<'a, G> {
    /// The case that a request names.
    ///
    /// # Errors
    /// An option is wrong, the seed stands for several cases, or the case is malformed.
    pub fn new(request: &'a PageRequest) -> Result<Given<'a, G>, String> {
        let options = request.options.iter();
        let options: Vec<(&str, &str)> = options
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        check_excluded(G::OPTIONS, &options)?;
        let mut games = G::with(&options)?.variants();
        let (Some(game), true) = (games.pop(), games.is_empty()) else {
            return Err("the seed stands for several cases: choose one by the options".into());
        };
        Given::of(game, request.seed, &request.input)
    }

    /// The case that `input` holds; the seed's own if it is blank.
    ///
    /// # Errors
    /// The case is malformed.
    pub fn of(game: G, seed: u64, input: &'a str) -> Result<Given<'a, G>, String> {
        let drawn = game.generate(seed);
        if input.trim_ascii().is_empty() {
            return Ok(Given {
                game,
                seed,
                case: drawn,
                before: 0,
                messages: "".into(),
                is_drawn: true,
            });
        }
        let (read, messages) =
            read_case(&game, input).map_err(|malformed| format!("input, {malformed}"))?;
        // The seed's own case knows more of its parameters than its text tells.
        let is_drawn = read.to_string() == drawn.to_string();
        let before = input.len() - messages.len();
        Ok(Given {
            game,
            seed,
            case: if is_drawn { drawn } else { read },
            before: input[..before].matches('\n').count(),
            messages: messages.into(),
            is_drawn,
        })
    }

    /// Returns what the page shows of it.
    pub fn shown(&self) -> ShownCase {
        ShownCase {
            input: self.case.to_string(),
            parameters: self.parameters(),
            heading: self.heading(),
            name: self.name(),
        }
    }

    /// Names the case in words.
    pub fn name(&self) -> String {
        match self.is_drawn {
            true => format!("seed {}", self.seed),
            false => "a case of your own".into(),
        }
    }

    /// Returns what distinguishes the case.
    pub fn parameters(&self) -> Details {
        self.game.parameters(&self.case)
    }

    /// Names the game and its case, as the first line of a saved game does.
    fn heading(&self) -> String {
        let parameters = serde_json::to_value(self.parameters()).unwrap_or(Value::Null);
        let flag = variant_flag(&self.game).map(|name| format!(" --{name}"));
        let flag = flag.unwrap_or_default();
        format!("# {}: seed {}{flag} {parameters}", G::NAME, self.seed)
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
