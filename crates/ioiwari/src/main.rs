//! Plays Ioiwari (IOI 2001) perfectly as the first player.
//!
//! The input is the seven pits, then the opponent's pits; the output is our pits. Every move keeps
//! the highest difference of the banks that can be forced. Negamax with a table of all visited
//! positions finds it.
//!
//! Exit status: 0 after a game, even if the opponent ends it early. A malformed input gives 2 and
//! one line on standard error.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use common::answers;
use common::exit;
use common::ioiwari::{Board, Pit, Table};
use common::tokens::{Malformed, Tokens};

fn main() -> ExitCode {
    let given = answers::given().unwrap_or_default();
    let run = play(Tokens::new(io::stdin().lock()), io::stdout().lock(), &given);
    exit::status("ioiwari", run)
}

/// Plays a whole game, whose first moves are the pits `given`. Returns early if the input or the
/// output is closed.
///
/// # Errors
/// A number in the input is missing, malformed or out of range.
fn play(
    mut input: Tokens<impl Read>,
    mut output: impl Write,
    given: &[String],
) -> Result<(), Malformed> {
    let mut board = Board::read(&mut input)?;
    let mut table = Table::new();
    let mut given = given.iter();
    while let Some(&best) = table.best_moves(board).first() {
        let pit = given.next().and_then(|line| legal(board, line.parse().ok()?)).unwrap_or(best);
        board = after(board, pit);
        let sent = writeln!(output, "{pit}").and_then(|()| output.flush());
        if sent.is_err() || board.is_empty() {
            break;
        }
        let Some(reply) = input.number_or_end("the opponent's pit")? else {
            break;
        };
        let reply =
            legal(board, reply).ok_or_else(|| input.unexpected("a pit that is not empty"))?;
        board = after(board, reply);
    }
    Ok(())
}

fn legal(board: Board, label: i64) -> Option<Pit> {
    Pit::from_label(label).filter(|&pit| board.sow(pit).is_some())
}

fn after(board: Board, pit: Pit) -> Board {
    board.sow(pit).map_or(board, |sown| sown.board)
}
