//! Plays Ioiwari (IOI 2001) as the first player: reads the seven pits, then
//! writes a pit and reads the opponent's, in turn, until all pits are empty.
//! Every pit chosen leads to the greatest difference of the banks.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use common::ioiwari::{Board, Pit, Table};
use common::tokens::{Malformed, Tokens};

fn main() -> ExitCode {
    match play(Tokens::new(io::stdin().lock()), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ioiwari: {error}");
            ExitCode::from(2)
        }
    }
}

/// Plays a whole game. If the opponent leaves, so does the player.
fn play(mut input: Tokens<impl Read>, mut output: impl Write) -> Result<(), Malformed> {
    let mut beads = [0; 7];
    for count in &mut beads {
        *count = input.number("the number of beads in a pit")?;
    }
    let mut board =
        Board::new(beads).ok_or_else(|| input.unexpected("at most 5 beads in a pit"))?;
    let mut table = Table::new();
    while let Some(&pit) = table.best_moves(board).first() {
        board = after(board, pit);
        let sent = writeln!(output, "{pit}").and_then(|()| output.flush());
        if sent.is_err() || board.is_empty() {
            break;
        }
        let Some(reply) = input.number_or_end("the opponent's pit")? else {
            break;
        };
        let reply = Pit::from_label(reply).filter(|&pit| board.sow(pit).is_some());
        board = after(
            board,
            reply.ok_or_else(|| input.unexpected("a pit that is not empty"))?,
        );
    }
    Ok(())
}

fn after(board: Board, pit: Pit) -> Board {
    board.sow(pit).map_or(board, |sown| sown.board)
}
