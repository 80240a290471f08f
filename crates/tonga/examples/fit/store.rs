//! Policies in files.

use std::fs;

use common::rng::Rng;
use common::tonga::Side;
use tonga::base78::BASE;
use tonga::features::FEATURES;
use tonga::policy::{Policy, Row, HIDDEN_STEP, SCORE_STEP, UNITS};
use tonga::position::CLASSES_3X3;
use tonga::value::{Value, PHASES, TERMS, VALUE_STEP};

/// A policy that plays uniformly at random, with hidden units ready to learn.
pub fn initial(rng: &mut Rng) -> (Policy, Value) {
    let mut row = |size: f32| -> Row {
        std::array::from_fn(|unit| match unit {
            0 => 0.0,
            _ => (rng.unit() as f32 - 0.5) * size,
        })
    };
    let mut rows = vec![[0.0; UNITS]; FEATURES];
    for hidden in &mut rows[CLASSES_3X3..] {
        *hidden = row(0.3);
    }
    // The output starts at a size that lets both layers learn.
    let policy = Policy::new(rows, row(1.0));
    let weights = vec![[0.0; PHASES]; TERMS];
    (policy, Value { weights })
}

/// Reads a policy and its value: those of the submission, for `small` or
/// `large`, or else from a file.
pub fn load(path: &str) -> Result<(Policy, Value), String> {
    let own = match path {
        "small" => Some(Side::MIN),
        "large" => Some(Side::MAX),
        _ => None,
    };
    if let Some(side) = own.and_then(Side::new) {
        return Ok((Policy::fitted(side), Value::fitted(side)));
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let numbers: Result<Vec<f32>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers.map_err(|error| format!("{path}: {error}"))?;
    if numbers.len() != (FEATURES + 1) * UNITS + TERMS * PHASES {
        return Err(format!("{path}: not a policy and value of this program"));
    }
    let (rows, weights) = numbers.split_at((FEATURES + 1) * UNITS);
    let mut rows: Vec<Row> = rows
        .chunks(UNITS)
        .map(|row| std::array::from_fn(|unit| row[unit]))
        .collect();
    let output = rows.pop().unwrap_or_default();
    let weights = weights
        .chunks(PHASES)
        .map(|row| std::array::from_fn(|stage| row[stage]))
        .collect();
    Ok((Policy::new(rows, output), Value { weights }))
}

/// Writes a policy and its value: the features' rows, the output weights, then
/// the value's weights.
pub fn save(policy: &Policy, value: &Value, path: &str) -> Result<(), String> {
    let mut text = String::new();
    let rows = policy.rows.iter().chain([&policy.output]);
    let weights = value.weights.iter().map(|row| &row[..]);
    for row in rows.map(|row| &row[..]).chain(weights) {
        let numbers: Vec<String> = row.iter().map(f32::to_string).collect();
        text += &numbers.join(" ");
        text.push('\n');
    }
    fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

/// The source of the module `weights`: what was found for small boards, and
/// for large ones.
pub fn encode(small: &(Policy, Value), large: &(Policy, Value)) -> String {
    format!(
        "//! The fitted policies and their values, written by `examples/fit`.\n\n\
         use common::tonga::Side;\n\n\
         use crate::policy::Row;\n\n\
         /// A policy and its value.\n\
         pub struct Weights {{\n    \
             /// Weights of the hidden units.\n    \
             pub output: Row,\n    \
             /// The rows of the features: a digit for the score and, but for rings, one\n    \
             /// for each hidden unit.\n    \
             pub rows: &'static str,\n    \
             /// The weights of the value's terms, two digits each.\n    \
             pub value: &'static str,\n\
         }}\n\n\
         impl Weights {{\n    \
             /// Those for boards of a side.\n    \
             pub fn of(side: Side) -> &'static Weights {{\n        \
                 if side.rows() <= 10 {{\n            \
                     &SMALL\n        \
                 }} else {{\n            \
                     &LARGE\n        \
                 }}\n    \
             }}\n\
         }}\n\n{}\n{}",
        constant("SMALL", small),
        constant("LARGE", large),
    )
}

fn constant(name: &str, (policy, value): &(Policy, Value)) -> String {
    let output: Vec<String> = policy
        .output
        .iter()
        .map(|weight| format!("{weight:.4}"))
        .collect();
    let mut rows = Vec::new();
    for (feature, row) in policy.rows.iter().enumerate() {
        rows.push(digit((row[0].abs() / SCORE_STEP).sqrt().copysign(row[0])));
        if feature >= CLASSES_3X3 {
            rows.extend(row[1..].iter().map(|weight| digit(weight / HIDDEN_STEP)));
        }
    }
    let value: Vec<char> = value
        .weights
        .iter()
        .flatten()
        .flat_map(|weight| pair(weight / VALUE_STEP))
        .collect();
    format!(
        "#[rustfmt::skip]\n\
         static {name}: Weights = Weights {{\n    \
             output: [{}],\n    \
             rows: r\"{}\",\n    \
             value: r\"{}\",\n\
         }};\n",
        output.join(", "),
        lines(&rows),
        lines(&value),
    )
}

/// The digit of the nearest whole number.
fn digit(number: f32) -> char {
    let digit = (number.round() as i32 + BASE / 2).clamp(0, BASE - 1);
    let byte = b'0' + digit as u8;
    char::from(byte + u8::from(byte >= b'\\'))
}

/// The two digits of the nearest whole number.
fn pair(number: f32) -> [char; 2] {
    let high = (number / BASE as f32).round();
    [digit(high), digit(number - high * BASE as f32)]
}

fn lines(digits: &[char]) -> String {
    let lines: Vec<String> = digits
        .chunks(96)
        .map(|line| line.iter().collect())
        .collect();
    lines.join("\n")
}
