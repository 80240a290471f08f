//! The files and the exit status by which a judge system learns a verdict.

use std::path::Path;

use game::{CaseScore, Ruling, Verdict};

use crate::write as write_file;

/// Exit status: the output is accepted.
pub(crate) const ACCEPTED: u8 = 42;
/// Exit status: the output, or the input, is rejected.
pub(crate) const REJECTED: u8 = 43;

/// Form in which a validator tells the score of an accepted output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// `score.txt`: on the game's scale that begins at 1.
    Score,
    /// `score_multiplier.txt`: the share of the bound, 0 to 1, which depends on no other contestant.
    Share,
}

/// The exit status of a validator with this verdict.
pub(crate) fn status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ok => ACCEPTED,
        Verdict::Ie => 1,
        _ => REJECTED,
    }
}

/// Writes the files into `folder`: `judgemessage.txt` with the reason, `teammessage.txt` with
/// the broken rule, and the score of an accepted output: the score and the most there can be, on
/// a scale that begins at 1.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    folder: &Path,
    ruling: &Ruling,
    scored: &CaseScore,
    points: Option<Points>,
    (score, most): (f64, Option<f64>),
) -> Result<(), String> {
    let mut message = format!("{ruling}\nscore = {}\n", scored.score);
    if let Some(bound) = &scored.bound {
        message += &format!("{} = {}\n", bound.kind, bound.value);
    }
    write_file(&folder.join("judgemessage.txt"), message.as_bytes())?;
    if let Some(reason) = &ruling.reason {
        let message = format!("{}\n", rule(reason));
        write_file(&folder.join("teammessage.txt"), message.as_bytes())?;
    }
    let Some(points) = points.filter(|_| ruling.verdict == Verdict::Ok) else {
        return Ok(());
    };
    let (name, number) = match points {
        Points::Score => ("score.txt", score),
        Points::Share => match most.filter(|&most| most > 1.0) {
            Some(most) => {
                let share = (score - 1.0) / (most - 1.0);
                ("score_multiplier.txt", share.clamp(0.0, 1.0))
            }
            // A sample need not have a bound, and is not scored.
            None => return Ok(()),
        },
    };
    write_file(&folder.join(name), format!("{number}\n").as_bytes())
}

/// The broken rule without the places before it, which may tell of a secret case: `turn 3: line 4: `.
pub fn rule(reason: &str) -> &str {
    let mut rule = reason;
    while let Some((place, rest)) = rule.split_once(": ") {
        let words = place
            .split_whitespace()
            .map(|word| word.trim_end_matches(','));
        let is_place = |word: &str| {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            is_number || matches!(word, "after" | "game" | "line" | "lines" | "round" | "turn")
        };
        if !words.clone().all(is_place) || !place.ends_with(|last: char| last.is_alphanumeric()) {
            break;
        }
        rule = rest;
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_stands_without_its_places() {
        for (reason, expected) in [
            ("turn 3: pit 4 is empty", "pit 4 is empty"),
            (
                "turn 3: line 4: `a: b` is not a pit, 1 to 7",
                "`a: b` is not a pit, 1 to 7",
            ),
            (
                "round 2, turn 17: line 1017: `x` is not `discard`",
                "`x` is not `discard`",
            ),
            (
                "after 4 lines: `1` was written before it was asked for",
                "`1` was written before it was asked for",
            ),
            (
                "more than 4096 bytes of output",
                "more than 4096 bytes of output",
            ),
        ] {
            assert_eq!(rule(reason), expected);
        }
    }
}
