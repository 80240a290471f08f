//! Records and descriptions of runs, read from any source and made printable.

use scene::{is_printable, printable};
use serde::de::DeserializeOwned;
use serde_json::{Result, Value, from_str, from_value};

/// Reads `json` and makes all its texts printable, including line ends, so that a name cannot
/// change how a report is displayed.
pub fn from_json<T: DeserializeOwned>(json: &str) -> Result<T> {
    // This is true for most records, which need no change.
    if json.chars().all(|char| is_printable(char) && char != '\\') {
        return from_str(json);
    }
    from_value(printable_value(from_str(json)?))
}

fn printable_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text)),
        Value::Array(values) => values.into_iter().map(printable_value).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (printable(&name), printable_value(value)))
            .collect(),
        other => other,
    }
}
