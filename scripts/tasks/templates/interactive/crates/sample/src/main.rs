//! Plays Sample: guesses the number in the middle.
//!
//! Exit status 0 after a game; 2 with one line on standard error if the input is not a game.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use common::answers;
use common::sample::{Case, SampleRange, REPLIES};
use common::tokens::{Malformed, Tokens};

fn main() -> ExitCode {
    let given = answers::given().unwrap_or_default();
    match play(Tokens::new(io::stdin().lock()), io::stdout().lock(), &given) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sample: {error}");
            ExitCode::from(2)
        }
    }
}

/// Plays a whole game, with the guesses `given` first. Returns early if the input or the output
/// is closed.
///
/// # Errors
/// The input is not a game.
fn play(
    mut input: Tokens<impl Read>,
    mut output: impl Write,
    given: &[String],
) -> Result<(), Malformed> {
    let mut range = SampleRange::new(Case::read(&mut input)?);
    let mut given = given.iter().map_while(|line| line.parse().ok());
    loop {
        let guess = given.next().unwrap_or((range.low + range.high) / 2);
        let sent = writeln!(output, "{guess}").and_then(|()| output.flush());
        if sent.is_err() {
            return Ok(());
        }
        let Some(reply) = input.token()? else {
            return Ok(());
        };
        let index = REPLIES.iter().position(|known| known.as_bytes() == reply);
        let index = index.ok_or_else(|| input.unexpected("lower, equal or higher"))?;
        range = range.split(guess)[index];
        if REPLIES[index] == "equal" {
            return Ok(());
        }
    }
}
