//! Compares the solver's cards with the oracle.

use common::yahtzee::{Card, ROUNDS};
use oracles::yahtzee::{can_be_entered, optimum, GameDice};
use proptest::prelude::*;

type Dice = [u8; 5];

/// Returns the solver's cards for `games`, through its text interface.
fn solve(games: &[GameDice]) -> Vec<Card> {
    let line = |[a, b, c, d, e]: &Dice| format!("{a} {b} {c} {d} {e}\n");
    let input: String = games.iter().flatten().map(line).collect();
    let mut output = Vec::new();
    yahtzee::run(input.as_bytes(), &mut output).expect("the input is good");
    let output = String::from_utf8(output).expect("the output is text");
    output.lines().map(card).collect()
}

/// Parses a card. Panics if the bonus or the total does not follow from the scores.
fn card(line: &str) -> Card {
    let numbers: Vec<u16> = line.split(' ').map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.len(), ROUNDS + 2, "{line}");
    let card = Card { scores: std::array::from_fn(|category| numbers[category] as u8) };
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
    let long = [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6]];
    let short = [[3, 4, 5, 6, 3], [1, 2, 3, 4, 6], [5, 2, 2, 3, 4]];
    prop::sample::select([&long[..], &short].concat())
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
    prop_oneof![any_dice(), equal_dice(3), equal_dice(4), equal_dice(5), straight()]
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

/// Returns the game of these rolls, each of five digits.
fn game(rolls: &str) -> GameDice {
    let roll = |roll: &str| -> Dice { Vec::from(roll).try_into().unwrap() };
    let rolls: Vec<Dice> = rolls.split(' ').map(roll).collect();
    let digits: GameDice = rolls.try_into().unwrap();
    digits.map(|roll| roll.map(|digit| digit - b'0'))
}

#[test]
fn the_bonus_decides() {
    // Three dice of each face make exactly 63. Without the bonus, the roll of ones would be the
    // three of a kind. That brings 14 points there and costs one point in the ones.
    let bonus =
        game("11156 22256 33356 44456 55512 66612 11224 11224 11224 11224 11224 11224 11224");
    // The upper sum is exactly 63 again; the lower sum is then 4 points less than its maximum.
    let high =
        game("11111 66666 66666 66666 55666 44333 55333 45566 12344 23455 23456 11334 11346");
    check(&[bonus, high]);
    let card = solve(&[bonus])[0];
    assert_eq!((card.scores[0], card.bonus()), (3, 35));
}

/// The highest total of any card is within the range of the formatter.
#[test]
fn the_highest_card() {
    let highest =
        game("11111 22222 33333 44444 55555 66666 66666 66666 66666 66666 66666 12345 23456");
    check(&[highest]);
    assert_eq!(solve(&[highest])[0].total(), 380);
}
