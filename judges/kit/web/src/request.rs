//! Requests of a page: a line of JSON, behind it the output of a contestant.

use serde::Deserialize;

/// A request.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PageRequest {
    /// The question.
    pub ask: Question,
    /// The seed of the case, and of the judge's choices during play.
    #[serde(default)]
    pub seed: u64,
    /// Names of the game's options, and their values; a flag's is empty.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The case, or all that the contestant was sent; blank for the seed's own case.
    #[serde(default)]
    pub input: String,
    /// A person's entries.
    #[serde(default)]
    pub entries: Vec<String>,
    /// True if the replay shows where points were lost.
    #[serde(default)]
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
    /// The fields of the page for the saved game that stands in the place of an output.
    Open,
    /// The ruling on an output.
    Judge,
    /// The replay of an output.
    Replay,
    /// All that a contestant is sent that has written the output and may write more.
    Feed,
    /// A game by hand after its entries.
    Play,
    /// The entry that follows in the output of a solver.
    Next,
    /// All entries that follow in it.
    Rest,
}

/// Splits a request from the output after it.
pub(crate) fn parse(bytes: &[u8]) -> Result<(PageRequest, &[u8]), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, output) = bytes.split_at(end.unwrap_or(bytes.len()));
    let request = serde_json::from_slice(line).map_err(|error| format!("the request: {error}"))?;
    Ok((request, output.get(1..).unwrap_or_default()))
}
