//! Yahtzee with all rolls known in advance: the best score card of every game.

mod assignment;
mod input;
mod lanes;
mod output;
mod solver;
mod split;
mod table;

use common::tokens::Malformed;
use input::Parser;
use output::Formatter;
use split::SplitSolver;
use std::error::Error;
use std::io::{ErrorKind, Read, Write};
use table::RollTable;

/// Maximum size of a block of input and of a line, in bytes.
const BLOCK: usize = 1 << 16;

/// Answers every game of `input` with a line of `output`. All complete games are answered and
/// flushed before `input` is read again.
///
/// # Errors
/// A line is malformed, the last game is incomplete, or a stream fails. The complete games before
/// the error are answered.
pub fn run(mut input: impl Read, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let table = RollTable::new();
    let formatter = Formatter::new();
    let mut split_solver = SplitSolver::new();
    let mut parser = Parser::default();
    // One more byte, since the last line may lack its newline.
    let mut block = vec![0; BLOCK + 1];
    let mut filled = 0;
    loop {
        let count = match input.read(&mut block[filled..BLOCK]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        let ended = count == 0;
        if ended && filled == BLOCK {
            let rule = format!("longer than {BLOCK} bytes");
            return Err(Malformed::rule(parser.lines() + 1, rule).into());
        }
        filled += count;
        if ended && filled > 0 {
            block[filled] = b'\n';
            filled += 1;
        }
        let mut games = Vec::new();
        let used = parser.read(&table, &block[..filled], &mut games);
        let mut text = Vec::new();
        for card in solver::solve(&mut split_solver, &table, &games) {
            formatter.append(&card, &mut text);
        }
        output.write_all(&text)?;
        output.flush()?;
        let used = used?;
        if ended {
            return Ok(parser.finish()?);
        }
        block.copy_within(used..filled, 0);
        filled -= used;
    }
}
