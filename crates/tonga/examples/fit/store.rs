//! Reads policies and values from files and writes them.

use std::fs;

use common::rng::Rng;
use common::tonga::Side;
use tonga::base78::BASE;
use tonga::features::{FEATURES, PATTERN_FEATURES};
use tonga::fitted::{self, DIRECT_STEP, HIDDEN_STEP, VALUE_STEP};
use tonga::policy::{Policy, WeightRow, UNITS};
use tonga::value::{ValueFunction, PHASES, TERMS};

/// Returns a policy that plays uniformly at random, with random hidden units, and the value 0.
pub fn initial(rng: &mut Rng) -> (Policy, ValueFunction) {
    let mut row = |size: f32| -> WeightRow {
        std::array::from_fn(|unit| match unit {
            0 => 0.0,
            _ => (rng.unit() as f32 - 0.5) * size,
        })
    };
    let mut rows = vec![[0.0; UNITS]; FEATURES];
    for hidden in &mut rows[PATTERN_FEATURES..] {
        *hidden = row(0.3);
    }
    // The output weights start at a size that lets both layers learn.
    let output = row(1.0);
    let policy = Policy { rows, output };
    let weights = vec![[0.0; PHASES]; TERMS];
    (policy, ValueFunction { weights })
}

/// Reads a policy and its value from the file at `path`. The paths `small`, `large` and `largest`
/// stand for those of the submission.
///
/// # Errors
/// The file cannot be read, or its numbers do not fit.
pub fn load(path: &str) -> Result<(Policy, ValueFunction), String> {
    let own = match path {
        "small" => Some(Side::MIN),
        "large" => Some(Side::MAX - 2),
        "largest" => Some(Side::MAX),
        _ => None,
    };
    if let Some(side) = own.and_then(Side::new) {
        return Ok((fitted::policy(side), fitted::value(side)));
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let numbers = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<Vec<f32>, _>>()
        .map_err(|error| format!("{path}: {error}"))?;
    let (expected, found) = ((FEATURES + 1) * UNITS + TERMS * PHASES, numbers.len());
    if found != expected {
        return Err(format!("{path}: expected {expected} numbers, found {found}"));
    }
    let (rows, weights) = numbers.split_at((FEATURES + 1) * UNITS);
    let mut rows: Vec<WeightRow> =
        rows.chunks(UNITS).map(|row| std::array::from_fn(|unit| row[unit])).collect();
    let output = rows.pop().unwrap_or_default();
    let weights =
        weights.chunks(PHASES).map(|row| std::array::from_fn(|stage| row[stage])).collect();
    Ok((Policy { rows, output }, ValueFunction { weights }))
}

/// Writes a policy and its value: the rows of the features, the output weights, then the weights of
/// the value.
///
/// # Errors
/// The file cannot be written.
pub fn save(policy: &Policy, value: &ValueFunction, path: &str) -> Result<(), String> {
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

/// Returns the source of the module `weights`: policy and value for small boards and for large
/// boards, and the policy for the largest one.
pub fn encode(
    small: &(Policy, ValueFunction),
    large: &(Policy, ValueFunction),
    largest: &Policy,
) -> String {
    [
        "//! The fitted policies and values in base 78, written by `examples/fit`.\n\n\
         use crate::base78::EncodedPolicy;\n"
            .to_string(),
        encoded_policy("SMALL", &small.0),
        encoded_value("SMALL_VALUE", &small.1),
        encoded_policy("LARGE", &large.0),
        encoded_value("LARGE_VALUE", &large.1),
        encoded_policy("LARGEST", largest),
    ]
    .join("\n")
}

fn encoded_policy(name: &str, policy: &Policy) -> String {
    let output: Vec<String> = policy.output.iter().map(|weight| format!("{weight:.4}")).collect();
    let mut rows = Vec::new();
    for (feature, row) in policy.rows.iter().enumerate() {
        rows.push(digit((row[0].abs() / DIRECT_STEP).sqrt().copysign(row[0])));
        if feature >= PATTERN_FEATURES {
            rows.extend(row[1..].iter().map(|weight| digit(weight / HIDDEN_STEP)));
        }
    }
    format!(
        "#[rustfmt::skip]\n\
         pub static {name}: EncodedPolicy = EncodedPolicy {{\n    \
             output: [{}],\n    \
             rows: r\"{}\",\n\
         }};\n",
        output.join(", "),
        lines(&rows),
    )
}

fn encoded_value(name: &str, value: &ValueFunction) -> String {
    let weights = value.weights.iter().flatten();
    let digits: Vec<char> = weights.flat_map(|weight| pair(weight / VALUE_STEP)).collect();
    let digits = lines(&digits);
    format!("#[rustfmt::skip]\npub static {name}: &str = r\"{digits}\";\n")
}

/// Returns the digit for the nearest integer.
fn digit(number: f32) -> char {
    let digit = (number.round() as i32 + BASE / 2).clamp(0, BASE - 1);
    let byte = b'0' + digit as u8;
    char::from(byte + u8::from(byte >= b'\\'))
}

/// Returns the two digits for the nearest integer. The lower digit is -39 to 38.
fn pair(number: f32) -> [char; 2] {
    let number = number.round();
    let high = ((number + (BASE / 2) as f32) / BASE as f32).floor();
    [digit(high), digit(number - high * BASE as f32)]
}

/// Breaks the digits into long lines, since they are not to be read.
fn lines(digits: &[char]) -> String {
    let lines: Vec<String> = digits.chunks(400).map(|line| line.iter().collect()).collect();
    lines.join("\n")
}
