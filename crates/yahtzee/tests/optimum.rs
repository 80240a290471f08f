//! Compares the solver's cards with the oracle.

use common::yahtzee::{Card, ROUNDS};
use oracles::yahtzee::{can_be_entered, optimum, GameDice};
use proptest::prelude::*;

type Dice = [u8; 5];

/// Returns the solver's cards for `games`, through its text interface.
fn solve(games: &[GameDice]) -> Vec<Card> {
    let input: String = games
        .iter()
        .flatten()
        .map(|[a, b, c, d, e]| format!("{a} {b} {c} {d} {e}\n"))
        .collect();
    let mut output = Vec::new();
    yahtzee::run(input.as_bytes(), &mut output).expect("the input is good");
    let output = String::from_utf8(output).expect("the output is text");
    output.lines().map(card).collect()
}

/// Parses a card. Panics if the bonus or the total does not follow from the scores.
fn card(line: &str) -> Card {
    let numbers: Vec<u16> = line.split(' ').map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.len(), ROUNDS + 2, "{line}");
    let card = Card {
        scores: std::array::from_fn(|category| numbers[category] as u8),
    };
    assert_eq!([card.bonus(), card.total()], numbers[ROUNDS..], "{line}");
    card
}

/// Compares the solver's cards for `games` with the oracle.
fn check(games: &[GameDice]) {
    let cards = solve(games);
    assert_eq!(cards.len(), games.len());
    for (game, card) in games.iter().zip(cards) {
        let best = optimum(game);
        assert_eq!(i64::from(card.total()), best, "{game:?}: {card:?}");
        let scores = card.scores.map(i64::from);
        assert!(can_be_entered(game, &scores), "{game:?}: {card:?}");
    }
}

fn any_dice() -> impl Strategy<Value = Dice> {
    prop::array::uniform5(1u8..=6)
}

/// Dice with at least `equal` equal faces.
fn equal_dice(equal: usize) -> impl Strategy<Value = Dice> {
    (any_dice(), 1u8..=6).prop_map(move |(mut dice, face)| {
        dice[..equal].fill(face);
        dice
    })
}

fn straight() -> impl Strategy<Value = Dice> {
    prop_oneof![
        Just([1, 2, 3, 4, 5]),
        Just([2, 3, 4, 5, 6]),
        Just([3, 4, 5, 6, 3]),
        Just([1, 2, 3, 4, 6]),
        Just([5, 2, 2, 3, 4]),
    ]
}

/// Games with two to four dice of each face, so that the upper sum is near the bonus.
fn near_the_bonus() -> impl Strategy<Value = GameDice> {
    let counts =
        prop::array::uniform6(prop_oneof![1 => 2usize..=2, 6 => 3usize..=3, 1 => 4usize..=4]);
    (counts, prop::array::uniform13(any_dice())).prop_map(|(counts, mut game)| {
        for ((face, count), dice) in (1..).zip(counts).zip(&mut game) {
            dice[..count].fill(face);
        }
        game
    })
}

/// Games with rolls of three kinds only.
fn few_kinds() -> impl Strategy<Value = GameDice> {
    let kinds = prop::array::uniform3(any_kind());
    (kinds, prop::array::uniform13(0usize..3))
        .prop_map(|(kinds, chosen)| chosen.map(|kind| kinds[kind]))
}

fn any_kind() -> impl Strategy<Value = Dice> {
    prop_oneof![
        any_dice(),
        equal_dice(3),
        equal_dice(4),
        equal_dice(5),
        straight()
    ]
}

fn any_game() -> impl Strategy<Value = GameDice> {
    prop_oneof![
        prop::array::uniform13(any_dice()),
        near_the_bonus(),
        prop::array::uniform13(equal_dice(3)),
        prop::array::uniform13(equal_dice(5)),
        prop::array::uniform13(straight()),
        prop::array::uniform13(any_kind()),
        few_kinds(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(oracles::test_size(20, 100)))]

    #[test]
    fn cards_are_the_best(games in prop::collection::vec(any_game(), 1..100)) {
        check(&games);
    }
}

#[test]
fn the_bonus_decides() {
    // Three dice of each face make exactly 63. Without the bonus, the roll of ones would be the
    // three of a kind. That brings 14 points there and costs one point in the ones.
    let mut game = [[1, 1, 2, 2, 4]; ROUNDS];
    for (face, dice) in (1..=6).zip(&mut game) {
        *dice = [face, face, face, 5, 6];
    }
    game[4] = [5, 5, 5, 1, 2];
    game[5] = [6, 6, 6, 1, 2];
    // The upper sum is exactly 63 again; the lower sum is then 4 points less than its maximum.
    let high = [
        [1; 5],
        [6; 5],
        [6; 5],
        [6; 5],
        [5, 5, 6, 6, 6],
        [4, 4, 3, 3, 3],
        [5, 5, 3, 3, 3],
        [4, 5, 5, 6, 6],
        [1, 2, 3, 4, 4],
        [2, 3, 4, 5, 5],
        [2, 3, 4, 5, 6],
        [1, 1, 3, 3, 4],
        [1, 1, 3, 4, 6],
    ];
    check(&[game, high]);
    let card = solve(&[game])[0];
    assert_eq!((card.scores[0], card.bonus()), (3, 35));
}

/// The highest total of any card is within the range of the formatter.
#[test]
fn the_highest_card() {
    let game = [
        [1; 5],
        [2; 5],
        [3; 5],
        [4; 5],
        [5; 5],
        [6; 5],
        [6; 5],
        [6; 5],
        [6; 5],
        [6; 5],
        [6; 5],
        [1, 2, 3, 4, 5],
        [2, 3, 4, 5, 6],
    ];
    check(&[game]);
    assert_eq!(solve(&[game])[0].total(), 380);
}
