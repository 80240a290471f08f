//! Files and exit status for a judge system.

use std::fs;
use std::path::PathBuf;

use game::{CaseScore, Objective, Ruling};

use crate::at;

/// Exit status: the output is accepted.
pub(crate) const ACCEPTED: u8 = 42;
/// Exit status: the output, or the input file, is rejected.
pub(crate) const REJECTED: u8 = 43;

/// Format of the score of an accepted output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// `score.txt`: a score on the game's scale, which starts at 1.
    Score,
    /// `score_multiplier.txt`: the share of the bound, 0 to 1, and 0 without a positive bound. Other
    /// contestants do not change it.
    Share,
}

/// Folder for the feedback files.
pub(crate) struct Feedback(pub PathBuf);

impl Feedback {
    /// Writes `judgemessage.txt` with the ruling and the score, and `teammessage.txt` with the
    /// broken `rule`, if there is one.
    pub fn write_messages(
        &self,
        ruling: &Ruling,
        rule: Option<&str>,
        scored: &CaseScore,
    ) -> Result<(), String> {
        let mut message = format!("{ruling}\nscore = {}\n", scored.score);
        if let Some(bound) = &scored.bound {
            message += &format!("{} = {}\n", bound.kind, bound.value);
        }
        self.write("judgemessage.txt", message)?;
        rule.map_or(Ok(()), |rule| self.write("teammessage.txt", format!("{rule}\n")))
    }

    /// Writes the score of an accepted output. `score` and its bound `most` are on the game's
    /// scale.
    pub fn write_score(
        &self,
        points: Points,
        objective: Objective,
        score: f64,
        most: Option<f64>,
    ) -> Result<(), String> {
        let (name, number) = match points {
            Points::Score => ("score.txt", score),
            // Without a multiplier, an accepted output would get all points.
            Points::Share => {
                let share = most.and_then(|most| objective.ratio(score - 1.0, most - 1.0));
                ("score_multiplier.txt", share.unwrap_or_default().clamp(0.0, 1.0))
            }
        };
        self.write(name, format!("{number}\n"))
    }

    /// Writes a file.
    fn write(&self, name: &str, content: String) -> Result<(), String> {
        let path = self.0.join(name);
        at(&path, fs::write(&path, content))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_begins_where_the_scale_does() {
        let folder = tempfile::tempdir().unwrap();
        let feedback = Feedback(folder.path().into());
        let [max, min] = [Objective::Maximise, Objective::Minimise];
        for (objective, score, most, share) in [
            (max, 1.0, Some(3.0), "0"),
            (max, 2.5, Some(3.0), "0.75"),
            (max, 3.0, Some(3.0), "1"),
            (max, 4.0, Some(3.0), "1"),
            (min, 3.0, Some(3.0), "1"),
            (min, 5.0, Some(3.0), "0.5"),
            (min, 5.0, Some(1.0), "0"),
            (max, 5.0, None, "0"),
        ] {
            feedback.write_score(Points::Share, objective, score, most).unwrap();
            let written = fs::read_to_string(folder.path().join("score_multiplier.txt")).unwrap();
            assert_eq!(written, format!("{share}\n"), "{score}");
        }
    }
}
