//! Exact losses of score cards: the difference to the best card, split by choice.
//!
//! A choice is a category with its entered score. The most expensive choice is charged first: the
//! best card minus the best card with this choice. The next choice is charged the difference to the
//! best card with both. This continues until the card itself is reached.

use common::yahtzee::optimum::Halves;
use common::yahtzee::{Card, Category, Entered, ROUNDS, Roll};
use game::Losses;

/// The choice loses the bonus of the upper half, or contributes to that loss.
const BONUS: &str = "bonus";

/// Adds the losses of the card of one game to an account in points. Games are counted from 0.
pub fn add(round: u32, game: &[Roll; ROUNDS], card: &Card, losses: &mut Losses) {
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
        let cause = if costs_bonus { BONUS } else { category.name() };
        let (total, left) = (best.total, after.total);
        let note = format!("{score} in {category} leaves {left} of {total}");
        let units = i64::from(total) - i64::from(left);
        losses.lose((round, Some(category as u32 + 1)), cause, units, note);
        best = after;
        if best.total == card.total() {
            break;
        }
    }
}
