//! Numbers in a readable form.

use std::ops::Range;

/// Smallest size of a number that is shown with four decimals.
const SMALL: f64 = 0.01;

/// Sizes between which a number is written without a power of ten. Beyond, digits would be noise.
const PLAIN: Range<f64> = 1e-6..1e15;

/// Formats a number with at most four decimals, or with four significant digits if it is below
/// 0.01; trailing zeros are dropped. Very large and very small numbers get a power of ten. The
/// page's script follows the same rule.
///
/// ```
/// let shown = [582.0, 0.232_612_345, -12.961_481, 0.001_234_56, -0.0].map(scene::decimal);
/// assert_eq!(shown, ["582", "0.2326", "-12.9615", "0.001235", "0"]);
/// let shown = [1e15, -1e308, f64::MAX, 2e-7, 0.5_f64.powi(49)].map(scene::decimal);
/// assert_eq!(shown, ["1e15", "-1e308", "1.7977e308", "2e-7", "1.776e-15"]);
/// ```
pub fn decimal(number: f64) -> String {
    let size = number.abs();
    let text = match size {
        _ if size > 0.0 && size < PLAIN.start => format!("{number:.3e}"),
        _ if size > 0.0 && size < SMALL => {
            fixed(number, (3 - size.log10().floor() as i32) as usize)
        }
        _ => fixed(number, 4),
    };
    let (digits, power) = text.split_at(text.find('e').unwrap_or(text.len()));
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    match digits {
        "-0" => "0".into(),
        digits => format!("{digits}{power}"),
    }
}

/// Formats a number with this number of decimals; a very large one has them before a power of ten.
///
/// ```
/// let shown = [2.0, -1e308, 1e-300].map(|number| scene::fixed(number, 1));
/// assert_eq!(shown, ["2.0", "-1.0e308", "0.0"]);
/// ```
pub fn fixed(number: f64, decimals: usize) -> String {
    match number.is_finite() && number.abs() >= PLAIN.end {
        true => format!("{number:.decimals$e}"),
        false => format!("{number:.decimals$}"),
    }
}

/// Formats a number as [`fixed`] does, with its sign.
pub fn fixed_signed(number: f64, decimals: usize) -> String {
    let sign = if number.is_sign_negative() { "" } else { "+" };
    format!("{sign}{}", fixed(number, decimals))
}

/// Returns a number with its noun, which is given in the plural: `1 point`, `1.00 points`.
pub fn counted(number: impl ToString, plural: &str) -> String {
    let number = number.to_string();
    let name = match &number[..] {
        "1" => plural.strip_suffix('s').unwrap_or(plural),
        _ => plural,
    };
    format!("{number} {name}")
}
