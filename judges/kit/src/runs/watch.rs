//! Replays of runs, with what their records say of them.

use anyhow::{Error, Result};
use serde_json::Value;

use super::losses::LossCurve;
use game::{Game, Losses, watch};
use record::Record;
use scene::{Header, Level, Recorder, Replay, SceneLayout};

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
    Ok(recorder.finish(header(record, &layout), layout))
}

fn header(record: &Record, layout: &SceneLayout) -> Header {
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            ((number * 1e4).round() / 1e4).to_string()
        }
        other => other.to_string(),
    };
    let parameters = record.parameters.iter();
    let reason = record.ruling.reason.clone().unwrap_or_default();
    Header {
        game: record.game.clone(),
        case: record.key().to_string(),
        contestant: record.command.clone(),
        parameters: parameters
            .map(|(name, value)| (name.clone(), shown(value)))
            .collect(),
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
