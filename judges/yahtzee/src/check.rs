//! The check of one line of an answer.

use crate::optimum::optimum;
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
    use common::yahtzee::Category;
    use game::Verdict;
    use proptest::prelude::*;

    type Game = [Roll; ROUNDS];

    /// Returns a game of twelve long straights and five sixes.
    fn game() -> Game {
        let mut game = [Roll::new([1, 2, 3, 4, 5]).unwrap(); ROUNDS];
        game[7] = Roll::new([6; 5]).unwrap();
        game
    }

    fn reason(game: &Game, text: &str) -> Option<String> {
        let checked = check(game, &Line::new(1, text.as_bytes()));
        match checked.and_then(|(_, best)| best) {
            Ok(()) => None,
            Err(Fault::Verdict(Verdict::Wa, reason)) => Some(reason.to_string()),
            Err(fault) => panic!("{fault:?}"),
        }
    }

    #[track_caller]
    fn assert_wrong(text: &str, expected: &str) {
        assert_eq!(
            reason(&game(), text).as_deref(),
            Some(format!("line 1: {expected}").as_str())
        );
    }

    #[test]
    fn the_best_card_is_right() {
        assert_eq!(reason(&game(), "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140"), None);
        assert_eq!(
            reason(&game(), "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140 \r"),
            None
        );
    }

    #[test]
    fn every_best_card_is_right() {
        // Two rolls can be the full house; the other is the three of a kind.
        let mut game = [Roll::new([1, 2, 2, 4, 6]).unwrap(); ROUNDS];
        game[0] = Roll::new([1, 1, 1, 2, 2]).unwrap();
        game[1] = Roll::new([2, 2, 2, 1, 1]).unwrap();
        for text in [
            "1 4 0 4 0 6 15 8 0 0 0 0 40 0 78",
            "1 4 0 4 0 6 15 7 0 0 0 0 40 0 77",
            "3 4 0 4 0 6 15 0 0 0 0 0 40 0 72",
        ] {
            let total = text.rsplit(' ').next().unwrap();
            assert_eq!(reason(&game, text).is_none(), total == "78", "{text}");
        }
        let game = [Roll::new([6; 5]).unwrap(); ROUNDS];
        let best = "0 0 0 0 0 30 30 30 30 50 0 0 40 0 210";
        assert_eq!(reason(&game, best), None);
    }

    #[test]
    fn a_card_below_the_optimum_is_wrong() {
        assert_wrong(
            "1 2 3 4 5 30 15 0 0 0 25 35 0 0 120",
            "the total is 120, but 140 can be reached",
        );
    }

    #[test]
    fn a_line_holds_fifteen_numbers() {
        for text in [
            "1 2 3 4 5 0 15 0 0 50 25 35 0 0",
            "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140 0",
            "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140.0",
            "x",
        ] {
            assert_wrong(
                text,
                &format!(
                    "`{}` is not 13 scores, a bonus and a total",
                    shortened(text)
                ),
            );
        }
    }

    fn shortened(text: &str) -> String {
        let dots = if text.len() > 40 { "…" } else { "" };
        format!("{}{dots}", &text[..text.len().min(40)])
    }

    fn any_game() -> impl Strategy<Value = Game> {
        let roll = prop::array::uniform5(1u8..=6).prop_map(|dice| Roll::new(dice).unwrap());
        prop::array::uniform13(roll)
    }

    proptest! {
        /// No card is better than the optimum.
        #[test]
        fn only_a_best_card_is_right(
            game in any_game(),
            order in Just((0..ROUNDS).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let mut entered = Card::default();
            for (category, &round) in order.iter().enumerate() {
                entered.scores[category] = game[round].score(Category::ALL[category]);
            }
            let scores: Vec<String> = entered.scores.iter().map(u8::to_string).collect();
            let text = format!("{} {} {}", scores.join(" "), entered.bonus(), entered.total());
            let line = Line::new(1, text.as_bytes());
            let best = optimum(&game);
            prop_assert!(entered.total() <= best);
            let (card, is_best) = check(&game, &line).unwrap();
            prop_assert_eq!(card, entered);
            prop_assert_eq!(is_best.is_ok(), entered.total() == best);
        }
    }
}
