//! Requests of a page: one line of JSON, then the output of a contestant.

use serde::{Deserialize, Serialize};

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
