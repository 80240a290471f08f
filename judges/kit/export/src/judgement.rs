//! Validators of a problem package: their exit status and their files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use game::{
    CaseScore, Cause, Details, Inbox, LiveDialogue, Objective, PlayRng, Played, Referee, Ruling,
    Verdict, case_parts, read_whole_case, referee, referee_transcript,
};

use crate::pipes::BlockingPipes;
use crate::sys::output;
use crate::{at, checked, input};

/// Time to exit for a contestant that has closed its output. Some systems take the verdict of
/// whichever program exits first.
const GRACE: Duration = Duration::from_millis(200);

/// Exit status: the output is accepted.
const ACCEPTED: u8 = 42;
/// Exit status: the output, or the input file, is rejected.
const REJECTED: u8 = 43;

/// Format of the score of an accepted output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// `score.txt`: a score on the game's scale, which starts at 1.
    Score,
    /// `score_multiplier.txt`: the share of the bound, 0 to 1, and 0 without a positive bound. Other
    /// contestants do not change it.
    Share,
}

/// Limits of the judge, and what it writes.
#[derive(Clone, Copy, Debug)]
pub struct JudgingConditions {
    /// Maximum number of bytes that a contestant may write.
    pub output_bytes: u64,
    /// Time limit of a case, seconds.
    pub seconds: u64,
    /// Format of the score; `None` if the system takes no score.
    pub points: Option<Points>,
}

/// Reads standard input as a case. Exits with 42 if it has exactly the form of our case files, else
/// with 43.
pub fn check_input<G: Referee + Default>() -> ExitCode {
    checked(REJECTED, || {
        let text = input()?;
        let case = read_whole_case(&G::default(), &text).map_err(|error| error.to_string())?;
        match case.to_string() == text {
            _ if text.is_empty() => Err("the input is empty".into()),
            true => Ok(ExitCode::from(ACCEPTED)),
            false => Err("the case is right, but written in another form".into()),
        }
    })
}

/// Judges the contestant at the other end of standard input and output: `CASE SECRET FEEDBACK_DIR <
/// OUTPUT > INPUT`. Exit status: 42 accepted, 43 rejected, 1 if the validator failed.
pub fn judge_dialogue<G: Referee + Default>(conditions: JudgingConditions) -> ExitCode {
    judge::<G>(conditions, |game, case, secret, play| {
        let rng: PlayRng = at(secret, text(secret)?.parse())?;
        let answers = io::stdin().as_fd().try_clone_to_owned();
        let answers = File::from(answers.map_err(|error| error.to_string())?);
        let limit = Duration::from_secs(conditions.seconds);
        let mut pipes = BlockingPipes::new(output(), answers, conditions.output_bytes, limit);
        let [_, sent] = case_parts(game, case);
        let mut dialogue = LiveDialogue::new(&mut pipes, Some(rng), &sent);
        let played = referee(game, case, &mut dialogue, play);
        if matches!(&played, Err(fault) if fault.cause == Cause::Ended) {
            thread::sleep(GRACE);
        }
        Ok(played)
    })
}

/// Judges an output on standard input: `CASE ANSWER FEEDBACK_DIR < OUTPUT`. The exit status is that
/// of [`judge_dialogue`].
pub fn judge_output<G: Referee + Default>(conditions: JudgingConditions) -> ExitCode {
    judge::<G>(conditions, |game, case, _answer, play| {
        let most = conditions.output_bytes;
        let mut output = Vec::new();
        io::stdin().take(most + 1).read_to_end(&mut output).map_err(|error| error.to_string())?;
        Ok(Inbox::new(most)
            .receive(&output)
            .and_then(|()| referee_transcript(game, case, "", &output, play)))
    })
}

fn text(path: &Path) -> Result<String, String> {
    at(path, fs::read_to_string(path))
}

/// Judges a case with `play`, which returns the fault, and writes the feedback.
fn judge<G: Referee + Default>(
    conditions: JudgingConditions,
    play: impl FnOnce(&G, &G::Case, &Path, &mut G::Play) -> Result<Played, String>,
) -> ExitCode {
    let judged = || {
        // Every judge system passes these arguments first.
        let mut paths = env::args_os().skip(1).map(PathBuf::from);
        let mut path = || paths.next().ok_or("usage: CASE ANSWER FEEDBACK_DIR");
        let (path, answer, feedback) = (path()?, path()?, Feedback(path()?));
        let game = G::default();
        let case = at(&path, read_whole_case(&game, &text(&path)?))?;
        let mut state = G::Play::default();
        let played = play(&game, &case, &answer, &mut state)?;
        let rule = played.as_ref().err().map(|fault| fault.rule.clone());
        let ruling = Ruling::of(played);
        let scored = game.score(&case, &state, ruling.verdict);
        feedback.write_messages(&ruling, rule.as_deref(), &scored)?;
        if let (Some(points), Verdict::Ok) = (conditions.points, ruling.verdict) {
            let facts = Details::default();
            let scale = |score| G::scaled(&CaseScore { score, ..scored.clone() }, &facts);
            let most = scored.most().map(scale);
            feedback.write_score(points, G::OBJECTIVE, scale(scored.score), most)?;
        }
        eprintln!("{ruling}");
        Ok(ExitCode::from(match ruling.verdict {
            Verdict::Ok => ACCEPTED,
            Verdict::Ie => 1,
            _ => REJECTED,
        }))
    };
    checked(1, || judged().map_err(|problem: String| format!("error: {problem}")))
}

/// Folder for the feedback files.
struct Feedback(PathBuf);

impl Feedback {
    /// Writes `judgemessage.txt` with the ruling and the score, and `teammessage.txt` with the
    /// broken `rule`, if there is one.
    fn write_messages(
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
    fn write_score(
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
