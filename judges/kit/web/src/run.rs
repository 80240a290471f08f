use game::{
    CasePlay, CaseScore, Game, JudgedPlay, LossBasis, Losses, Messages, Opponent, Ruling, ending,
};
use scene::encode::data;
use scene::{Header, Recorder, Replay};
use serde::Serialize;
use serde_json::{Value, json};

use crate::header::header;
use crate::named::{name, of_input};

/// Number of costliest turns that are listed.
const COSTLIEST: usize = 3;

/// Result of a run.
#[derive(Serialize)]
pub(crate) struct RuledScore {
    #[serde(flatten)]
    pub ruling: Ruling,
    #[serde(flatten)]
    pub scored: CaseScore,
}

impl RuledScore {
    pub fn of<G: Game>(judged: &JudgedPlay<G>) -> RuledScore {
        RuledScore { ruling: judged.ruling.clone(), scored: judged.scored() }
    }
}

/// Referees the `output` of a contestant. If no messages follow the case, the judge draws them with
/// the seed. Fails if the input has a line that this judge would not send.
pub(crate) fn judge<G: Game>(
    case: &CasePlay<G>,
    messages: Messages,
    output: &[u8],
) -> Result<JudgedPlay<G>, String> {
    match messages.text.trim_ascii().is_empty() {
        true => Ok(case.play(output).judged),
        false => case.judge(messages, output).map_err(of_input),
    }
}

/// Returns the replay of a play, with its losses if requested.
pub(crate) fn replay<G: Game>(judged: &JudgedPlay<G>, with_losses: bool) -> Result<Value, String> {
    let outcome = RuledScore::of(judged);
    let losses = with_losses.then(|| judged.losses()).flatten();
    let layout = judged.case.layout();
    // The description is of the play itself, even if the answer failed.
    let opponent = Opponent::of(judged.case.game.options());
    let ending =
        ending(&layout, (G::COUNTED, G::OBJECTIVE), &outcome.scored, losses.as_ref(), opponent);
    let losses = losses.map(|losses| losses.ruled(outcome.ruling.verdict));
    let mut recorder = Recorder::default();
    judged.show(losses.as_ref(), |scene| recorder.show(scene))?;
    let replay = finish(&judged.case, recorder, &outcome);
    let shown = |losses: &Losses| -> Vec<Value> {
        let shown = losses.costliest(COSTLIEST).into_iter().map(|turn| {
            let (round, at, text) = (turn.round, losses.turn(&turn), losses.described(&turn));
            json!({ "round": round, "turn": at, "text": text })
        });
        shown.collect()
    };
    Ok(json!({
        // The replay, as data of a page.
        "page": data(G::TITLE, &[replay]),
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

/// Ends a recording with the facts about its run.
pub(crate) fn finish<G: Game>(
    case: &CasePlay<G>,
    recorder: Recorder,
    outcome: &RuledScore,
) -> Replay {
    let layout = case.layout();
    let parameters = case.game.parameters(case.case());
    let (score, bound) = (outcome.scored.score, outcome.scored.bound.as_ref());
    let header = Header {
        case: name(case),
        ..header::<G>(&layout, &parameters, &outcome.ruling, score, (bound, None))
    };
    recorder.finish(header, layout)
}
