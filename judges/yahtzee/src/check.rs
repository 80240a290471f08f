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

#[cfg(test)]
mod tests {
    use super::*;
    use game::Verdict;

    fn reason(game: &[Roll; ROUNDS], text: &str) -> Option<String> {
        let checked = check(game, &Line::new(1, text.as_bytes()));
        match checked.and_then(|(_, best)| best) {
            Ok(()) => None,
            Err(Fault::Verdict(Verdict::Wa, reason)) => Some(reason.to_string()),
            Err(fault) => panic!("{fault:?}"),
        }
    }

    #[test]
    fn every_best_card_is_right_and_others_are_not() {
        let roll = |dice| Roll::new(dice).unwrap();
        let mut straights = [roll([1, 2, 3, 4, 5]); ROUNDS];
        straights[7] = roll([6; 5]);
        // Two rolls can be the full house; the other is the three of a kind.
        let mut houses = [roll([1, 2, 2, 4, 6]); ROUNDS];
        houses[0] = roll([1, 1, 1, 2, 2]);
        houses[1] = roll([2, 2, 2, 1, 1]);
        let sixes = [roll([6; 5]); ROUNDS];
        for (game, text, expected) in [
            (straights, "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140", ""),
            (straights, "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140 \r", ""),
            (
                straights,
                "1 2 3 4 5 30 15 0 0 0 25 35 0 0 120",
                "the total is 120, but 140 can be reached",
            ),
            (
                straights,
                "1 2 3 4 5 0 15 0 0 50 25 35 0 0",
                "`1 2 3 4 5 0 15 0 0 50 25 35 0 0` is not 13 scores, a bonus and a total",
            ),
            (
                straights,
                "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140 0",
                "`1 2 3 4 5 0 15 0 0 50 25 35 0 0 140 0` is not 13 scores, a bonus and a total",
            ),
            (
                straights,
                "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140.00000",
                "`1 2 3 4 5 0 15 0 0 50 25 35 0 0 140.0000…` is not 13 scores, a bonus and a total",
            ),
            (houses, "1 4 0 4 0 6 15 8 0 0 0 0 40 0 78", ""),
            (
                houses,
                "1 4 0 4 0 6 15 7 0 0 0 0 40 0 77",
                "the total is 77, but 78 can be reached",
            ),
            (
                houses,
                "3 4 0 4 0 6 15 0 0 0 0 0 40 0 72",
                "the total is 72, but 78 can be reached",
            ),
            (sixes, "0 0 0 0 0 30 30 30 30 50 0 0 40 0 210", ""),
        ] {
            let expected = (!expected.is_empty()).then(|| format!("line 1: {expected}"));
            assert_eq!(reason(&game, text), expected);
        }
    }
}
