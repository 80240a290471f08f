//! A game's referee as the programs of a problem package for Kattis, DOMjudge and others: input
//! validator, output validator, output visualizer.
//!
//! Needs the standard library alone, on Linux: `scripts/packages` makes one file of it and a
//! game's definition.

mod choices;
mod feedback;
mod picture;
mod pipes;
mod streams;
mod sys;
mod worked;

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use game::{
    CaseResult, CaseScore, Details, Fault, Referee, Ruling, Verdict, read_whole_case, replay,
};

pub use choices::SecretChoices;
pub use feedback::{Points, rule};
pub use picture::svg;
pub use pipes::ContestantPipes;
pub use streams::GameStreams;
pub use worked::check_dialogue;

/// Time for a contestant whose output has ended to die of what ended it: systems go by which of the
/// two programs ends first.
const GRACE: Duration = Duration::from_millis(200);

/// Most pictures of a game: what led to its end.
const PICTURES: usize = 20;

/// Conditions under which a validator judges.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Most bytes that a contestant may write.
    pub output_bytes: u64,
    /// Time limit of a case, seconds.
    pub seconds: u64,
    /// Form in which the score is written; `None` for a system that takes none.
    pub points: Option<Points>,
}

/// Reads standard input as a case; exits with 42 if it is one, in the very form in which a
/// contestant is sent it, else with 43.
pub fn check_input<G: Referee + Default>() -> ExitCode {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    let checked = read.map_err(|error| error.to_string()).and_then(|_| {
        let case = read_whole_case(&G::default(), &text).map_err(|error| error.to_string())?;
        match case.to_string() == text {
            _ if text.is_empty() => Err("the input is empty".into()),
            true => Ok(()),
            false => Err("the case is right, but written in another form".into()),
        }
    });
    match checked {
        Ok(()) => ExitCode::from(feedback::ACCEPTED),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(feedback::REJECTED)
        }
    }
}

/// Judges the contestant at the other end of standard input and output:
/// `CASE SECRET FEEDBACK_DIR < OUTPUT > INPUT`. Exits with 42 accepted, 43 rejected, 1 failed.
pub fn judge_dialogue<G: Referee + Default>(conditions: Conditions) -> ExitCode {
    judge::<G>(conditions, |game, case, secret, play, told| {
        let choices = SecretChoices::read(&text(secret)?)
            .map_err(|problem| format!("{}: {problem}", secret.display()))?;
        let mut pipes = ContestantPipes::new(choices, conditions);
        pipes.tell(&case.to_string());
        let played = game
            .play(case, &mut pipes, play)
            .and_then(|()| pipes.finish());
        if matches!(played, Err(Fault::Ended(_))) {
            thread::sleep(GRACE);
        }
        *told = pipes.into_transcript();
        Ok(played)
    })
}

/// Judges an output on standard input: `CASE ANSWER FEEDBACK_DIR < OUTPUT`. Exits as
/// [`judge_dialogue`] does.
pub fn judge_output<G: Referee + Default>(conditions: Conditions) -> ExitCode {
    judge::<G>(conditions, |game, case, _answer, play, told| {
        let most = conditions.output_bytes;
        let mut output = Vec::new();
        let read = io::stdin().take(most + 1).read_to_end(&mut output);
        read.map_err(|error| error.to_string())?;
        if output.len() as u64 > most {
            let reason = format!("more than {most} bytes of output");
            return Ok(Err(Fault::Verdict(Verdict::Ole, reason)));
        }
        let played = replay(game, case, "", &output, play);
        told.output = output;
        Ok(played)
    })
}

/// Draws the last positions of a game that was judged, in the feedback folder: in their order
/// `judgeimage-001.svg` and so on, and the last one as `judgeimage.svg` too, for systems that show
/// a single picture. Called as `CASE ANSWER FEEDBACK_DIR`.
pub fn draw<G: Referee + Default>() -> ExitCode {
    let drawn = arguments().and_then(|[case, _, folder]| {
        let game = G::default();
        let case = read_case(&game, &case)?;
        let GameStreams { input, output } = GameStreams::read(&folder)?;
        let mut last = VecDeque::new();
        game::watch(&game, &case, &input, &output, |scene| {
            last.truncate(PICTURES - 1);
            last.push_front(scene);
        })
        .map_err(|problem| problem.to_string())?;
        let layout = game.layout(&case);
        let mut picture = String::new();
        for (index, scene) in last.iter().rev().enumerate() {
            picture = picture::svg(&layout, scene);
            let name = format!("judgeimage-{:03}.svg", index + 1);
            write(&folder.join(name), picture.as_bytes())?;
        }
        match last.is_empty() {
            true => Err("no position was shown".into()),
            false => write(&folder.join("judgeimage.svg"), picture.as_bytes()),
        }
    });
    match drawn {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failed(&problem),
    }
}

/// Judges by `play`, which plays a case and keeps what was said, and reports.
fn judge<G: Referee + Default>(
    conditions: Conditions,
    play: impl FnOnce(
        &G,
        &G::Case,
        &Path,
        &mut G::Play,
        &mut GameStreams,
    ) -> Result<Result<(), Fault>, String>,
) -> ExitCode {
    let judged = arguments().and_then(|[path, answer, folder]| {
        let game = G::default();
        let case = read_case(&game, &path)?;
        let (mut state, mut told) = (G::Play::default(), GameStreams::default());
        let played = play(&game, &case, &answer, &mut state, &mut told)?;
        let ruling = ruling(played);
        let scored = game.score(&case, &state, ruling.verdict);
        let scale = |score| scaled::<G>(&scored, ruling.verdict, score);
        let most = scored.bound.as_ref().map(|bound| scale(bound.value));
        let points = (scale(scored.score), most);
        if conditions.points == Some(Points::Share) {
            told.write(&folder)?;
        }
        feedback::write(&folder, &ruling, &scored, conditions.points, points)?;
        Ok(ruling)
    });
    match judged {
        Ok(ruling) => {
            eprintln!("{ruling}");
            ExitCode::from(feedback::status(ruling.verdict))
        }
        Err(problem) => failed(&problem),
    }
}

/// Returns `score`, in place of that of a case, on the game's scale that begins at 1.
pub fn scaled<G: Referee>(scored: &CaseScore, verdict: Verdict, score: f64) -> f64 {
    G::scaled(&CaseResult {
        verdict,
        score,
        normalised: scored.normalised,
        bound: scored.bound.clone(),
        of_best: None,
        parameters: Details::default(),
        details: scored.details.clone(),
    })
}

/// The ruling on a contestant that was played with to the end, or to a fault.
pub fn ruling(played: Result<(), Fault>) -> Ruling {
    match played {
        Ok(()) => Ruling::OK,
        Err(Fault::Verdict(verdict, reason)) => Ruling::failed(verdict, &reason),
        Err(Fault::Ended(reason)) => Ruling::failed(Verdict::Wa, &reason),
        Err(Fault::Transcript { problem, .. }) => Ruling::failed(Verdict::Ie, &problem),
        Err(Fault::Interrupted) => Ruling::failed(Verdict::Ie, "interrupted"),
    }
}

/// The three paths that every judge system gives first.
fn arguments() -> Result<[PathBuf; 3], String> {
    let mut paths = env::args_os().skip(1).map(PathBuf::from);
    match (paths.next(), paths.next(), paths.next()) {
        (Some(case), Some(answer), Some(folder)) => Ok([case, answer, folder]),
        _ => Err("usage: CASE ANSWER FEEDBACK_DIR".into()),
    }
}

fn read_case<G: Referee>(game: &G, path: &Path) -> Result<G::Case, String> {
    let case = read_whole_case(game, &text(path)?);
    case.map_err(|error| format!("{}: {error}", path.display()))
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

/// Tells why there is no verdict.
fn failed(problem: &str) -> ExitCode {
    eprintln!("error: {problem}");
    ExitCode::FAILURE
}
