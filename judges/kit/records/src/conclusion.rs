//! A comparison of two runs in one sentence.

use crate::stats::{Alpha, Outcomes, mean, sample_size, standard_deviation, t_interval, wilcoxon};

/// Returns what `differences` of relative scores, B − A case by case, say of `name`, which is B,
/// in one sentence without its full stop. Student's interval decides; where Wilcoxon's test finds
/// otherwise, that is said.
pub fn conclusion(name: &str, differences: &[f64], alpha: Alpha) -> String {
    let count = differences.len();
    let (Some(mean), Some(interval)) = (mean(differences), t_interval(differences, alpha)) else {
        return "not decided: no two cases that both have solved".into();
    };
    let Outcomes { wins, ties, losses } = Outcomes::of(differences);
    if ties as usize == count {
        return format!("{name} scores the same in all {count} cases");
    }
    let percent = |share: f64| format!("{:+.2}", 100.0 * share);
    let range = format!("{} to {}", percent(interval.low), percent(interval.high));
    let average = format!("{} % on average ({range})", percent(mean));
    let is_decided = !interval.contains(0.0);
    let sentence = match (is_decided, mean > 0.0) {
        (true, true) => format!("{name} is better: {average}, better in {wins} of {count} cases"),
        (true, false) => format!("{name} is worse: {average}, worse in {losses} of {count} cases"),
        (false, _) => {
            let needed = standard_deviation(differences)
                .and_then(|deviation| sample_size(mean, deviation, alpha));
            let more = needed.map(|needed| needed.saturating_sub(count as u64).max(1));
            let more = more.map_or(String::new(), |more| {
                format!("; about {more} more cases would show a difference of this size")
            });
            format!("not decided: {name} is {average}, better in {wins} of {count} cases{more}")
        }
    };
    let by_rank = wilcoxon(differences);
    match (by_rank < alpha.get(), is_decided) {
        (true, false) => format!(
            "{sentence}; Wilcoxon's test finds a difference (p = {by_rank:.3}), but a score is a mean, \
             and the interval is about means: it counts"
        ),
        // Of so few cases, no signs are rare enough for ranks.
        (false, true) if 2.0 * 0.5_f64.powi(count as i32) > alpha.get() => sentence,
        (false, true) => format!(
            "{sentence}; Wilcoxon's test, which goes by ranks, finds none (p = {by_rank:.3}), but a score \
             is a mean, and the interval is about means: it counts"
        ),
        _ => sentence,
    }
}
