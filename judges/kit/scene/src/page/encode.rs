//! Replays as the data of a page.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use crate::{Figure, Header, LegendEntry, Replay, RoundFrames};

/// The data element's content: JSON without `<`, so that it cannot end the element.
pub fn data(title: &str, replays: &[Replay]) -> String {
    let replays = replays.iter().map(packed_replay).collect();
    let json = serde_json::to_string(&Data { title, replays });
    json.expect("plain data has a JSON form")
        .replace('<', "\\u003c")
}

#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    replays: Vec<PackedReplay<'a>>,
}

#[derive(Serialize)]
struct PackedReplay<'a> {
    header: &'a Header,
    figures: &'a [Figure],
    legend: &'a [LegendEntry],
    layout: String,
    rounds: Vec<PackedRound>,
}

#[derive(Serialize)]
struct PackedRound {
    number: u32,
    result: Option<f64>,
    failed: bool,
    frames: String,
}

fn packed_replay(replay: &Replay) -> PackedReplay<'_> {
    PackedReplay {
        header: &replay.header,
        figures: &replay.figures,
        legend: &replay.legend,
        layout: packed_json(&replay.layout),
        rounds: replay.rounds.iter().map(packed_round).collect(),
    }
}

/// Rounds are packed one by one: the page unpacks the chosen one.
fn packed_round(round: &RoundFrames) -> PackedRound {
    PackedRound {
        number: round.number,
        result: round.result,
        failed: round.failed,
        frames: packed_json(&round.frames),
    }
}

/// JSON, packed.
pub(super) fn packed_json(value: &impl Serialize) -> String {
    packed(&serde_json::to_vec(value).expect("plain data has a JSON form"))
}

/// Returns bytes, deflated (RFC 1951), in base 64.
pub fn packed(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    base64(&written.expect("memory takes every byte"))
}

/// Returns bytes in base 64.
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
