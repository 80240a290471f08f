//! The check of one line of an answer.

use common::yahtzee::optimum::optimum;
use common::yahtzee::{Card, ROUNDS, Roll};
use game::{Fault, Line};

/// Parses a card of `game` from `line`. The inner result is a fault if the card is not optimal.
///
/// # Errors
/// The line is not a card of the game; the fault contains the first broken rule.
pub fn check(game: &[Roll; ROUNDS], line: &Line) -> Result<(Card, Result<(), Fault>), Fault> {
    let numbers = line.numbers::<{ ROUNDS + 2 }>("13 scores, a bonus and a total")?;
    let card = Card::read(game, &numbers).map_err(|broken| line.breaks(broken))?;
    let best = match (card.total(), optimum(game)) {
        (total, best) if total < best => {
            let rule = format!("the total is {total}, but {best} can be reached");
            Err(line.breaks(rule))
        }
        _ => Ok(()),
    };
    Ok((card, best))
}
