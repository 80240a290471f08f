//! Requests of a page: a line of JSON, then the output of a contestant.

use serde::{Deserialize, Serialize};

/// A request; the fields of the page are also the answer about a saved game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct PageRequest {
    #[serde(skip_serializing)]
    pub ask: Question,
    /// The seed of the case and of the judge's draws during play, as a person has typed it: a number of
    /// JavaScript has too few digits.
    #[serde(default)]
    pub seed: String,
    /// Names of the game's options, and their values; a flag's is empty.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The case, or all that the contestant was sent; blank for the seed's own case.
    #[serde(default)]
    pub input: String,
    /// A person's entries.
    #[serde(default)]
    pub entries: Vec<String>,
    /// True if the person ends the game after them.
    #[serde(default, skip_serializing)]
    pub stopped: bool,
    /// True if the replay shows where points were lost.
    #[serde(default, skip_serializing)]
    pub losses: bool,
}

/// A question.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Question {
    /// The game's description.
    Game,
    /// A case.
    Case,
    /// The fields of the page for a saved game, which is in the place of an output.
    Open,
    /// The ruling on an output.
    Judge,
    /// The replay of an output.
    Replay,
    /// All that is sent to a contestant that has written the output and may write more.
    Feed,
    /// A game by hand after its entries.
    Play,
    /// The next entry in the output of a solver.
    Next,
    /// All further entries in it.
    Rest,
}

/// Splits a request from the output after it.
pub(crate) fn parse(bytes: &[u8]) -> Result<(PageRequest, &[u8]), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, output) = bytes.split_at(end.unwrap_or(bytes.len()));
    let request = serde_json::from_slice(line).map_err(|error| format!("the request: {error}"))?;
    Ok((request, output.get(1..).unwrap_or_default()))
}
