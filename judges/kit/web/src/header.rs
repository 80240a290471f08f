//! Headers of replays.

use game::{Bound, Details, Game, Ruling, Verdict};
use scene::{Header, Parameter, ReferenceLine, SceneLayout, printable};

/// Returns the header of a replay with this layout, including the bound and the best known score.
/// The names of case and contestant are empty.
pub fn header<G: Game>(
    layout: &SceneLayout,
    parameters: &Details,
    ruling: &Ruling,
    score: f64,
    (bound, best_known): (Option<&Bound>, Option<f64>),
) -> Header {
    let level = |name: String, value| ReferenceLine { name, value };
    let bound = bound.map(|bound| level(bound.kind.to_string(), bound.value));
    let best = best_known.map(|value| level("best known".into(), value));
    let levels = bound.into_iter().chain(best);
    let is_ok = ruling.verdict == Verdict::Ok;
    Header {
        game: G::TITLE.into(),
        parameters: self::parameters::<G>(parameters),
        verdict: ruling.verdict.to_string(),
        score,
        levels: levels.filter(|_| layout.compared).collect(),
        fault: (!is_ok).then(|| ruling.reason.clone().unwrap_or_default()),
        ..Header::default()
    }
}

/// Returns the parameters of a case in the game's order, with their meanings.
fn parameters<G: Game>(values: &Details) -> Vec<Parameter> {
    let known = |name: &str| G::PARAMETERS.iter().position(|(known, _)| *known == name);
    let mut values: Vec<_> = values.0.iter().collect();
    values.sort_by_key(|(name, _)| known(name).unwrap_or(usize::MAX));
    let parameters = values.into_iter().map(|(name, value)| Parameter {
        meaning: known(name).map_or("", |at| G::PARAMETERS[at].1).into(),
        name: printable(name),
        value: printable(&value.to_string()),
    });
    parameters.collect()
}
