//! Plays Sample: asks for half of the numbers that are left.
//!
//! Exit status 0 after a game; 2 with one line on standard error if the input is not a game.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use common::answers;
use common::exit;
use common::sample::read_size;
use common::tokens::{Malformed, Tokens};

fn main() -> ExitCode {
    let given = answers::given().unwrap_or_default();
    let run = play(Tokens::new(io::stdin().lock()), io::stdout().lock(), &given);
    exit::status("sample", run)
}

/// Plays a whole game, with the lines `given` first. Returns early if the input or the output is
/// closed.
///
/// # Errors
/// The input is not a game.
fn play(
    mut input: Tokens<impl Read>,
    mut output: impl Write,
    given: &[String],
) -> Result<(), Malformed> {
    let mut possible: Vec<u32> = (1..=read_size(&mut input)?).collect();
    let mut given = given.iter();
    loop {
        let half = &possible[..possible.len().div_ceil(2)];
        let numbers: Vec<String> = half.iter().map(u32::to_string).collect();
        let sign = if possible.len() > 1 { '?' } else { '!' };
        let own = format!("{sign} {}", numbers.join(" "));
        let line = given.next().unwrap_or(&own);
        let sent = writeln!(output, "{line}").and_then(|()| output.flush());
        let (Ok(()), Some(asked)) = (sent, line.strip_prefix('?')) else {
            return Ok(());
        };
        let asked = asked.split_whitespace();
        let asked: Vec<u32> = asked.filter_map(|number| number.parse().ok()).collect();
        let is_among = match input.token()? {
            None => return Ok(()),
            Some(b"yes") => true,
            Some(b"no") => false,
            Some(_) => return Err(input.unexpected("`yes` or `no`")),
        };
        possible.retain(|number| asked.contains(number) == is_among);
    }
}
