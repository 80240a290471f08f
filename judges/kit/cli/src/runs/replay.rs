//! Replays of runs, with facts from their records.

use anyhow::{Error, Result};

use super::saved::ScoredPlay;
use game::{Game, Losses};
use records::CaseKey;
use scene::{Header, Recorder, Replay, printable};
use web::header;

/// Replays a play with the outcome in its record, and with `losses` if given.
pub(crate) fn record_replay<G: Game>(
    play: &ScoredPlay<G>,
    losses: Option<&Losses>,
) -> Result<Replay> {
    let ScoredPlay { judged, record } = play;
    let mut recorder = Recorder::default();
    let shown = judged.show(losses, |scene| recorder.show(scene));
    shown.map_err(Error::msg)?;
    let layout = judged.case.layout();
    let (score, known) = (record.score, (record.bound.as_ref(), record.best_known));
    let header = Header {
        case: printable(&record.key.label()),
        contestant: printable(&record.command),
        ..header::<G>(&layout, &record.parameters, &record.ruling, score, known)
    };
    Ok(recorder.finish(header, layout))
}

pub(crate) fn title<G: Game>(key: &CaseKey) -> String {
    let source = &key.source;
    let variant = source.variant.as_ref().filter(|_| source.file.is_none());
    let variant = variant.map(|variant| format!(", {variant}"));
    let case = key.label();
    let variant = variant.unwrap_or_default();
    printable(&format!("{}, {case}{variant}", G::TITLE))
}
