//! Replays encoded as the data of a page.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use crate::Replay;

/// Returns the content of the data element: JSON without `<`, so that it cannot end the element.
pub fn data(title: &str, replays: &[Replay]) -> String {
    let json = serde_json::to_string(&Data { title, replays });
    json.expect("plain data has a JSON form").replace('<', "\\u003c")
}

#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    replays: &'a [Replay],
}

/// Returns a value as packed JSON.
pub(crate) fn packed_json(value: &impl Serialize) -> String {
    packed(&serde_json::to_vec(value).expect("plain data has a JSON form"))
}

/// Returns bytes deflated (RFC 1951) and in base 64.
pub fn packed(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    base64(&written.expect("memory takes every byte"))
}

/// Returns bytes in base 64.
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
