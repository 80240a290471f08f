//! The wire form: the case, then one call per line. `newRound` has no answer. `playTurn SYMBOL` is
//! answered by `place ROW COL` or `discard` before the next call is read.

use std::error::Error;
use std::io::{Read, Write};

use common::clock::Budget;
use common::lucky::round::parse_action;
use common::lucky::{Action, Case, Symbol, ROUNDS, TURNS};
use common::tokens::Tokens;

use crate::player::CasePlayer;

/// Plays the calls until the input or the case ends.
///
/// # Errors
/// The case is malformed, a call is unknown or out of turn, or a stream fails.
pub fn serve(input: impl Read, output: impl Write, budget: Budget) -> Result<(), Box<dyn Error>> {
    Session::start(input, output, budget)?.play()
}

/// Plays like [`serve`], but begins with the answers `given`, up to the first malformed one.
///
/// # Errors
/// The same as for [`serve`].
pub fn resume(
    input: impl Read,
    output: impl Write,
    budget: Budget,
    given: &[String],
) -> Result<(), Box<dyn Error>> {
    let mut session = Session::start(input, output, budget)?;
    for action in given.iter().map_while(|line| parse_action(line)) {
        let Some(symbol) = session.next_symbol()? else {
            return Ok(());
        };
        session.player.repeat_turn(symbol, action);
        session.send(action)?;
    }
    session.play()
}

/// A case and its streams.
struct Session<R, W> {
    tokens: Tokens<R>,
    output: W,
    case: Case,
    player: CasePlayer,
    rounds: usize,
    turns_left: usize,
}

impl<R: Read, W: Write> Session<R, W> {
    /// Reads the case.
    fn start(input: R, output: W, budget: Budget) -> Result<Session<R, W>, Box<dyn Error>> {
        let mut tokens = Tokens::new(input);
        let case = Case::read(&mut tokens)?;
        Ok(Session {
            player: CasePlayer::new(&case, budget),
            tokens,
            output,
            case,
            rounds: 0,
            turns_left: 0,
        })
    }

    fn play(&mut self) -> Result<(), Box<dyn Error>> {
        while let Some(symbol) = self.next_symbol()? {
            let action = self.player.play_turn(symbol);
            self.send(action)?;
        }
        Ok(())
    }

    /// Returns the symbol of the next turn, or `None` at the end of the input or of the case.
    fn next_symbol(&mut self) -> Result<Option<Symbol>, Box<dyn Error>> {
        while self.rounds < ROUNDS || self.turns_left > 0 {
            match self.tokens.token()? {
                None => return Ok(None),
                Some(b"newRound") => {
                    self.player.new_round();
                    self.rounds += 1;
                    self.turns_left = TURNS;
                }
                Some(b"playTurn") => {
                    let number = self.tokens.number("the symbol of the turn")?;
                    if self.turns_left == 0 {
                        let rule = format!("a turn outside the {TURNS} turns of a round");
                        return Err(self.tokens.breaks(rule).into());
                    }
                    self.turns_left -= 1;
                    let symbol = self.case.symbol(number);
                    let missing = || self.tokens.unexpected("a symbol of the case").into();
                    return symbol.ok_or_else(missing).map(Some);
                }
                Some(_) => return Err(self.tokens.unexpected("`newRound` or `playTurn`").into()),
            }
        }
        Ok(None)
    }

    fn send(&mut self, action: Action) -> Result<(), Box<dyn Error>> {
        // Written at once, so that the line is not split.
        let answer = format!("{action}\n");
        let written = self.output.write_all(answer.as_bytes());
        let sent = written.and_then(|()| self.output.flush());
        sent.map_err(|error| format!("an answer cannot be written: {error}").into())
    }
}
