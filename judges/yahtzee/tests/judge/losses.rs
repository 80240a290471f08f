//! Losses of random cards add up. Each is the loss that the slow rules give after the earlier
//! choices.

use common::rng::Rng;
use common::yahtzee::{Card, Case, Category, Dice, ROUNDS};
use game::{Game, referee_transcript};
use oracles::yahtzee::{GameDice, best_total, bonus, score};
use yahtzee_judge::{Yahtzee, YahtzeePlay};

fn yahtzee() -> Yahtzee {
    Yahtzee::default()
}

/// Rolls for a game. About half of them show three equal faces, so that the bonus is within reach.
fn rolls(rng: &mut Rng) -> GameDice {
    std::array::from_fn(|round| {
        let equal = [0, 3, 4][rng.below(3) as usize];
        let mut dice = [(); 5].map(|()| rng.below(6) as u8 + 1);
        dice[..equal].fill(round as u8 % 6 + 1);
        dice
    })
}

/// A card by random choices. The first `greedy` choices are the best for their categories.
fn card(rng: &mut Rng, game: &GameDice, greedy: usize) -> [i64; ROUNDS] {
    let mut left: Vec<usize> = (0..ROUNDS).collect();
    let mut scores = [0; ROUNDS];
    for (category, entry) in scores.iter_mut().enumerate() {
        let points = |round: usize| i64::from(score(game[round], category));
        let chosen = if category < greedy {
            (0..left.len()).max_by_key(|&at| points(left[at])).unwrap()
        } else {
            rng.below(left.len() as u32) as usize
        };
        *entry = points(left.remove(chosen));
    }
    scores
}

/// Returns the losses of one card in the order in which they were charged: category and points.
fn losses(game: &GameDice, scores: &[i64; ROUNDS]) -> Vec<(usize, i64)> {
    let games = vec![game.map(|faces| Dice::new(faces).unwrap())];
    let case = Case { games };
    let words: Vec<String> = scores.iter().map(i64::to_string).collect();
    let total = scores.iter().sum::<i64>() + bonus(scores);
    let line = format!("{} {} {total}\n", words.join(" "), bonus(scores));
    let mut play = YahtzeePlay::default();
    let _ = referee_transcript(&yahtzee(), &case, "", line.as_bytes(), &mut play);
    let losses = yahtzee().losses(&case, &play).unwrap();
    assert!(losses.add_up(), "{losses:?}");
    assert_eq!(losses.best, best_total(game, &[], scores));
    assert_eq!(losses.reached, total);
    let charged = losses.each.iter();
    let charged = charged.map(|loss| (loss.turn.unwrap() as usize - 1, loss.units));
    charged.collect()
}

#[test]
fn every_loss_is_what_its_choice_costs_after_those_before() {
    let mut rng = Rng::new(1);
    for number in 0..8 {
        let game = rolls(&mut rng);
        let scores = card(&mut rng, &game, 2 * number);
        let mut forced = Vec::new();
        let mut best = best_total(&game, &forced, &scores);
        let alone = |&category: &usize| best_total(&game, &[category], &scores);
        let charged = losses(&game, &scores);
        // Choices are ordered by their cost alone, the highest first. Choices that cost nothing are
        // not charged.
        let mut order: Vec<usize> = (0..ROUNDS).collect();
        order.sort_by_cached_key(alone);
        let mut expected = Vec::new();
        for category in order {
            forced.push(category);
            let after = best_total(&game, &forced, &scores);
            if after < best {
                expected.push((category, best - after));
            }
            best = after;
        }
        assert_eq!(charged, expected, "{game:?}: {scores:?}");
    }
}

#[test]
fn losses_of_a_thousand_cards_add_up() {
    let mut rng = Rng::new(2);
    let games: Vec<GameDice> = (0..1000).map(|_| rolls(&mut rng)).collect();
    let dice = |game: &GameDice| game.map(|faces| Dice::new(faces).unwrap());
    let case = Case { games: games.iter().map(dice).collect() };
    let mut play = YahtzeePlay::default();
    for (number, game) in games.iter().enumerate() {
        let scores = card(&mut rng, game, number % 14).map(|score| score as u8);
        play.cards.push(Card { scores });
    }
    let losses = yahtzee().losses(&case, &play).unwrap();
    assert!(losses.add_up());
    assert!(losses.each.iter().all(|loss| loss.units > 0));
    let of_bonus = losses.each.iter().filter(|loss| loss.cause == "bonus");
    assert!(of_bonus.count() > 50);
    let known = |cause: &str| cause == "bonus" || Category::ALL.iter().any(|c| c.name() == cause);
    assert!(losses.each.iter().all(|loss| known(loss.cause)));
}
