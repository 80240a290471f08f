//! Referees a dialogue that was written by hand, line by line.

use std::env;
use std::process::ExitCode;

use game::{Dialogue, Fault, Line, MessageAt, Referee, read_case, referee};

use crate::{checked, input};

/// Prefix of a line of the judge, as in problem packages.
const JUDGE: char = '<';
/// Prefix of a line of the contestant.
const CONTESTANT: char = '>';

/// A dialogue that is being played.
struct WorkedDialogue<'a> {
    lines: Vec<&'a str>,
    /// Number of lines played so far, including the case.
    played: usize,
    /// True if the game may continue after the last line.
    is_cut: bool,
}

/// Checks a worked dialogue on standard input and prints its case. The dialogue includes the case,
/// and each line has its prefix. The call is `BEFORE [cut] < DIALOGUE`: `BEFORE` is the number of
/// lines before the dialogue in its file; with `cut` the game may continue after it. An illegal
/// line is reported on standard error with its number and the rule, and the status is 1.
pub fn check_dialogue<G: Referee + Default>() -> ExitCode {
    checked(1, || {
        let case = played::<G>(&input()?)?;
        print!("{case}");
        Ok(ExitCode::SUCCESS)
    })
}

/// Plays the dialogue `text`; returns its case.
fn played<G: Referee + Default>(text: &str) -> Result<G::Case, String> {
    let mut arguments = env::args().skip(1);
    let before = arguments.next().and_then(|word| word.parse().ok());
    let before: usize = before.ok_or("usage: BEFORE [cut] < DIALOGUE")?;
    let is_cut = arguments.next().is_some_and(|word| word == "cut");
    let lines: Vec<&str> = text.lines().collect();
    let opening = lines.iter().map_while(|line| line.strip_prefix(JUDGE));
    let opening: String = opening.map(|line| format!("{line}\n")).collect();
    let game = G::default();
    let (case, rest) = read_case(&game, &opening)
        .map_err(|error| format!("{}: {}", before + error.line, error.problem))?;
    let mut dialogue = WorkedDialogue {
        played: opening.lines().count() - rest.lines().count(),
        lines,
        is_cut,
    };
    let played = referee(&game, &case, &mut dialogue, &mut G::Play::default());
    let at = before + dialogue.played;
    match played {
        Ok(()) | Err(Fault::Interrupted) => Ok(case),
        Err(fault) => Err(format!("{at}: {}", fault.message())),
    }
}

impl<'a> WorkedDialogue<'a> {
    /// Takes the next line, which must have this prefix.
    fn line(&mut self, mark: char) -> Result<&'a str, Fault> {
        let Some(line) = self.lines.get(self.played) else {
            return Err(match self.is_cut {
                true => Fault::Interrupted,
                false => Fault::wrong("the dialogue ends here, but the game goes on"),
            });
        };
        self.played += 1;
        line.strip_prefix(mark).ok_or_else(|| {
            Fault::wrong(match mark {
                JUDGE => "an answer where a message of the judge is due",
                _ => "a message of the judge where an answer is due",
            })
        })
    }
}

impl Dialogue for WorkedDialogue<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        for expected in text.lines() {
            let line = self.line(JUDGE)?;
            if line != expected {
                return Err(Fault::wrong(format!("`{line}` is not `{expected}`")));
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        let line = self.line(CONTESTANT)?;
        Ok(Line::new(self.played, line.as_bytes()))
    }

    fn chance(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault> {
        let line = self.line(JUDGE)?;
        let found = (0..count).find(|&index| message(index) == line);
        let wrong = || {
            Fault::wrong(format!(
                "`{line}` is not a message that the judge can choose"
            ))
        };
        found.ok_or_else(wrong)
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(false)
    }

    fn finish(&mut self, _end: &str) -> Result<(), Fault> {
        if self.played == self.lines.len() {
            return Ok(());
        }
        self.played += 1;
        Err(Fault::wrong("the game is over before this line"))
    }
}
