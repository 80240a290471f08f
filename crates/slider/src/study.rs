//! Reads environment variables that replace tuned values in builds with the feature `study`.

use std::env;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::process;
use std::str::FromStr;

/// Returns the number in the variable `name`, or `tuned` if the variable is unset. Exits with
/// status 2 if the variable is not a number within `range`.
pub fn variable<N>(name: &str, tuned: N, range: RangeInclusive<N>) -> N
where
    N: FromStr + PartialOrd + Display,
{
    let Some(text) = env::var_os(name) else {
        return tuned;
    };
    let number = text.to_str().and_then(|text| text.parse().ok());
    number.filter(|n| range.contains(n)).unwrap_or_else(|| {
        let (least, most) = range.into_inner();
        eprintln!("slider: {name} is {text:?}, expected a number from {least} to {most}");
        process::exit(2)
    })
}
