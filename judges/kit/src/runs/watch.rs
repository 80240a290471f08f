//! Replays of runs, with what their records say of them.

use anyhow::{Error, Result};

use super::losses::LossCurve;
use game::{Game, Losses, watch};
use record::{Record, readable};
use scene::{Header, Level, Parameter, Recorder, Replay, SceneLayout};

/// The two streams of a run: what the contestant read after the case, and what
/// it wrote.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    /// Text that it read.
    pub input: String,
    /// Bytes that it wrote.
    pub output: Vec<u8>,
}

/// Records a transcript, whose outcome is in `record`, with its losses if they are given.
///
/// # Errors
/// A scene does not fit its layout.
pub(crate) fn record_replay<G: Game>(
    game: &G,
    case: &G::Case,
    streams: &Streams,
    record: &Record,
    losses: Option<&Losses>,
) -> Result<Replay> {
    let mut recorder = Recorder::default();
    let mut curve = losses.map(LossCurve::new);
    watch(game, case, &streams.input, &streams.output, |mut scene| {
        curve.iter_mut().for_each(|curve| curve.add_to(&mut scene));
        recorder.show(scene);
    })
    .map_err(Error::msg)?;
    let layout = game.layout(case);
    Ok(recorder.finish(header::<G>(record, &layout), layout))
}

/// The title of a page about a case.
pub(crate) fn title<G: Game>(record: &Record) -> String {
    let variant = record.variant.as_ref().filter(|_| record.file.is_none());
    let variant = variant.map(|variant| format!(", {variant}"));
    let case = record.key().label();
    format!("{}, {case}{}", G::TITLE, variant.unwrap_or_default())
}

/// The parameters of a case, in the game's order.
pub(crate) fn parameters<G: Game>(record: &Record) -> Vec<Parameter> {
    let known = |name: &str| G::PARAMETERS.iter().position(|(known, _)| *known == name);
    let mut parameters: Vec<_> = record.parameters.iter().collect();
    parameters.sort_by_key(|(name, _)| known(name).unwrap_or(usize::MAX));
    let parameters = parameters.into_iter().map(|(name, value)| Parameter {
        name: name.clone(),
        value: readable(value),
        meaning: known(name).map_or("", |at| G::PARAMETERS[at].1).into(),
    });
    parameters.collect()
}

fn header<G: Game>(record: &Record, layout: &SceneLayout) -> Header {
    let reason = record.ruling.reason.clone().unwrap_or_default();
    Header {
        game: G::TITLE.into(),
        case: record.key().label(),
        contestant: record.command.clone(),
        parameters: parameters::<G>(record),
        verdict: record.ruling.verdict.to_string(),
        score: record.score,
        levels: if layout.compared {
            levels(record)
        } else {
            Vec::new()
        },
        fault: (!record.is_ok()).then_some(reason),
    }
}

fn levels(record: &Record) -> Vec<Level> {
    let bound = record.bound.as_ref().map(|bound| Level {
        name: bound.kind.to_string(),
        value: bound.value,
    });
    let best = record.best_known.map(|value| Level {
        name: "best known".into(),
        value,
    });
    bound.into_iter().chain(best).collect()
}
