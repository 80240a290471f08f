//! Details: names and values that a game reports.

use serde_json::{Map, Value};

/// Names and values that a game reports.
pub type Details = Map<String, Value>;

/// Returns details of these names and values.
pub fn details<const N: usize>(fields: [(&str, Value); N]) -> Details {
    let fields = fields.into_iter();
    fields
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}
