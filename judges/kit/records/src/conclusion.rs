//! Comparison of two runs in one sentence.

use game::Measure;

use crate::outcome::{Outcome, difference, order};
use crate::stats::{
    PairedCounts, PairedDifference, SignificanceLevel, sample_size, standard_deviation,
};

/// Formats a signed difference in this measure: in per cent or in points.
fn shown_difference(difference: f64, measure: Measure) -> String {
    match measure {
        Measure::Score => format!("{difference:+.2}"),
        _ => format!("{:+.2}", 100.0 * difference),
    }
}

/// Compares the outcomes of runs A and B by `measure`, case by case. Returns a sentence without its
/// full stop; `name` is the name of B. Student's interval of the differences B − A decides.
pub fn conclusion(
    measure: Measure,
    name: &str,
    pairs: &[[Outcome; 2]],
    alpha: SignificanceLevel,
) -> String {
    let count = pairs.len();
    let differences = pairs.iter().map(|pair| difference(*pair, measure));
    let differences: Vec<f64> = differences.collect();
    let paired = PairedDifference::of(&differences, alpha);
    let interval = paired.and_then(|paired| paired.t_interval);
    let Some((paired, interval)) = paired.zip(interval) else {
        return "not decided: fewer than two cases of both".into();
    };
    let PairedCounts { wins, ties, losses } =
        PairedCounts::of(pairs.iter().map(|pair| order(*pair, measure)));
    if ties as usize == count {
        let has_solved = pairs.iter().flatten().any(|outcome| outcome.failed < 1.0);
        return match has_solved {
            true => format!("{name} scores the same in all {count} cases"),
            false => format!("not decided: both fail in all {count} cases"),
        };
    }
    let unit = match measure {
        Measure::Relative => "% of the better score",
        Measure::BoundRatio => "% of the bound",
        Measure::Score => "points",
    };
    // A relative score is from 0 to 1.
    let range = match measure {
        Measure::Relative => 1.0,
        _ => f64::INFINITY,
    };
    let [mean, low, high] = [paired.difference, interval.low, interval.high]
        .map(|value| shown_difference(value.clamp(-range, range), measure));
    let average = format!("{mean} {unit} on average ({low} to {high})");
    if interval.low > 0.0 {
        return format!("{name} is better: {average}, better in {wins} of {count} cases");
    }
    if interval.high < 0.0 {
        return format!("{name} is worse: {average}, worse in {losses} of {count} cases");
    }
    let deviation = standard_deviation(&differences);
    let needed = deviation.and_then(|deviation| sample_size(paired.difference, deviation, alpha));
    let more = needed.map_or(String::new(), |needed| {
        let cases = needed.max(count as u64 + 1);
        format!("; about {cases} cases in all would show a difference of this size")
    });
    format!("not decided: {name} is {average}, better in {wins} of {count} cases{more}")
}
