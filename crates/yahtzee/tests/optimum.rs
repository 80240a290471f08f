//! Compares the solver's cards with the published method and with brute force.

mod published;

use common::yahtzee::{Card, Category, Roll, ROUNDS};
use proptest::prelude::*;
use published::Published;

type Dice = [u8; 5];
type GameDice = [Dice; ROUNDS];

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

/// Parses a card. Panics unless bonus and total follow from its scores.
fn card(line: &str) -> Card {
    let numbers: Vec<u16> = line.split(' ').map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.len(), ROUNDS + 2, "{line}");
    let card = Card {
        scores: std::array::from_fn(|category| numbers[category] as u8),
    };
    assert_eq!([card.bonus(), card.total()], numbers[ROUNDS..], "{line}");
    card
}

fn rolls(game: &GameDice) -> [Roll; ROUNDS] {
    game.map(|dice| Roll::new(dice).expect("faces are 1 to 6"))
}

/// Returns true if each score of `card` comes from a different roll. Tries every roll that fits,
/// category by category.
fn is_possible(game: &GameDice, card: &Card) -> bool {
    fn fits(rolls: &[Roll], card: &Card, category: usize, used: u16) -> bool {
        category == ROUNDS
            || (0..ROUNDS).any(|round| {
                used >> round & 1 == 0
                    && rolls[round].score(Category::ALL[category]) == card.scores[category]
                    && fits(rolls, card, category + 1, used | 1 << round)
            })
    }
    fits(&rolls(game), card, 0, 0)
}

/// Compares the solver's cards for `games` with the published method.
fn check(games: &[GameDice]) {
    let mut published = Published::new();
    let cards = solve(games);
    assert_eq!(cards.len(), games.len());
    for (game, card) in games.iter().zip(cards) {
        let best = published.solve(&rolls(game)).total();
        assert_eq!(card.total(), best, "{game:?}: {card:?}");
        assert!(is_possible(game, &card), "{game:?}: {card:?}");
    }
}

/// Returns the best total of a game with few different rolls, by trying every order.
fn brute_force(kinds: &[(Dice, usize)]) -> u16 {
    fn enter(left: &mut [(Roll, usize)], category: usize, card: &mut Card) -> u16 {
        if category == ROUNDS {
            return card.total();
        }
        let mut best = 0;
        for kind in 0..left.len() {
            if left[kind].1 > 0 {
                left[kind].1 -= 1;
                card.scores[category] = left[kind].0.score(Category::ALL[category]);
                best = best.max(enter(left, category + 1, card));
                left[kind].1 += 1;
            }
        }
        best
    }
    let mut left: Vec<_> = kinds
        .iter()
        .map(|&(dice, count)| (Roll::new(dice).expect("faces are 1 to 6"), count))
        .collect();
    enter(&mut left, 0, &mut Card::default())
}

fn any_dice() -> impl Strategy<Value = Dice> {
    prop::array::uniform5(1u8..=6)
}

/// Dice of which at least `equal` show one face.
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

/// Games with two to four dice of each face: the bonus is near.
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

fn any_game() -> impl Strategy<Value = GameDice> {
    let any_kind = || {
        prop_oneof![
            any_dice(),
            equal_dice(3),
            equal_dice(4),
            equal_dice(5),
            straight()
        ]
    };
    prop_oneof![
        prop::array::uniform13(any_dice()),
        near_the_bonus(),
        prop::array::uniform13(equal_dice(3)),
        prop::array::uniform13(equal_dice(5)),
        prop::array::uniform13(straight()),
        prop::array::uniform13(any_kind()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(oracles::test_size(6, 24)))]

    #[test]
    fn cards_are_as_good_as_the_published_method_s(games in prop::collection::vec(any_game(), 1..100)) {
        check(&games);
    }

    #[test]
    fn games_of_three_kinds_of_rolls_match_brute_force(
        kinds in prop::array::uniform3(prop_oneof![any_dice(), equal_dice(3), equal_dice(5), straight()]),
        first in 0..=ROUNDS,
        second in 0..=ROUNDS,
    ) {
        let second = second.min(ROUNDS - first);
        let counts = [first, second, ROUNDS - first - second];
        let kinds: Vec<_> = kinds.into_iter().zip(counts).collect();
        let mut dice = kinds.iter().flat_map(|&(dice, count)| std::iter::repeat(dice).take(count));
        let game = std::array::from_fn(|_| dice.next().expect("the counts make a game"));
        let cards = solve(&[game]);
        prop_assert_eq!(cards[0].total(), brute_force(&kinds));
    }
}

#[test]
fn the_bonus_decides() {
    // Three of each face make exactly 63. Without the bonus the ones would be the three of a kind,
    // 14 points for one point less in the ones.
    let mut game = [[1, 1, 2, 2, 4]; ROUNDS];
    for (face, dice) in (1..=6).zip(&mut game) {
        *dice = [face, face, face, 5, 6];
    }
    game[4] = [5, 5, 5, 1, 2];
    game[5] = [6, 6, 6, 1, 2];
    // Exactly 63 again, and 4 points less than the highest lower sum.
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

#[test]
fn thirteen_times_the_same_roll() {
    let games: Vec<GameDice> = (1..=6).map(|face| [[face; 5]; ROUNDS]).collect();
    check(&games);
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
