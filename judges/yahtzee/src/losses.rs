//! Exact losses of score cards: the difference to the best card, choice by choice.
//!
//! A choice is a category with its entered score. The most expensive choice is charged the
//! difference between the best card and the best card with this choice; the next one the difference
//! to the best card with both; and so on until the card itself is reached.

use common::yahtzee::{Card, Category, Entered, ROUNDS, Roll};
use game::{Loss, Losses};

use common::yahtzee::optimum::Halves;

/// A choice that costs the bonus of the upper half, or contributes to its loss.
const BONUS: &str = "bonus";

/// Adds the losses of the card of a game, counted from 0, to an account in points.
pub(crate) fn add(round: u32, game: &[Roll; ROUNDS], card: &Card, losses: &mut Losses) {
    let mut entered: Entered = [None; ROUNDS];
    let mut halves = Halves::new(game, &entered);
    let mut best = halves.best();
    losses.best += i64::from(best.total);
    losses.reached += i64::from(card.total());
    if best.total == card.total() {
        return;
    }
    let alone = Category::ALL.map(|category| {
        let mut entered = entered;
        entered[category as usize] = Some(card.scores[category as usize]);
        halves.forced(game, &entered, category).best().total
    });
    let mut choices = Category::ALL;
    choices.sort_by_key(|&category| alone[category as usize]);
    for category in choices {
        let score = card.scores[category as usize];
        entered[category as usize] = Some(score);
        halves = halves.forced(game, &entered, category);
        let after = halves.best();
        let costs_bonus = best.has_bonus && !after.has_bonus;
        losses.push(Loss {
            round,
            turn: Some(category as u32 + 1),
            cause: if costs_bonus { BONUS } else { category.name() },
            units: i64::from(best.total) - i64::from(after.total),
            error: 0.0,
            note: format!(
                "{score} in {category} leaves {} of {}",
                after.total, best.total
            ),
        });
        best = after;
        if best.total == card.total() {
            break;
        }
    }
}
