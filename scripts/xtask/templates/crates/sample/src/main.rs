//! Plays Sample: puts each number into the empty place nearest to its share of the row.
//!
//! Exit status 0 after a game; 2 with one line on standard error if the input is not a game.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use common::answers;
use common::exit;
use common::sample::{Case, SampleRow, NUMBERS};
use common::tokens::{Malformed, Tokens};

fn main() -> ExitCode {
    let given = answers::given().unwrap_or_default();
    let run = play(Tokens::new(io::stdin().lock()), io::stdout().lock(), &given);
    exit::status("sample", run)
}

/// Plays a whole game, with the places `given` first. Returns early if the input or the output
/// is closed.
///
/// # Errors
/// The input is not a game.
fn play(
    mut input: Tokens<impl Read>,
    mut output: impl Write,
    given: &[String],
) -> Result<(), Malformed> {
    let case = Case::read(&mut input)?;
    let mut row = SampleRow::new(case.count());
    let mut given = given.iter().map_while(|line| line.parse().ok());
o|    for &number in case.numbers() {
i|    for _ in 0..case.count() {
i|        let Some(number) = input.number_or_end("a number")? else {
i|            return Ok(());
i|        };
        let place: usize = given.next().unwrap_or_else(|| nearest(&row, number) + 1);
        row.put(place.wrapping_sub(1), number);
        let sent = writeln!(output, "{place}").and_then(|()| output.flush());
        if sent.is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the empty place that is nearest to a number's share of the row, from 0.
fn nearest(row: &SampleRow, number: u32) -> usize {
    let places = row.places();
    let share = number as usize * places.len() / (*NUMBERS.end() as usize + 1);
    let empty = (0..places.len()).filter(|&place| places[place].is_none());
    empty.min_by_key(|&place| place.abs_diff(share)).unwrap_or(0)
}
