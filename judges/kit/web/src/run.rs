//! Runs of contestants, from what they wrote.

use std::borrow::Cow;

use common::tokens::Malformed;
use game::{
    Bound, CaseScore, Details, Game, HandGame, LossCurve, Losses, Ruling, choices, rule, watch,
};
use scene::page::data;
use scene::{Recorder, Replay};
use serde::Serialize;

use crate::given::Given;
use crate::header::{HeaderFacts, header, parameters};

/// Turns that are named as those that lost the most.
const DEAREST: usize = 3;

/// A run with its ruling.
#[derive(Serialize)]
pub(crate) struct JudgedRun {
    #[serde(flatten)]
    outcome: Outcome,
    /// All that the contestant was sent.
    input: String,
}

/// A run to be seen.
#[derive(Serialize)]
pub(crate) struct ReplayedRun {
    /// The replay as data of a page.
    page: String,
    /// The turns that lost the most, if the replay shows losses and the play is finished.
    dearest: Vec<ShownLoss>,
}

/// A turn that lost points.
#[derive(Serialize)]
struct ShownLoss {
    round: u32,
    turn: u32,
    text: String,
}

/// The end of a run.
#[derive(Serialize)]
pub(crate) struct Outcome {
    #[serde(flatten)]
    /// Verdict and reason.
    pub ruling: Ruling,
    /// The raw score.
    pub score: f64,
    /// The most that could be scored, as far as known.
    #[serde(flatten)]
    pub bound: Option<Bound>,
    details: Details,
}

impl Outcome {
    /// The end of a run that was scored.
    pub fn new(ruling: Ruling, scored: CaseScore) -> Outcome {
        Outcome {
            ruling,
            score: scored.score,
            bound: scored.bound,
            details: scored.details,
        }
    }
}

/// A run, refereed.
struct RuledRun<'a, P> {
    /// Text that the contestant was sent after the case.
    messages: Cow<'a, str>,
    play: P,
    outcome: Outcome,
}

/// Rules on the `output` of a contestant. Where no messages stand behind the case, they are those
/// that the seed draws.
///
/// # Errors
/// The line of the input that did not come from this judge.
fn ruled<'a, G: Game>(given: &'a Given<G>, output: &[u8]) -> Result<RuledRun<'a, G::Play>, String> {
    let messages = match given.messages.trim_ascii().is_empty() {
        true => Cow::Owned(messages(given, output)),
        false => Cow::Borrowed(&*given.messages),
    };
    let mut play = G::Play::default();
    let ruled = rule(&given.game, &given.case, &messages, output, &mut play);
    let ruling = ruled.map_err(|Malformed { line, problem }| {
        let line = given.before + line;
        format!("input, {}", Malformed { line, problem })
    })?;
    let scored = given.game.score(&given.case, &play, ruling.verdict);
    Ok(RuledRun {
        outcome: Outcome::new(ruling, scored),
        messages,
        play,
    })
}

/// Rules on the `output` of a contestant.
///
/// # Errors
/// The line of the input that did not come from this judge.
pub(crate) fn judge<G: Game>(given: &Given<G>, output: &[u8]) -> Result<JudgedRun, String> {
    let run = ruled(given, output)?;
    Ok(JudgedRun {
        input: given.case.to_string() + &run.messages,
        outcome: run.outcome,
    })
}

/// Plays the `output` of a contestant to be seen, `with_losses` if asked.
///
/// # Errors
/// The line of the input that did not come from this judge.
pub(crate) fn replay<G: Game>(
    given: &Given<G>,
    output: &[u8],
    with_losses: bool,
) -> Result<ReplayedRun, String> {
    let run = ruled(given, output)?;
    let losses = with_losses.then(|| given.game.losses(&given.case, &run.play));
    let losses = losses.flatten();
    let mut curve = losses.as_ref().map(LossCurve::new);
    let mut recorder = Recorder::default();
    watch(
        &given.game,
        &given.case,
        &run.messages,
        output,
        |mut scene| {
            curve.iter_mut().for_each(|curve| curve.add_to(&mut scene));
            recorder.show(scene);
        },
    )?;
    let replay = finish(given, recorder, &run.outcome);
    let shown = |losses: &Losses| -> Vec<ShownLoss> {
        let turns = losses.dearest(DEAREST).into_iter();
        let shown = turns.map(|turn| ShownLoss {
            round: turn.dearest.round,
            turn: losses.turn(&turn.dearest),
            text: losses.told(&turn),
        });
        shown.collect()
    };
    Ok(ReplayedRun {
        page: data(G::TITLE, &[replay]),
        dearest: losses.as_ref().map(shown).unwrap_or_default(),
    })
}

/// All that a contestant has been sent, which has written an output and may write more.
#[derive(Serialize)]
pub(crate) struct Fed {
    input: String,
    /// True if it may still write.
    awaits: bool,
}

/// Returns all that a contestant is sent that has written `output` so far; everything at once
/// where that depends on no answer.
pub(crate) fn feed<G: Game>(given: &Given<G>, output: &[u8]) -> Fed {
    let mut random = choices(&given.game, given.seed, None);
    let all = given
        .game
        .messages(&given.case, &mut |weights| weights.draw(&mut random));
    if let Some(all) = all.ok().filter(|all| !all.is_empty()) {
        return Fed {
            input: given.case.to_string() + &all,
            awaits: false,
        };
    }
    let hand = HandGame::new(&given.game, &given.case, given.seed);
    let output = String::from_utf8_lossy(output);
    let told = hand.play_output(&output, usize::MAX);
    let (messages, awaits) = match told {
        Ok((told, _)) => (told.input, told.awaits),
        Err(_) => (hand.messages(&output), false),
    };
    Fed {
        input: given.case.to_string() + &messages,
        awaits,
    }
}

fn messages<G: Game>(given: &Given<G>, output: &[u8]) -> String {
    HandGame::new(&given.game, &given.case, given.seed).messages(&String::from_utf8_lossy(output))
}

/// Ends a recording with what is known of its run.
pub(crate) fn finish<G: Game>(given: &Given<G>, recorder: Recorder, outcome: &Outcome) -> Replay {
    let layout = given.game.layout(&given.case);
    let values = given.parameters().into_iter();
    let facts = HeaderFacts {
        case: given.name(),
        contestant: String::new(),
        parameters: parameters::<G>(values.map(|(name, value)| (name, value.to_string()))),
        ruling: &outcome.ruling,
        score: outcome.score,
        bound: outcome.bound.as_ref(),
        best_known: None,
    };
    recorder.finish(header::<G>(facts, &layout), layout)
}
