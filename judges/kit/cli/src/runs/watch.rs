//! Replays of runs, with what their records say of them.

use anyhow::{Error, Result};

use game::{Game, LossCurve, Losses, watch};
use records::{Record, readable};
use scene::{Parameter, Recorder, Replay, printable};
use web::{HeaderFacts, header, parameters};

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
    let facts = HeaderFacts {
        case: record.key().label(),
        contestant: record.command.clone(),
        parameters: case_parameters::<G>(record),
        ruling: &record.ruling,
        score: record.score,
        bound: record.bound.as_ref(),
        best_known: record.best_known,
    };
    Ok(recorder.finish(header::<G>(facts, &layout), layout))
}

/// The title of a page about a case.
pub(crate) fn title<G: Game>(record: &Record) -> String {
    let variant = record.variant.as_ref().filter(|_| record.file.is_none());
    let variant = variant.map(|variant| format!(", {variant}"));
    let case = record.key().label();
    let variant = variant.unwrap_or_default();
    printable(&format!("{}, {case}{variant}", G::TITLE))
}

/// The parameters of a case, as people read them.
pub(crate) fn case_parameters<G: Game>(record: &Record) -> Vec<Parameter> {
    let values = record.parameters.iter();
    parameters::<G>(values.map(|(name, value)| (name.clone(), readable(value))))
}
