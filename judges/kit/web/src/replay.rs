//! Replays of judged plays, and their headers.

use game::{
    Bound, CaseScore, Details, Game, JudgedPlay, LossBasis, Losses, Opponent, Ruling, Verdict,
    ending,
};
use scene::encode::data;
use scene::{Header, Parameter, Recorder, ReferenceLine, Replay, SceneLayout, printable};
use serde_json::{Value, json};

use crate::request::name;

/// Number of costliest turns that are listed.
const COSTLIEST: usize = 3;

/// Returns the replay of a play, with its losses if requested.
pub(crate) fn replay<G: Game>(judged: &JudgedPlay<G>, with_losses: bool) -> Result<Value, String> {
    let scored = judged.scored();
    let losses = with_losses.then(|| judged.losses()).flatten();
    // The description is of the play itself, even if the answer failed.
    let opponent = Opponent::of(judged.case.game.options());
    let counted = (G::COUNTED, G::OBJECTIVE);
    let ending = ending(&judged.case.layout(), counted, &scored, losses.as_ref(), opponent);
    let losses = losses.map(|losses| losses.ruled(judged.ruling.verdict));
    let mut recorder = Recorder::default();
    judged.show(losses.as_ref(), |scene| recorder.show(scene))?;
    let shown = |losses: &Losses| -> Vec<Value> {
        let shown = losses.costliest(COSTLIEST).into_iter().map(|turn| {
            let (round, at, text) = (turn.round, losses.turn(&turn), losses.described(&turn));
            json!({ "round": round, "turn": at, "text": text })
        });
        shown.collect()
    };
    Ok(json!({
        // The replay, as data of a page.
        "page": data(G::TITLE, &[finish(judged, &scored, recorder)]),
        // What the losses are compared with, if the replay shows losses and the play is finished.
        "note": losses.as_ref().map(|losses| match (losses.basis, opponent) {
            (LossBasis::Charged, _) => "Compared with the bound, which may be unreachable",
            (LossBasis::Exact, Opponent::Judge) => "Compared with the best play",
            (LossBasis::Exact, _) => "Compared with the best play of both sides",
        }),
        // The result, described for the person who played.
        "ending": ending,
        // The costliest turns, if the replay shows losses and the play is finished.
        "costliest": losses.as_ref().map(shown).unwrap_or_default(),
    }))
}

/// Ends a recording with the facts about its play.
pub(crate) fn finish<G: Game>(
    JudgedPlay { case, ruling, .. }: &JudgedPlay<G>,
    scored: &CaseScore,
    recorder: Recorder,
) -> Replay {
    let (layout, parameters) = (case.layout(), case.game.parameters(case.case()));
    let known = (scored.bound.as_ref(), None);
    let header = header::<G>(&layout, &parameters, ruling, scored.score, known);
    recorder.finish(Header { case: name(case), ..header }, layout)
}

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
