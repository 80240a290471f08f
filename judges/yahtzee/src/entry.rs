//! A person's entries: scores, category by category, which together make a line.

use common::yahtzee::{Case, Category, Dice, Entered, ROUNDS, Roll, assignment};
use game::{EntryForm, Move};

use crate::scenes::{OPEN, SHORT, cell, dice_of, partial_card};
use common::yahtzee::optimum::Halves;

pub(crate) const SCORES: EntryForm<Case> = EntryForm {
    expected: "a category and its score, for instance `4s 12`: 1s to 6s, Ch, 3k, 4k, 5k, SS, LS, FH",
    is_strict: true,
    output,
    next,
};

fn output(case: &Case, entries: &[String], over: bool) -> Result<String, String> {
    if let Some(entry) = entries.get(ROUNDS * case.games.len()) {
        return Err(format!(
            "`{entry}` comes after the last score of the last game"
        ));
    }
    let games = entries.chunks(ROUNDS).zip(&case.games);
    let lines = games.map(|(entries, dice)| line(&dice.map(Dice::roll), entries, over));
    lines.collect()
}

/// Returns the score in the first open category: that of the solver's card if it agrees with
/// all entries, else that of the best card that does.
fn next(case: &Case, entries: &[String], output: &str) -> Option<String> {
    let game = entries.len() / ROUNDS;
    let rolls = case.games.get(game)?.map(Dice::roll);
    let entered = entered(&rolls, &entries[game * ROUNDS..]).ok()?;
    let words = output.lines().nth(game)?.split_whitespace().take(ROUNDS);
    let card: Vec<u8> = words.map_while(|word| word.parse().ok()).collect();
    let card: &[u8; ROUNDS] = card.as_slice().try_into().ok()?;
    let mut both = entered.iter().zip(card);
    let agrees = both.all(|(entry, score)| entry.is_none_or(|entry| entry == *score));
    let open = entered.iter().position(Option::is_none)?;
    let score = match agrees {
        true => card[open],
        false => best_score(&rolls, &entered, Category::ALL[open])?,
    };
    Some(format!("{} {score}", SHORT[open]))
}

/// Returns the score in `category` of the best card with the entered scores; `None` if such a card
/// does not exist.
fn best_score(game: &[Roll; ROUNDS], entered: &Entered, category: Category) -> Option<u8> {
    let with = |score| {
        let mut with = *entered;
        with[category as usize] = Some(score);
        with
    };
    let scores = game.iter().map(|roll| roll.score(category));
    let possible = scores.filter(|&score| assignment(game, &with(score)).is_some());
    possible.max_by_key(|&score| Halves::new(game, &with(score)).best().total)
}

/// Formats the line of one game, with placeholders for missing scores.
fn line(game: &[Roll; ROUNDS], entries: &[String], over: bool) -> Result<String, String> {
    let entered = entered(game, entries)?;
    let words = entered.map(|score| score.map_or(OPEN.to_string(), |score| score.to_string()));
    let words = words.join(" ");
    if entries.len() < ROUNDS {
        return Ok(if over { words + "\n" } else { words });
    }
    let card = partial_card(&entered);
    Ok(format!("{words} {} {}\n", card.bonus(), card.total()))
}

/// Parses the scores of the entries.
fn entered(game: &[Roll; ROUNDS], entries: &[String]) -> Result<Entered, String> {
    let mut entered = [None; ROUNDS];
    for entry in entries {
        let (category, score) = parse(entry)
            .ok_or_else(|| format!("`{entry}` is not a category and a score, as `4s 12`"))?;
        let kind = Category::ALL[category];
        if entered[category].is_some() {
            return Err(format!("{kind} is entered already"));
        }
        if !game.iter().any(|roll| roll.score(kind) == score) {
            return Err(format!("no roll scores {score} in {kind}"));
        }
        entered[category] = Some(score);
        if assignment(game, &entered).is_none() {
            return Err(format!("no roll that is left scores {score} in {kind}"));
        }
    }
    Ok(entered)
}

/// Parses an entry into the index of the category and the score.
fn parse(entry: &str) -> Option<(usize, u8)> {
    let (category, score) = entry.split_once(char::is_whitespace)?;
    let mut names = SHORT.iter();
    let category = names.position(|short| short.eq_ignore_ascii_case(category))?;
    Some((category, score.trim().parse().ok()?))
}

/// Returns the legal moves after `entries`, each roll in each category, with the dice of the rolls.
pub(crate) fn moves(case: &Case, entries: &[String]) -> Vec<Move> {
    let game = entries.len() / ROUNDS;
    let Some(rolls) = case.games.get(game).map(|dice| dice.map(Dice::roll)) else {
        return Vec::new();
    };
    // The game's entries were correct when they were made.
    let entered = entered(&rolls, &entries[game * ROUNDS..]).unwrap_or([None; ROUNDS]);
    let mut moves = Vec::new();
    for (roll, of) in rolls.iter().enumerate() {
        for (category, kind) in Category::ALL.into_iter().enumerate() {
            let score = of.score(kind);
            let mut with = entered;
            with[category] = Some(score);
            let refusal = if entered[category].is_some() {
                Some("This category is entered already: choose another one.".into())
            } else if assignment(&rolls, &with).is_none() {
                let none = format!("No roll that is left scores {score} in {kind}");
                Some(none + ": choose another score.")
            } else {
                None
            };
            moves.push(Move {
                places: vec![cell(roll, category)],
                entry: format!("{} {score}", SHORT[category]),
                refusal,
            });
        }
        let dice = "These are dice: choose a score to the right of them.";
        moves.extend(dice_of(roll).map(|die| Move::never(die, dice)));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RollDistribution;
    use common::yahtzee::Card;
    use game::{Stream, rng};

    /// Poor scores followed by the proposed ones: the result is the best card with these scores.
    #[test]
    fn what_follows_poor_scores_is_the_best_rest() {
        for seed in 0..10 {
            let dice = RollDistribution::Random.draw(&mut rng("yahtzee", seed, Stream::Case));
            let rolls = dice.map(Dice::roll);
            let case = Case { games: vec![dice] };
            let poor = [Category::LongStraight, Category::Sixes, Category::Chance];
            let mut entries: Vec<String> = Vec::new();
            for category in poor {
                let moves = moves(&case, &entries);
                let of = |one: &&Move| {
                    one.refusal.is_none() && one.entry.starts_with(SHORT[category as usize])
                };
                let score = |one: &&Move| parse(&one.entry).unwrap().1;
                let least = moves.iter().filter(of).min_by_key(score).unwrap();
                entries.push(least.entry.clone());
            }
            let best = Halves::new(&rolls, &entered(&rolls, &entries).unwrap()).best();
            let ours = "9 9 9 9 9 9 9 9 9 9 9 9 9 9 9\n";
            while let Some(entry) = next(&case, &entries, ours) {
                entries.push(entry);
            }
            let scores = entered(&rolls, &entries).unwrap().map(Option::unwrap);
            assert_eq!(Card { scores }.total(), best.total, "{entries:?}");
        }
    }
}
