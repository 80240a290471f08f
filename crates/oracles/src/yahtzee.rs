//! Yahtzee with sorted dice.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::{is_blank, numbers};

/// Number of rolls and of categories of a game.
pub const ROUNDS: usize = 13;

/// The dice of a game.
pub type GameDice = [[u8; 5]; ROUNDS];

/// Returns the points of `dice` in a category, 0 to 12 in the order of the card.
pub fn score(mut dice: [u8; 5], category: usize) -> u8 {
    dice.sort_unstable();
    let sum = dice.iter().sum();
    let equal = |from: usize, to: usize| dice[from] == dice[to];
    let straight =
        |faces: std::ops::RangeInclusive<u8>| faces.into_iter().all(|face| dice.contains(&face));
    match category {
        face @ 0..=5 => dice.iter().filter(|&&die| die == face as u8 + 1).sum(),
        6 => sum,
        7 if equal(0, 2) || equal(1, 3) || equal(2, 4) => sum,
        8 if equal(0, 3) || equal(1, 4) => sum,
        9 if equal(0, 4) => 50,
        10 if straight(1..=4) || straight(2..=5) || straight(3..=6) => 25,
        11 if straight(1..=5) || straight(2..=6) => 35,
        12 if equal(0, 1) && equal(3, 4) && (equal(0, 2) || equal(2, 4)) => 40,
        _ => 0,
    }
}

/// Returns true if some assignment of the rolls has these scores. Category by category, all sets of
/// rolls that can be used up are tracked.
pub fn can_be_entered(game: &GameDice, scores: &[i64; ROUNDS]) -> bool {
    let mut sets = BTreeSet::from([0]);
    for (category, &claimed) in scores.iter().enumerate() {
        let fitting = |set: u16| {
            let free = (0..ROUNDS).filter(move |round| set >> round & 1 == 0);
            free.filter(|&round| points(game, round, category) == claimed)
                .map(move |round| set | 1 << round)
                .collect::<Vec<_>>()
        };
        sets = sets.into_iter().flat_map(fitting).collect();
    }
    !sets.is_empty()
}

/// Returns the highest total of a card that has these scores in the categories `forced`; 0 if no
/// card has them.
pub fn best_total(game: &GameDice, forced: &[usize], scores: &[i64; ROUNDS]) -> i64 {
    best_total_of(game, |category, round| {
        !forced.contains(&category) || points(game, round, category) == scores[category]
    })
}

/// Returns the highest total of a card that enters a round in a category only if `fits(category,
/// round)`; 0 if no such card exists. Tries every round for every category, by the set of rounds
/// used up and the upper sum.
pub fn best_total_of(game: &GameDice, fits: impl Fn(usize, usize) -> bool) -> i64 {
    const ENOUGH: usize = 63;
    let mut known = vec![[None; ENOUGH + 1]; 1 << ROUNDS];
    known[0][0] = Some(0);
    for used in 0..1_usize << ROUNDS {
        let category = used.count_ones() as usize;
        for round in (0..ROUNDS).filter(|round| used >> round & 1 == 0) {
            let entry = points(game, round, category);
            if !fits(category, round) {
                continue;
            }
            let raised = if category < 6 { entry as usize } else { 0 };
            for upper in 0..=ENOUGH {
                let sum = known[used][upper].map(|sum| sum + entry);
                let next = &mut known[used | 1 << round][(upper + raised).min(ENOUGH)];
                *next = sum.max(*next);
            }
        }
    }
    let totals = known[(1 << ROUNDS) - 1].into_iter().enumerate();
    let totals =
        totals.map(|(upper, sum)| sum.map(|sum| sum + if upper == ENOUGH { 35 } else { 0 }));
    totals.flatten().max().unwrap_or(0)
}

/// Returns the bonus of these scores.
pub fn bonus(scores: &[i64; ROUNDS]) -> i64 {
    if scores[..6].iter().sum::<i64>() >= 63 {
        35
    } else {
        0
    }
}

/// Returns the scores of a best card of a game. Tries every set of six rolls for the upper
/// categories, with the best assignment of both halves.
pub fn best_card(game: &GameDice) -> [i64; ROUNDS] {
    let upper = best_by_set(game, 0..6);
    let lower = best_by_set(game, 6..ROUNDS);
    let all: usize = (1 << ROUNDS) - 1;
    let splits = (0..=all).filter(|set| set.count_ones() == 6);
    let total = |set: &usize| {
        let bonus = if upper[*set] >= 63 { 35 } else { 0 };
        upper[*set] + bonus + lower[all & !*set]
    };
    let mut scores = [0; ROUNDS];
    if let Some(set) = splits.max_by_key(total) {
        go_back(game, 0..6, &upper, set, &mut scores);
        go_back(game, 6..ROUNDS, &lower, all & !set, &mut scores);
    }
    scores
}

/// Returns the best total of a game.
pub fn optimum(game: &GameDice) -> i64 {
    let scores = best_card(game);
    scores.iter().sum::<i64>() + bonus(&scores)
}

/// Returns the number of games answered correctly before the first fault, and true if the output
/// answers all games and ends there. `optima` caches the best totals.
pub fn referee(
    games: &[GameDice],
    output: &str,
    optima: &mut HashMap<GameDice, i64>,
) -> (usize, bool) {
    let mut lines = output.split('\n').filter(|line| !is_blank(line));
    for (index, game) in games.iter().enumerate() {
        let best = *optima.entry(*game).or_insert_with(|| optimum(game));
        let is_right = |line: &str| {
            let card = numbers::<{ ROUNDS + 2 }>(line)?;
            let scores: [i64; ROUNDS] = card[..ROUNDS].try_into().ok()?;
            if scores.iter().any(|score| !(0..=50).contains(score)) {
                return None;
            }
            let due = bonus(&scores);
            let adds_up = card[ROUNDS..] == [due, best] && scores.iter().sum::<i64>() + due == best;
            Some(adds_up && can_be_entered(game, &scores))
        };
        if lines.next().and_then(is_right) != Some(true) {
            return (index, false);
        }
    }
    (games.len(), lines.next().is_none())
}

fn points(game: &GameDice, round: usize, category: usize) -> i64 {
    i64::from(score(game[round], category))
}

/// Returns, by set of rolls, the highest sum if they fill as many of the `categories`, from the
/// first one on.
fn best_by_set(game: &GameDice, categories: Range<usize>) -> Vec<i64> {
    let mut best = vec![0; 1 << ROUNDS];
    for set in 1..best.len() {
        let category = categories.start + set.count_ones() as usize - 1;
        if categories.contains(&category) {
            let rounds = (0..ROUNDS).filter(|round| set >> round & 1 == 1);
            let points =
                rounds.map(|round| best[set & !(1 << round)] + points(game, round, category));
            best[set] = points.max().unwrap_or(0);
        }
    }
    best
}

fn go_back(
    game: &GameDice,
    categories: Range<usize>,
    best: &[i64],
    mut set: usize,
    scores: &mut [i64; ROUNDS],
) {
    for category in categories.rev() {
        let mut rounds = (0..ROUNDS).filter(|round| set >> round & 1 == 1);
        let last = rounds
            .find(|&round| best[set] == best[set & !(1 << round)] + points(game, round, category));
        if let Some(round) = last {
            scores[category] = points(game, round, category);
            set &= !(1 << round);
        }
    }
}
