//! Plays whole rounds on cases of every shape. The kernel referees them.

use common::clock::Budget;
use common::grid::Shape;
use common::lucky::round::{Round, ScoreParts};
use common::lucky::{Action, BonusPair, Case, Symbol, TURNS};
use common::rng::Rng;
use lucky::player::CasePlayer;

/// Draws a case with random values and `count` random pairs; if `equal`, all pairs are of equal
/// symbols.
fn case(
    shape: (usize, usize),
    symbols: usize,
    count: usize,
    equal: bool,
    most: (u32, u32),
) -> Case {
    let mut rng = Rng::new((symbols * 31 + count) as u64);
    let (most_value, most_points) = most;
    let values = (0..symbols).map(|_| rng.below(most_value + 1)).collect();
    let mut listed = std::collections::BTreeSet::new();
    while listed.len() < count {
        let [x, other] = [(); 2].map(|()| rng.below(symbols as u32) as u16);
        let y = if equal { x } else { other };
        listed.insert((x.min(y), x.max(y)));
    }
    let mut pair = |(x, y)| BonusPair {
        x: Symbol::new(x),
        y: Symbol::new(y),
        points: 1 + rng.below(most_points),
    };
    let pairs = listed.into_iter().map(&mut pair).collect();
    let (rows, cols) = shape;
    Case::new(Shape { rows, cols }, values, pairs).unwrap()
}

/// Returns the score of some rounds. `choose` returns an action from the turn and its symbol.
///
/// # Panics
/// An action is illegal.
fn score(
    case: &Case,
    rounds: usize,
    mut choose: impl FnMut(usize, Symbol) -> Action,
) -> ScoreParts {
    let mut rng = Rng::new(5);
    let mut score = ScoreParts::default();
    for _ in 0..rounds {
        let mut round = Round::new(case);
        for turn in 0..TURNS {
            let symbol = Symbol::new(rng.below(case.values().len() as u32) as u16);
            round.play(symbol, choose(turn, symbol)).unwrap();
        }
        score += round.score();
    }
    score
}

/// Returns the score of our solver, and its actions.
fn played(case: &Case, work: u64, rounds: usize) -> (ScoreParts, Vec<Action>) {
    let mut player = CasePlayer::new(case, Budget::Work(work));
    let mut actions = Vec::new();
    let score = score(case, rounds, |turn, symbol| {
        if turn == 0 {
            player.new_round();
        }
        let action = player.play_turn(symbol);
        actions.push(action);
        action
    });
    (score, actions)
}

fn play(case: &Case, work: u64, rounds: usize) -> ScoreParts {
    played(case, work, rounds).0
}

/// Returns the score of a player that places every symbol and fills the grid in order.
fn naive(case: &Case, rounds: usize) -> ScoreParts {
    score(case, rounds, |turn, _| {
        if turn < case.shape().area() {
            let (row, col) = case.shape().position(turn);
            Action::Place { row, col }
        } else {
            Action::Discard
        }
    })
}

/// Cases of many shapes. The last number is the minimum ratio of our score to the score of naive
/// play.
#[test]
fn naive_play_is_beaten() {
    for (shape, symbols, count, equal, most, work, times) in [
        // Many symbols with values, then few symbols.
        ((20, 20), 1000, 5000, false, (10, 2000), 20_000, 1.3),
        ((20, 20), 100, 500, false, (10, 2000), 1_000_000, 1.3),
        ((20, 20), 10, 50, false, (10, 2000), 1_000_000, 1.2),
        // Strips.
        ((1, 400), 40, 200, false, (10, 500), 100_000, 1.1),
        ((400, 1), 500, 3000, false, (10, 500), 10_000, 1.1),
        // Every pair scores.
        ((12, 12), 12, 78, false, (5, 900), 100_000, 1.2),
        // More squares than turns.
        ((64, 1024), 50, 300, false, (10, 2000), 100_000, 1.05),
        ((40, 40), 700, 4000, false, (10, 2000), 6_000, 1.01),
        ((40, 40), 700, 700, true, (0, 5), 6_000, 3.0),
        // More symbols than the tables hold.
        ((30, 30), 60_000, 1000, false, (1000, 1000), 1000, 1.0),
    ] {
        let case = case(shape, symbols, count, equal, most);
        let [ours, theirs] = [play(&case, work, 2), naive(&case, 2)].map(|score| score.points(1));
        let beats = ours as f64 >= times * theirs as f64;
        assert!(beats, "{shape:?}, {symbols} symbols: {ours}, {theirs}");
    }
}

#[test]
fn equal_pairs_without_values() {
    let case = case((15, 15), 2000, 2000, true, (0, 1));
    let matches = play(&case, 200_000, 4).equal;
    assert!(matches >= 4 * 45, "{matches}");
}

#[test]
fn equal_pairs_with_room_for_all_are_as_compact_as_can_be() {
    let case = case((50, 50), 10, 10, true, (0, 1));
    let score = play(&case, 1, 3);
    let mut rng = Rng::new(5);
    let mut best = 0;
    for _ in 0..3 {
        let mut counts = [0u32; 10];
        for _ in 0..TURNS {
            counts[rng.below(10) as usize] += 1;
        }
        for count in counts {
            best += u64::from(2 * count) - (2.0 * f64::from(count).sqrt()).ceil() as u64;
        }
    }
    assert_eq!(score.points(1), best);
}

#[test]
fn one_symbol() {
    let alone = case((20, 20), 1, 1, true, (3, 100));
    // The only good play fills the grid in the first 400 turns.
    assert_eq!(play(&alone, 100_000, 1), naive(&alone, 1));
    let lone_square = case((1, 1), 1, 0, true, (9, 1));
    assert_eq!(play(&lone_square, 1, 1), naive(&lone_square, 1));
}

#[test]
fn nothing_to_gain() {
    let case = case((3, 5), 8, 0, false, (0, 1));
    assert_eq!(play(&case, 1, 2).points(1), 0);
}

#[test]
fn a_budget_of_work_makes_play_repeatable() {
    for (case, work) in [
        (case((20, 20), 1000, 5000, false, (10, 2000)), 10_000),
        (case((20, 20), 100, 500, false, (10, 2000)), 200_000),
        (case((15, 15), 2000, 2000, true, (0, 1)), 20_000),
    ] {
        assert_eq!(played(&case, work, 2).1, played(&case, work, 2).1);
    }
}
