//! Requests of a page: one line of JSON, then the output of a contestant; and the cases that they name.

use common::tokens::Malformed;
use serde::{Deserialize, Serialize};

use game::{CasePlay, Game, JudgedPlay, Messages, OptionForm, OptionValues, SavedGame};

/// Maximum number in an option, so that a browser can handle the game.
const LARGEST: u64 = 1000;

/// A request. Its fields for the case are also the answer to opening a saved game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct PageRequest {
    #[serde(skip_serializing)]
    pub ask: Question,
    /// Seed of the case and of random choices, as text: a JavaScript number has too few digits.
    #[serde(default)]
    pub seed: String,
    /// Names and values of the game's options; the value of a flag is empty.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The case, or a whole transcript of the judge's side; blank for the seed's own case.
    #[serde(default)]
    pub input: String,
    /// A person's entries.
    #[serde(default)]
    pub entries: Vec<String>,
    /// True if the person ends the game after these entries.
    #[serde(default, skip_serializing)]
    pub stopped: bool,
    /// True if the replay should show lost points.
    #[serde(default, skip_serializing)]
    pub losses: bool,
}

/// Kind of request.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Question {
    /// The game's description.
    Game,
    /// A case.
    Case,
    /// Fields of the page for a saved game, which is sent instead of an output.
    Open,
    /// The ruling on an output.
    Judge,
    /// The replay of an output.
    Replay,
    /// Everything that is sent to a contestant with this output so far.
    Feed,
    /// State of a game by hand after its entries.
    Play,
    /// Next entry in the output of a solver.
    Next,
    /// All further entries in the output of a solver.
    Rest,
}

/// Splits a request from the output that follows it.
pub(crate) fn parse(bytes: &[u8]) -> Result<(PageRequest, &[u8]), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, output) = bytes.split_at(end.unwrap_or(bytes.len()));
    let request = serde_json::from_slice(line).map_err(|error| format!("the request: {error}"))?;
    Ok((request, output.get(1..).unwrap_or_default()))
}

/// Returns the name of the case.
pub(crate) fn name<G: Game>(play: &CasePlay<G>) -> String {
    if play.is_drawn { format!("seed {}", play.seed) } else { "a case of your own".into() }
}

/// Returns the case that a request names, and the messages after it. Fails if an option is wrong,
/// the seed stands for several cases, or the case is malformed.
pub(crate) fn requested<G: Game>(
    request: &PageRequest,
) -> Result<(CasePlay<G>, Messages<'_>), String> {
    let values = OptionValues::parse(G::OPTIONS, &request.options)?;
    let seed = OptionForm::Whole(0, u64::MAX).parse(request.seed.trim());
    let seed = seed.map_err(|wrong| format!("seed: {wrong}"))?;
    let is_too_large = |(_, value): &&(String, String)| {
        let mut numbers = value.split(|sign: char| !sign.is_ascii_digit());
        numbers.any(|number| number.parse().is_ok_and(|number: u64| number > LARGEST))
    };
    if let Some((name, _)) = request.options.iter().find(is_too_large) {
        return Err(format!("{name}: a page takes {LARGEST} at most"));
    }
    let mut games = G::new(values).variants();
    let (Some(game), true) = (games.pop(), games.is_empty()) else {
        return Err("the seed stands for several cases: choose one by the options".into());
    };
    let own = CasePlay::new(game, seed.parse().unwrap_or_default());
    if request.input.trim_ascii().is_empty() {
        return Ok((own.clone(), Messages::none(&own)));
    }
    own.read(&request.input).map_err(of_input)
}

/// Referees the `output` of a contestant. If no messages follow the case, the judge draws them with
/// the seed. Fails if the input has a line that this judge would not send.
pub(crate) fn judge<G: Game>(
    case: &CasePlay<G>,
    messages: Messages,
    output: &[u8],
) -> Result<JudgedPlay<G>, String> {
    match messages.text.trim_ascii().is_empty() {
        true => Ok(case.play(output)),
        false => case.judge(messages, output).map_err(of_input),
    }
}

/// Adds the name of the page's field to an error in the case.
fn of_input(malformed: Malformed) -> String {
    format!("input, {malformed}")
}

/// Opens a saved game in a page with the fields of `request`. A page with a `fixed` case accepts no
/// other. Returns `None` if `text` is not a saved game. Fails if the page cannot name its case.
pub(crate) fn open<G: Game>(
    request: &PageRequest,
    fixed: Option<&CasePlay<G>>,
    text: &str,
) -> Result<Option<PageRequest>, String> {
    let Some(saved) = SavedGame::parse(G::NAME, text) else {
        return Ok(None);
    };
    let of_seed = PageRequest {
        options: saved.options,
        seed: saved.seed.to_string(),
        input: String::new(),
        ..request.clone()
    };
    let is_of = |asked: &PageRequest| match fixed {
        Some(case) => case.heading() == saved.heading,
        None => requested::<G>(asked).is_ok_and(|(case, _)| case.heading() == saved.heading),
    };
    match [request.clone(), of_seed].into_iter().find(is_of) {
        Some(found) => Ok(Some(PageRequest { entries: saved.entries, ..found })),
        None => Err(format!("The file is of another case: {}", saved.heading)),
    }
}
