//! Records and descriptions of runs from any source, made printable.

use scene::{is_printable, printable};
use serde::de::DeserializeOwned;
use serde_json::{Result, Value, from_str, from_value};

/// Reads `json` with all its texts made printable, line ends included, so that a name cannot change
/// how a report is displayed.
pub fn from_json<T: DeserializeOwned>(json: &str) -> Result<T> {
    // Most records stay as they are.
    if json.chars().all(|char| is_printable(char) && char != '\\') {
        return from_str(json);
    }
    from_value(shown(from_str(json)?))
}

fn shown(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text)),
        Value::Array(values) => values.into_iter().map(shown).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (printable(&name), shown(value)))
            .collect(),
        other => other,
    }
}
