//! The check of one line of an answer.

use common::yahtzee::{Card, Category, ROUNDS, Roll};
use judge_kit::{Fault, Line};

use crate::optimum::optimum;

/// The rolls of a game.
pub type Rolls = [Roll; ROUNDS];

/// Reads a best card of `game` from `line`.
///
/// # Errors
/// The line breaks a rule; the fault names the first one.
pub fn check(game: &Rolls, line: &Line) -> Result<Card, Fault> {
    let card = card(game, line)?;
    let best = optimum(game);
    if card.total() < best {
        let total = card.total();
        return Err(fault(
            line,
            format!("the total is {total}, but {best} can be reached"),
        ));
    }
    Ok(card)
}

/// Reads a card of `game` from `line`, best or not.
pub(crate) fn card(game: &Rolls, line: &Line) -> Result<Card, Fault> {
    let numbers = line.numbers::<{ ROUNDS + 2 }>("13 scores, a bonus and a total")?;
    let (scores, sums) = numbers.split_at(ROUNDS);
    let mut card = Card::default();
    for ((&score, category), entry) in scores.iter().zip(Category::ALL).zip(&mut card.scores) {
        *entry = u8::try_from(score)
            .ok()
            .filter(|&score| game.iter().any(|roll| roll.score(category) == score))
            .ok_or_else(|| {
                fault(
                    line,
                    format!("no roll scores {score} in {}", name(category)),
                )
            })?;
    }
    if assignment(game, &card).is_none() {
        return Err(fault(line, "two scores would need the same roll"));
    }
    for (what, claimed, due) in [
        ("bonus", sums[0], card.bonus()),
        ("total", sums[1], card.total()),
    ] {
        if claimed != i64::from(due) {
            return Err(fault(
                line,
                format!("the {what} is {claimed}, but the scores make it {due}"),
            ));
        }
    }
    Ok(card)
}

fn fault(line: &Line, reason: impl Into<String>) -> Fault {
    Fault::wrong(reason).at(format!("line {}", line.number()))
}

/// Name of a category in faults.
pub(crate) fn name(category: Category) -> &'static str {
    match category {
        Category::Ones => "ones",
        Category::Twos => "twos",
        Category::Threes => "threes",
        Category::Fours => "fours",
        Category::Fives => "fives",
        Category::Sixes => "sixes",
        Category::Chance => "chance",
        Category::ThreeOfAKind => "three of a kind",
        Category::FourOfAKind => "four of a kind",
        Category::FiveOfAKind => "five of a kind",
        Category::ShortStraight => "short straight",
        Category::LongStraight => "long straight",
        Category::FullHouse => "full house",
    }
}

/// A roll for every category that has the card's score, each roll used once; `None`
/// if there is no such assignment: a perfect matching of categories and rounds,
/// found by augmenting paths.
pub(crate) fn assignment(game: &Rolls, card: &Card) -> Option<[usize; ROUNDS]> {
    let mut owners = [None; ROUNDS];
    for category in 0..ROUNDS {
        place(game, card, category, &mut owners, &mut [false; ROUNDS]).then_some(())?;
    }
    let mut rolls = [0; ROUNDS];
    for (round, owner) in owners.into_iter().enumerate() {
        rolls[owner?] = round;
    }
    Some(rolls)
}

/// Finds a round for `category`; categories in its way move to other rounds.
fn place(
    game: &Rolls,
    card: &Card,
    category: usize,
    owners: &mut [Option<usize>; ROUNDS],
    visited: &mut [bool; ROUNDS],
) -> bool {
    for round in 0..ROUNDS {
        let fits = game[round].score(Category::ALL[category]) == card.scores[category];
        if !fits || std::mem::replace(&mut visited[round], true) {
            continue;
        }
        if owners[round].is_none_or(|owner| place(game, card, owner, owners, visited)) {
            owners[round] = Some(category);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use judge_kit::Verdict;
    use proptest::prelude::*;

    /// Twelve long straights and five sixes.
    fn game() -> Rolls {
        let mut game = [Roll::new([1, 2, 3, 4, 5]).unwrap(); ROUNDS];
        game[7] = Roll::new([6; 5]).unwrap();
        game
    }

    fn reason(game: &Rolls, text: &str) -> Option<String> {
        match check(game, &Line::new(1, text.as_bytes())) {
            Ok(_) => None,
            Err(Fault::Verdict(Verdict::Wa, reason)) => Some(reason),
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
    fn a_score_that_no_roll_has_is_wrong() {
        assert_wrong(
            "2 2 3 4 5 0 15 0 0 50 25 35 0 0 141",
            "no roll scores 2 in ones",
        );
        assert_wrong(
            "1 2 3 4 5 0 15 0 25 50 25 35 0 0 165",
            "no roll scores 25 in four of a kind",
        );
        assert_wrong(
            "1 2 3 4 5 0 15 0 0 306 25 35 0 0 396",
            "no roll scores 306 in five of a kind",
        );
        assert_wrong(
            "1 2 3 4 5 0 15 0 0 -1 25 35 0 0 89",
            "no roll scores -1 in five of a kind",
        );
    }

    #[test]
    fn a_roll_is_entered_once() {
        assert_wrong(
            "1 2 3 4 5 30 15 0 0 50 25 35 0 0 170",
            "two scores would need the same roll",
        );
    }

    #[test]
    fn the_bonus_and_the_total_follow_from_the_scores() {
        assert_wrong(
            "1 2 3 4 5 0 15 0 0 50 25 35 0 35 175",
            "the bonus is 35, but the scores make it 0",
        );
        assert_wrong(
            "1 2 3 4 5 0 15 0 0 50 25 35 0 0 141",
            "the total is 141, but the scores make it 140",
        );
        // Bonus and total the wrong way round.
        assert_wrong(
            "1 2 3 4 5 0 15 0 0 50 25 35 0 140 0",
            "the bonus is 140, but the scores make it 0",
        );
        let faces = [1, 2, 3, 4, 5, 6];
        let game: Rolls = std::array::from_fn(|round| {
            let face = faces[round % 6];
            Roll::new([face, face, face, face % 6 + 1, (face + 1) % 6 + 1]).unwrap()
        });
        let best = "3 6 9 12 15 18 23 22 0 0 0 0 0 35 143";
        assert_eq!(reason(&game, best), None);
        assert_eq!(
            reason(&game, &best.replace("35 143", "0 108")).as_deref(),
            Some("line 1: the bonus is 0, but the scores make it 35")
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

    fn any_game() -> impl Strategy<Value = Rolls> {
        let roll = prop::array::uniform5(1u8..=6).prop_map(|dice| Roll::new(dice).unwrap());
        prop::array::uniform13(roll)
    }

    proptest! {
        /// Every assignment is a card; no card is better than the optimum.
        #[test]
        fn every_assignment_is_a_card(
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
            prop_assert_eq!(card(&game, &line), Ok(entered));
            let best = optimum(&game);
            prop_assert!(entered.total() <= best);
            prop_assert_eq!(check(&game, &line).is_ok(), entered.total() == best);
        }

        /// Scores drawn category by category need not be an assignment:
        /// compared with trying every round for every category.
        #[test]
        fn scores_are_accepted_if_some_assignment_has_them(
            game in any_game(),
            rounds in prop::array::uniform13(0..ROUNDS),
        ) {
            fn fits(game: &Rolls, card: &Card, category: usize, used: u16) -> bool {
                category == ROUNDS
                    || (0..ROUNDS).any(|round| {
                        used >> round & 1 == 0
                            && game[round].score(Category::ALL[category]) == card.scores[category]
                            && fits(game, card, category + 1, used | 1 << round)
                    })
            }
            let mut card = Card::default();
            for (category, &round) in rounds.iter().enumerate() {
                card.scores[category] = game[round].score(Category::ALL[category]);
            }
            prop_assert_eq!(assignment(&game, &card).is_some(), fits(&game, &card, 0, 0));
        }
    }
}
