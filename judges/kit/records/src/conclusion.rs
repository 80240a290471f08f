//! A comparison of two runs in one sentence.

use crate::stats::{Alpha, Outcomes, PairedDifference, sample_size, standard_deviation};

/// Returns a sentence, without its full stop, on the `differences` of relative scores, B − A case by
/// case, where `name` is that of B. Student's interval decides.
pub fn conclusion(name: &str, differences: &[f64], alpha: Alpha) -> String {
    let count = differences.len();
    let paired = PairedDifference::of(differences, alpha);
    let interval = paired.and_then(|paired| paired.t_interval);
    let Some((paired, interval)) = paired.zip(interval) else {
        return "not decided: no two cases that both have solved".into();
    };
    let Outcomes { wins, ties, losses } = Outcomes::of(differences);
    if ties as usize == count {
        return format!("{name} scores the same in all {count} cases");
    }
    let mean = paired.difference;
    let percent = |share: f64| format!("{:+.2}", 100.0 * share);
    let range = format!("{} to {}", percent(interval.low), percent(interval.high));
    let average = format!("{} % on average ({range})", percent(mean));
    if interval.low > 0.0 {
        return format!("{name} is better: {average}, better in {wins} of {count} cases");
    }
    if interval.high < 0.0 {
        return format!("{name} is worse: {average}, worse in {losses} of {count} cases");
    }
    let deviation = standard_deviation(differences);
    let needed = deviation.and_then(|deviation| sample_size(mean, deviation, alpha));
    let more = needed.map_or(String::new(), |needed| {
        let more = needed.saturating_sub(count as u64).max(1);
        format!("; about {more} more cases would show a difference of this size")
    });
    format!("not decided: {name} is {average}, better in {wins} of {count} cases{more}")
}
