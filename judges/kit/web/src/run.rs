use game::{CasePlay, CaseScore, Game, HandGame, Losses, Ruling, ending};
use scene::encode::data;
use scene::{Header, Recorder, Replay};
use serde::Serialize;
use serde_json::{Value, json};

use crate::header::{header, parameters};
use crate::named::{name, of_input};

/// Number of turns listed as those that lost the most.
const DEAREST: usize = 3;

/// The end of a run.
#[derive(Serialize)]
pub(crate) struct RuledScore {
    #[serde(flatten)]
    pub ruling: Ruling,
    #[serde(flatten)]
    pub scored: CaseScore,
}

/// Rules on the `output` of a contestant; returns its play and final state as well. Without messages
/// after the case, the seed draws them. Fails at a line of the input that this judge did not send.
pub(crate) fn judge<G: Game>(
    case: &CasePlay<G>,
    output: &[u8],
) -> Result<(RuledScore, CasePlay<G>, G::Play), String> {
    let messages = match case.input.trim_ascii().is_empty() {
        true => HandGame::new(case).messages(&String::from_utf8_lossy(output)),
        false => case.input.clone(),
    };
    let run = case.with_streams(messages, output.into());
    let (ruling, state) = run.rule().map_err(of_input)?;
    let scored = run.game.score(run.case(), &state, ruling.verdict);
    Ok((RuledScore { ruling, scored }, run, state))
}

/// Replays the `output` of a contestant, with its losses if asked.
pub(crate) fn replay<G: Game>(
    case: &CasePlay<G>,
    output: &[u8],
    with_losses: bool,
) -> Result<Value, String> {
    let (outcome, run, state) = judge(case, output)?;
    let losses = with_losses.then(|| run.game.losses(run.case(), &state));
    let losses = losses.flatten();
    let layout = run.game.layout(run.case());
    // The end describes the play itself, also if the answer fails.
    let ending = ending(&layout, G::COUNTED, &outcome.scored, losses.as_ref());
    let losses = losses.map(|losses| losses.ruled(outcome.ruling.verdict));
    let mut recorder = Recorder::default();
    run.show(losses.as_ref(), |scene| recorder.show(scene))?;
    let replay = finish(&run, recorder, &outcome);
    let shown = |losses: &Losses| -> Vec<Value> {
        let turns = losses.costliest(DEAREST).into_iter();
        let shown = turns.map(|turn| {
            let (round, at, text) = (turn.round, losses.turn(&turn), losses.described(&turn));
            json!({ "round": round, "turn": at, "text": text })
        });
        shown.collect()
    };
    Ok(json!({
        // The replay as data of a page.
        "page": data(G::TITLE, &[replay]),
        // The end in words for the person who played.
        "ending": ending,
        // The turns that lost the most, if the replay shows losses and the play is finished.
        "dearest": losses.as_ref().map(shown).unwrap_or_default(),
    }))
}

/// Ends a recording with the facts about its run.
pub(crate) fn finish<G: Game>(
    case: &CasePlay<G>,
    recorder: Recorder,
    outcome: &RuledScore,
) -> Replay {
    let layout = case.game.layout(case.case());
    let values = case.game.parameters(case.case()).0.into_iter();
    let (score, bound) = (outcome.scored.score, outcome.scored.bound.as_ref());
    let header = Header {
        case: name(case),
        parameters: parameters::<G>(values.map(|(name, value)| (name, value.to_string()))),
        ..header::<G>(&layout, &outcome.ruling, score, (bound, None))
    };
    recorder.finish(header, layout)
}
