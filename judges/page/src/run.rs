//! Runs of contestants, from what they wrote.

use std::borrow::Cow;

use common::tokens::Malformed;
use game::{
    Bound, CaseScore, Detail, Details, Game, HandGame, Ruling, Verdict, choices, rule, watch,
};
use scene::page::data;
use scene::{Header, Level, Parameter, Recorder, Replay, decimal};
use serde::Serialize;

use crate::given::Given;

/// A run with its ruling.
#[derive(Serialize)]
pub(crate) struct JudgedRun {
    #[serde(flatten)]
    outcome: Outcome,
    /// All that the contestant was sent.
    input: String,
    /// The replay as data of a page.
    page: String,
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

/// Rules on the `output` of a contestant. Where no messages stand behind the case, they are those
/// that the seed draws.
///
/// # Errors
/// The line of the input that did not come from this judge.
pub(crate) fn judge<G: Game>(given: &Given<G>, output: &[u8]) -> Result<JudgedRun, String> {
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
    let outcome = Outcome::new(ruling, scored);
    let mut recorder = Recorder::default();
    watch(&given.game, &given.case, &messages, output, |scene| {
        recorder.show(scene);
    })?;
    let replay = finish(given, recorder, &outcome);
    Ok(JudgedRun {
        outcome,
        input: given.case.to_string() + &messages,
        page: data(G::TITLE, &[replay]),
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
    let bound = outcome.bound.iter().filter(|_| layout.compared);
    let level = |bound: &Bound| Level {
        name: bound.kind.to_string(),
        value: bound.value,
    };
    let is_ok = outcome.ruling.verdict == Verdict::Ok;
    let header = Header {
        game: G::TITLE.into(),
        case: given.name(),
        contestant: String::new(),
        parameters: parameters(given),
        verdict: outcome.ruling.verdict.to_string(),
        score: outcome.score,
        levels: bound.map(level).collect(),
        fault: outcome.ruling.reason.clone().filter(|_| !is_ok),
    };
    recorder.finish(header, layout)
}

/// The parameters of a case, as people read them.
fn parameters<G: Game>(given: &Given<G>) -> Vec<Parameter> {
    let meaning = |name: &str| G::PARAMETERS.iter().find(|(known, _)| *known == name);
    let parameter = |(name, value): (String, Detail)| Parameter {
        value: readable(&value),
        meaning: meaning(&name).map_or("", |(_, meaning)| meaning).into(),
        name,
    };
    given.parameters().into_iter().map(parameter).collect()
}

fn readable(value: &Detail) -> String {
    match value {
        Detail::Flag(flag) => flag.to_string(),
        Detail::Whole(whole) => whole.to_string(),
        Detail::Number(number) => decimal(*number),
        Detail::Text(text) => text.clone(),
        Detail::List(list) => {
            let list: Vec<String> = list.iter().map(i64::to_string).collect();
            list.join(" ")
        }
    }
}
