//! Numbers in a readable form.

/// Smallest size of a number that is shown with four decimals.
const SMALL: f64 = 0.01;

/// Formats a number with at most four decimals, or with four significant digits if it is below
/// 0.01; trailing zeros are dropped. The page's script follows the same rule.
///
/// ```
/// let shown = [582.0, 0.232_612_345, -12.961_481, 0.001_234_56, -0.0].map(scene::decimal);
/// assert_eq!(shown, ["582", "0.2326", "-12.9615", "0.001235", "0"]);
/// ```
pub fn decimal(number: f64) -> String {
    let size = number.abs();
    let decimals = match size {
        _ if size > 0.0 && size < SMALL => (3 - size.log10().floor() as i32) as usize,
        _ => 4,
    };
    let text = format!("{number:.decimals$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match text {
        "-0" => "0".into(),
        text => text.into(),
    }
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
