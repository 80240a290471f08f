//! The wire form: the case, then one call per line. `newRound` has no answer. `playTurn SYMBOL` is
//! answered by `place ROW COL` or `discard` before the next call is read.

use std::error::Error;
use std::io::{Read, Write};

use common::clock::Budget;
use common::lucky::round::parse_action;
use common::lucky::{Case, ROUNDS, TURNS};
use common::tokens::Tokens;

use crate::player::CasePlayer;

/// Plays the calls until the input or the case ends. The first turns use the answers `given`.
///
/// # Errors
/// The case is malformed, a call is unknown or out of turn, or a stream fails.
pub fn serve(
    input: impl Read,
    mut output: impl Write,
    budget: Budget,
    given: &[String],
) -> Result<(), Box<dyn Error>> {
    let mut tokens = Tokens::new(input);
    let case = Case::read(&mut tokens)?;
    let mut player = CasePlayer::new(&case, budget);
    let mut given = given.iter().map_while(|line| parse_action(line));
    let (mut rounds, mut turns_left) = (0, 0);
    while rounds < ROUNDS || turns_left > 0 {
        let number: usize = match tokens.token()? {
            None => return Ok(()),
            Some(b"newRound") => {
                player.new_round();
                rounds += 1;
                turns_left = TURNS;
                continue;
            }
            Some(b"playTurn") => tokens.number("the symbol of the turn")?,
            Some(other) => {
                let word = String::from_utf8_lossy(&other[..other.len().min(40)]).into_owned();
                let rule = format!("`{word}`, expected `newRound` or `playTurn`");
                return Err(tokens.breaks(rule).into());
            }
        };
        let Some(symbol) = case.symbol(number) else {
            let last = case.values().len() - 1;
            let rule = format!("symbol {number}, expected 0 to {last}");
            return Err(tokens.breaks(rule).into());
        };
        if turns_left == 0 {
            let rule = format!("a turn outside the {TURNS} turns of a round");
            return Err(tokens.breaks(rule).into());
        }
        turns_left -= 1;
        let repeated = given
            .next()
            .filter(|&action| player.repeat_turn(symbol, action));
        let action = repeated.unwrap_or_else(|| player.play_turn(symbol));
        // Written at once, so that the line is not split.
        let answer = format!("{action}\n");
        let written = output.write_all(answer.as_bytes());
        let sent = written.and_then(|()| output.flush());
        sent.map_err(|error| format!("an answer cannot be written: {error}"))?;
    }
    Ok(())
}
