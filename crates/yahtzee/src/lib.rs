//! The best score card of every game, exactly.

mod input;
mod lanes;
mod output;
mod split;
mod table;

pub use input::Error;

use lanes::LANES;
use std::io::{ErrorKind, Read, Write};

/// Bytes of input taken at once, and the longest line.
const BLOCK: usize = 1 << 16;

/// Answers every game of `input` with a line of `output`. Whatever is
/// complete is answered and flushed before `input` is read again.
///
/// # Errors
/// A bad line, an incomplete last game, or a failing stream; the complete
/// games before it are answered.
pub fn run(mut input: impl Read, mut output: impl Write) -> Result<(), Error> {
    let table = table::Table::new();
    let printer = output::Printer::new();
    let mut splitter = split::Splitter::new();
    let mut sheet = input::Sheet::default();
    let mut block = vec![0; BLOCK + 1];
    let mut filled = 0;
    let mut games = Vec::new();
    let mut text = Vec::new();
    loop {
        let count = match input.read(&mut block[filled..BLOCK]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        if count == 0 && filled == BLOCK {
            return Err(Error::Endless {
                line: sheet.lines() + 1,
                limit: BLOCK,
            });
        }
        filled += count;
        if count == 0 && filled > 0 {
            block[filled] = b'\n';
            filled += 1;
        }
        let used = sheet.read(&table, &block[..filled], &mut games);
        for games in games.chunks(LANES) {
            for card in splitter.solve(&table, games) {
                printer.print(&card, &mut text);
            }
        }
        output.write_all(&text)?;
        output.flush()?;
        games.clear();
        text.clear();
        let used = used?;
        block.copy_within(used..filled, 0);
        filled -= used;
        if count == 0 {
            return sheet.finish();
        }
    }
}
