//! Losses of games: the policy loses nothing on average, and random stones are detected.

use common::rng::Rng;
use common::tonga::{Case, Player, Side, Square};
use game::{Game, Losses, Referee, Verdict, referee_transcript};
use tonga::fitted;
use tonga::position::Position;
use tonga::tree::{Tree, sample_reply};
use tonga_judge::{Tonga, TongaPlay, start};

/// Function that chooses a stone.
type Choice<'a> = &'a mut dyn FnMut(&Position, &mut Rng) -> Square;

/// Returns a random empty square.
pub fn any_square(position: &Position, rng: &mut Rng) -> Square {
    let empty = position.board().empty();
    let drawn = rng.below(empty.len()) as usize;
    empty.iter().nth(drawn).unwrap()
}

/// Returns the streams of a game with these stones: the judge's lines after the case, and the
/// answers.
pub fn streams(case: &Case, rng: &mut Rng, choose: Choice) -> [String; 2] {
    let mut position = start(case);
    let line = |square| {
        let (row, col) = case.side().row_and_col(square);
        format!("{row} {col}\n")
    };
    let (mut input, mut output) = (String::new(), String::new());
    while !position.board().empty().is_empty() {
        let stone = choose(&position, rng);
        position.play(Player::Contestant, stone);
        output += &line(stone);
        if let Some(reply) = sample_reply(position.deltas(), rng) {
            position.play(Player::Server, reply);
            // The last stone is not sent.
            if !position.board().empty().is_empty() {
                input += &line(reply);
            }
        }
    }
    [input, output]
}

/// Returns the losses of a game with these stones.
fn game(rng: &mut Rng, side: &str, seed: u64, choose: Choice) -> Losses {
    let tonga = Tonga::with(&[("N", side), ("starter", "contestant")]).unwrap();
    let case = tonga.generate(seed);
    let [input, output] = streams(&case, rng, choose);
    let mut play = TongaPlay::default();
    referee_transcript(&tonga, &case, &input, output.as_bytes(), &mut play).unwrap();
    let losses = tonga.losses(&case, &play).unwrap();
    assert!(losses.add_up());
    let scored = tonga.score(&case, &play, Verdict::Ok).score;
    assert!((losses.in_points(losses.reached) - scored).abs() < 0.001);
    losses
}

/// The mean score of the policy is the account's best, and no cause has a bias.
#[test]
fn a_player_of_the_policy_loses_nothing_in_the_mean() {
    let mut rng = Rng::new(1);
    let policy = fitted::policy(Side::new(6).unwrap());
    let mut choose = |position: &Position, rng: &mut Rng| policy.sample(position, rng);
    let games = (0..50).map(|seed| game(&mut rng, "6", seed, &mut choose));
    let games: Vec<Losses> = games.collect();
    for cause in ["stone", "luck", "estimate"] {
        let sum = |losses: &Losses| {
            let each = losses.each.iter().filter(|loss| loss.cause == cause);
            losses.in_points(each.map(|loss| loss.units).sum())
        };
        let sums: Vec<f64> = games.iter().map(sum).collect();
        let count = sums.len() as f64;
        let mean = sums.iter().sum::<f64>() / count;
        let squares: f64 = sums.iter().map(|sum| (sum - mean).powi(2)).sum();
        let error = (squares / (count * (count - 1.0))).sqrt();
        println!("{cause}: {mean:.3} ± {error:.3}");
        assert!(mean.abs() < 3.0 * error, "{cause}: {mean} ± {error}");
    }
}

/// Returns the remainder by ten of the turns that lost the most in a game.
fn costliest_remainder(losses: &Losses) -> u32 {
    let mut sums = [0; 10];
    for loss in losses.each.iter().filter(|loss| loss.cause == "stone") {
        sums[loss.turn.unwrap() as usize % 10] += loss.units;
    }
    (0..10).max_by_key(|&turn| sums[turn as usize]).unwrap()
}

/// The player searches, but every tenth stone is random.
#[test]
fn a_random_stone_every_ten_turns_is_found_out() {
    let mut rng = Rng::new(2);
    let side = Side::new(12).unwrap();
    let mut search = |position: &Position, rng: &mut Rng| {
        let stones = side.area() - position.board().empty().len() as usize;
        if stones / 2 % 10 == 9 {
            return any_square(position, rng);
        }
        let mut tree = Tree::for_side(side);
        (0..40).for_each(|_| tree.simulate(position));
        tree.best().unwrap()
    };
    let games = oracles::test_size(3, 10);
    let found = (0..games).filter(|&seed| {
        let losses = game(&mut rng, "12", seed, &mut search);
        costliest_remainder(&losses) == 0
    });
    let found = found.count() as u64;
    println!("{found} of {games}");
    assert!(found + games / 10 >= games, "{found} of {games}");
}
