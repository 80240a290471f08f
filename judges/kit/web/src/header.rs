//! Headers of replays.

use game::{Bound, Game, Ruling, Verdict};
use scene::{Header, Level, Parameter, SceneLayout, printable};

/// Facts about a run for the header of its replay.
pub struct HeaderFacts<'a> {
    /// The case in words.
    pub case: String,
    /// The contestant's command.
    pub contestant: String,
    /// The parameters of the case.
    pub parameters: Vec<Parameter>,
    /// Verdict and reason.
    pub ruling: &'a Ruling,
    /// The raw score.
    pub score: f64,
    /// The most that could be scored, as far as known.
    pub bound: Option<&'a Bound>,
    /// The best score that is known of the case.
    pub best_known: Option<f64>,
}

/// The header of a replay with this layout.
pub fn header<G: Game>(facts: HeaderFacts, layout: &SceneLayout) -> Header {
    let level = |name: String, value| Level { name, value };
    let bound = facts
        .bound
        .map(|bound| level(bound.kind.to_string(), bound.value));
    let best = facts
        .best_known
        .map(|value| level("best known".into(), value));
    let is_ok = facts.ruling.verdict == Verdict::Ok;
    Header {
        game: G::TITLE.into(),
        case: printable(&facts.case),
        contestant: printable(&facts.contestant),
        parameters: facts.parameters,
        verdict: facts.ruling.verdict.to_string(),
        score: facts.score,
        levels: match layout.compared {
            true => bound.into_iter().chain(best).collect(),
            false => Vec::new(),
        },
        fault: (!is_ok).then(|| facts.ruling.reason.clone().unwrap_or_default()),
    }
}

/// The parameters of a case by name and value, in the game's order and with their meanings.
pub fn parameters<G: Game>(values: impl Iterator<Item = (String, String)>) -> Vec<Parameter> {
    let known = |name: &str| G::PARAMETERS.iter().position(|(known, _)| *known == name);
    let mut values: Vec<(String, String)> = values.collect();
    values.sort_by_key(|(name, _)| known(name).unwrap_or(usize::MAX));
    let parameters = values.into_iter().map(|(name, value)| Parameter {
        meaning: known(&name).map_or("", |at| G::PARAMETERS[at].1).into(),
        name: printable(&name),
        value: printable(&value),
    });
    parameters.collect()
}
