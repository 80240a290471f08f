//! Yahtzee, with sorted dice.

/// Rolls and categories of a game.
pub const ROUNDS: usize = 13;

/// The dice of a game.
pub type Game = [[u8; 5]; ROUNDS];

/// The points of `dice` in a category, 0 to 12 in the order of the card.
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

/// Whether some way to enter the rolls gives these scores, by trying every
/// roll for every category.
pub fn can_be_entered(game: &Game, scores: &[i64; ROUNDS]) -> bool {
    fn from(game: &Game, scores: &[i64; ROUNDS], category: usize, used: u16) -> bool {
        category == ROUNDS
            || (0..ROUNDS).any(|round| {
                used >> round & 1 == 0
                    && i64::from(score(game[round], category)) == scores[category]
                    && from(game, scores, category + 1, used | 1 << round)
            })
    }
    from(game, scores, 0, 0)
}

/// The bonus that these scores earn.
pub fn bonus(scores: &[i64; ROUNDS]) -> i64 {
    if scores[..6].iter().sum::<i64>() >= 63 {
        35
    } else {
        0
    }
}

/// The best total of a game: every set of six rolls for the upper categories,
/// each entered as well as it can be, with the best of the seven others.
pub fn optimum(game: &Game) -> i64 {
    let upper = best_by_set(game, &[0, 1, 2, 3, 4, 5]);
    let lower = best_by_set(game, &[6, 7, 8, 9, 10, 11, 12]);
    let all = (1 << ROUNDS) - 1;
    let splits = (0..=all).filter(|set: &usize| set.count_ones() == 6);
    let total = |set: usize| upper[set] + if upper[set] >= 63 { 35 } else { 0 } + lower[all & !set];
    splits.map(total).max().unwrap_or(0)
}

/// For every set of rolls the most they bring when they are entered in the
/// first so many `categories`.
fn best_by_set(game: &Game, categories: &[usize]) -> Vec<i64> {
    let mut best = vec![0; 1 << ROUNDS];
    for set in 1..best.len() {
        if let Some(&category) = categories.get(set.count_ones() as usize - 1) {
            let rounds = (0..ROUNDS).filter(|round| set >> round & 1 == 1);
            let points = rounds
                .map(|round| best[set & !(1 << round)] + i64::from(score(game[round], category)));
            best[set] = points.max().unwrap_or(0);
        }
    }
    best
}
