//! A person's entries: rolls in categories. The entries of a game make a line of the output.

use common::yahtzee::optimum::Halves;
use common::yahtzee::{Case, Category, Dice, Entered, ROUNDS, Roll, matching};
use game::{EntryForm, Move};
use scene::Scene;

use super::scenes::{OPEN, SHORT, View, cell, dice_of, partial_card};

pub const SCORES: EntryForm<Case> = EntryForm {
    expected: "a category, its score and the roll, for instance `4s 12 @11`: 1s to 6s, Ch, 3k, 4k, 5k, SS, LS, FH; \
        without a roll, one that scores so",
    judged_at_end: true,
    output,
    next,
    scenes: Some(scenes),
};

/// A roll and its category, both as indices.
#[derive(Clone, Copy)]
struct Placed {
    category: usize,
    roll: usize,
    score: u8,
}

fn output(case: &Case, entries: &[String], over: bool) -> Result<String, String> {
    if let Some(entry) = entries.get(ROUNDS * case.games.len()) {
        return Err(format!("`{entry}` comes after the last score of the last game"));
    }
    let games = entries.chunks(ROUNDS).zip(&case.games);
    games.map(|(entries, dice)| line(&dice.map(Dice::roll), entries, over)).collect()
}

/// Returns a scene for the start of each game and one for each entry. Placed scores never move.
fn scenes(case: &Case, entries: &[String]) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for (round, dice) in (0..).zip(&case.games) {
        let Some(own) = entries.get(round as usize * ROUNDS..) else {
            break;
        };
        let view = View::new(round, dice);
        scenes.push(view.start());
        let own = &own[..own.len().min(ROUNDS)];
        let placed = placed(&dice.map(Dice::roll), own).unwrap_or_default();
        let (mut entered, mut chosen) = ([None; ROUNDS], [None; ROUNDS]);
        for (turn, one) in (1..).zip(&placed) {
            entered[one.category] = Some(one.score);
            chosen[one.category] = Some(one.roll);
            scenes.push(view.placed(turn, &entered, &chosen, one.category));
        }
        if own.len() < ROUNDS {
            break;
        }
    }
    scenes
}

/// Returns an entry for the first open category, from a best card that keeps all placed scores.
/// Returns `None` if the solver has not answered this game.
fn next(case: &Case, entries: &[String], output: &str) -> Option<String> {
    let game = entries.len() / ROUNDS;
    let rolls = case.games.get(game)?.map(Dice::roll);
    let mut placed = placed(&rolls, &entries[game * ROUNDS..]).ok()?;
    output.lines().nth(game)?;
    let open = (0..ROUNDS).find(|&category| placed.iter().all(|one| one.category != category))?;
    let free = (0..ROUNDS).filter(|&roll| placed.iter().all(|one| one.roll != roll));
    let choices: Vec<Placed> = free.map(|roll| place(&rolls, open, roll)).collect();
    let total = |choice: &Placed| {
        placed.push(*choice);
        let total = best_total(&rolls, &placed);
        placed.pop();
        total
    };
    choices.into_iter().max_by_key(total).map(Placed::entry)
}

impl Placed {
    fn entry(self) -> String {
        format!("{} {} @{}", SHORT[self.category], self.score, self.roll + 1)
    }
}

fn place(rolls: &[Roll; ROUNDS], category: usize, roll: usize) -> Placed {
    let score = rolls[roll].score(Category::ALL[category]);
    Placed { category, roll, score }
}

/// Returns the highest total of a card that keeps all placed scores.
fn best_total(rolls: &[Roll; ROUNDS], placed: &[Placed]) -> u16 {
    let fits =
        |category, roll| placed.iter().all(|one| (one.category == category) == (one.roll == roll));
    Halves::of(rolls, &fits).best().total
}

/// Formats the line of one game, with placeholders for missing scores.
fn line(game: &[Roll; ROUNDS], entries: &[String], over: bool) -> Result<String, String> {
    let mut entered: Entered = [None; ROUNDS];
    for one in placed(game, entries)? {
        entered[one.category] = Some(one.score);
    }
    let words =
        entered.map(|score| score.map_or(OPEN.to_string(), |score| score.to_string())).join(" ");
    if entries.len() < ROUNDS {
        return Ok(if over { words + "\n" } else { words });
    }
    let card = partial_card(&entered);
    Ok(format!("{words} {} {}\n", card.bonus(), card.total()))
}

/// Parses the entries of a game. An entry without a roll gets one that no other entry needs.
fn placed(game: &[Roll; ROUNDS], entries: &[String]) -> Result<Vec<Placed>, String> {
    let mut asked: Vec<(usize, u8, Option<usize>)> = Vec::new();
    let mut rolls = [None; ROUNDS];
    for entry in entries {
        let (category, score, roll) = parse(entry).ok_or_else(|| {
            format!("`{entry}` is not a category, its score and a roll, as `4s 12 @11`")
        })?;
        let kind = Category::ALL[category];
        if asked.iter().any(|one| one.0 == category) {
            return Err(format!("{kind} is entered already"));
        }
        if roll.is_none() && !game.iter().any(|roll| roll.score(kind) == score) {
            return Err(format!("no roll scores {score} in {kind}"));
        }
        if let Some(roll) = roll {
            let number = roll + 1;
            if roll >= ROUNDS {
                return Err(format!("rolls are 1 to {ROUNDS}"));
            }
            if game[roll].score(kind) != score {
                return Err(format!("roll {number} does not score {score} in {kind}"));
            }
            if asked.iter().any(|one| one.2 == Some(roll)) {
                return Err(format!("roll {number} is entered already"));
            }
        }
        asked.push((category, score, roll));
        rolls = matching(&|category, round| {
            asked.iter().filter(|one| one.0 == category).any(|one| match one.2 {
                Some(roll) => roll == round,
                None => game[round].score(Category::ALL[category]) == one.1,
            })
        });
        if asked.iter().any(|one| rolls[one.0].is_none()) {
            return Err(format!("no roll that is left scores {score} in {kind}"));
        }
    }
    let placed = asked.iter().filter_map(|one| Some((one.0, rolls[one.0]?)));
    Ok(placed.map(|(category, roll)| place(game, category, roll)).collect())
}

/// Parses an entry: the index of its category, its score, and the index of its roll if named.
fn parse(entry: &str) -> Option<(usize, u8, Option<usize>)> {
    let words: Vec<&str> = entry.split_whitespace().collect();
    let (category, score, roll) = match words[..] {
        [category, score] => (category, score, None),
        [category, score, roll] => (category, score, Some(roll.strip_prefix('@')?)),
        _ => return None,
    };
    let category = SHORT.iter().position(|short| short.eq_ignore_ascii_case(category))?;
    let roll = match roll {
        Some(roll) => Some(roll.parse::<usize>().ok()?.checked_sub(1)?),
        None => None,
    };
    Some((category, score.parse().ok()?, roll))
}

/// Returns the legal moves after `entries`: each roll in each category, with the dice of the rolls.
pub fn moves(case: &Case, entries: &[String]) -> Vec<Move> {
    let game = entries.len() / ROUNDS;
    let Some(rolls) = case.games.get(game).map(|dice| dice.map(Dice::roll)) else {
        return Vec::new();
    };
    // The game's entries were correct when they were made.
    let placed = placed(&rolls, &entries[game * ROUNDS..]).unwrap_or_default();
    let mut moves = Vec::new();
    for roll in 0..ROUNDS {
        for category in 0..ROUNDS {
            let one = place(&rolls, category, roll);
            let refusal = if placed.iter().any(|other| other.category == category) {
                Some("This category is entered already: choose another one.".into())
            } else if placed.iter().any(|other| other.roll == roll) {
                Some("This roll is entered already: choose another one.".into())
            } else {
                None
            };
            let (kind, score) = (Category::ALL[category], one.score);
            let label = format!("roll {} as {kind} ({score})", roll + 1);
            let entry = Move::at(cell(roll, category), one.entry()).labelled(label);
            moves.push(Move { refusal, ..entry });
        }
        let dice = "These are dice: choose a score to the right of them.";
        moves.extend(dice_of(roll).map(|die| Move::never(die, dice)));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::games::draw;
    use common::yahtzee::Card;
    use common::yahtzee::optimum::optimum;
    use game::{Stream, rng};
    use scene::Place;

    fn rolls(seed: u64) -> Case {
        let dice = draw("random", &mut rng("yahtzee", seed, Stream::Case));
        Case { games: vec![dice] }
    }

    /// The places of the scores on the board.
    fn scores(scene: &Scene) -> Vec<(u32, Place)> {
        let scores = scene.pieces.iter().filter(|piece| piece.id >= (ROUNDS * 5) as u32);
        scores.map(|piece| (piece.id, piece.place)).collect()
    }

    /// After poor scores come the proposed ones. The result is the best card with the poor scores.
    #[test]
    fn what_follows_poor_entries_is_the_best_rest() {
        for seed in 0..2 {
            let case = rolls(seed);
            let game = case.games[0].map(Dice::roll);
            let poor = [Category::LongStraight, Category::Sixes, Category::Chance];
            let mut entries: Vec<String> = Vec::new();
            for (category, first) in poor.into_iter().zip([0, 3, 5]) {
                let own: Vec<Move> = moves(&case, &entries)
                    .into_iter()
                    .filter(|one| one.refusal.is_none())
                    .filter(|one| one.entry.starts_with(SHORT[category as usize]))
                    .collect();
                entries.push(own[first].entry.clone());
            }
            let best = best_total(&game, &placed(&game, &entries).unwrap());
            assert!(best <= optimum(&game));
            assert_eq!(best_total(&game, &[]), optimum(&game));
            while let Some(entry) = next(&case, &entries, "0\n") {
                entries.push(entry);
            }
            let mut scores = [0; ROUNDS];
            for one in placed(&game, &entries).unwrap() {
                scores[one.category] = one.score;
            }
            assert_eq!(Card { scores }.total(), best, "{entries:?}");
        }
    }

    /// Earlier entries stay in place, whatever is entered later.
    #[test]
    fn what_was_placed_never_moves() {
        for seed in 0..20 {
            let case = rolls(seed);
            let mut entries: Vec<String> = Vec::new();
            let mut before = Vec::new();
            for turn in 0..ROUNDS {
                let legal = moves(&case, &entries).into_iter();
                let legal: Vec<Move> = legal.filter(|one| one.refusal.is_none()).collect();
                let chosen = &legal[(turn * 7 + seed as usize * 3) % legal.len()];
                entries.push(chosen.entry.clone());
                let scenes = scenes(&case, &entries);
                assert_eq!(scenes.len(), turn + 2);
                let now = scores(scenes.last().unwrap());
                assert!(before.iter().all(|one| now.contains(one)), "{entries:?}");
                assert!(now.iter().any(|(_, place)| *place == chosen.places[0]));
                before = now;
            }
        }
    }

    #[test]
    fn an_entry_names_its_roll() {
        let game = rolls(1).games[0].map(Dice::roll);
        let at = |entry: &str| placed(&game, &[entry.to_string()]).map(|placed| placed[0].roll);
        let score = game[4].score(Category::Chance);
        assert_eq!(at(&format!("Ch {score} @5")), Ok(4));
        let first = game.iter().position(|roll| roll.score(Category::Chance) == score);
        assert_eq!(at(&format!("Ch {score}")).ok(), first);
        for (entry, wrong) in [
            (format!("Ch {score} @14"), "rolls are 1 to 13"),
            (format!("Ch {} @5", score + 1), "does not score"),
            (format!("Ch {score} @0"), "is not a category"),
            (format!("Ch {score} 5"), "is not a category"),
        ] {
            assert!(at(&entry).unwrap_err().contains(wrong), "{entry}");
        }
    }
}
