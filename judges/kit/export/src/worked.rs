//! Referees a dialogue that was written by hand, line by line.

use std::env;
use std::process::ExitCode;

use game::{Referee, TranscriptDialogue, read_case, referee};

use crate::{checked, input};

/// Prefix of a line of the judge, as in problem packages.
const JUDGE: char = '<';
/// Prefix of a hidden line of the case.
const HIDDEN: char = '=';
/// Prefix of a line of the contestant.
const CONTESTANT: char = '>';

/// Checks a worked dialogue on standard input and prints its case. The dialogue includes the case
/// with its hidden lines, and each line has its prefix. The call is `BEFORE [cut] < DIALOGUE`: `BEFORE` is the number of
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
    let opening = lines.iter().map_while(|line| line.strip_prefix([HIDDEN, JUDGE]));
    let opening: String = opening.map(|line| format!("{line}\n")).collect();
    let game = G::default();
    let (case, rest) = read_case(&game, &opening)
        .map_err(|error| format!("{}: {}", before + error.line, error.problem))?;
    let lines = &lines[opening.lines().count() - rest.lines().count()..];
    let order: Vec<bool> = lines.iter().map(|line| line.starts_with(JUDGE)).collect();
    let stream = |mark: char| -> String {
        let lines = lines.iter().filter_map(|line| line.strip_prefix(mark));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let (input, output) = (stream(JUDGE), stream(CONTESTANT));
    let mut dialogue = TranscriptDialogue::new(&input, output.as_bytes());
    dialogue.order = &order;
    let played = referee(&game, &case, &mut dialogue, &mut G::Play::default());
    let at = before + text.lines().count() - lines.len() + dialogue.taken();
    match played {
        Err(_) if dialogue.awaits && is_cut => Ok(case),
        Err(_) if dialogue.awaits => {
            Err(format!("{at}: the dialogue ends here, but the game goes on"))
        }
        Err(fault) => Err(format!("{at}: {}", fault.rule)),
        Ok(()) => Ok(case),
    }
}
