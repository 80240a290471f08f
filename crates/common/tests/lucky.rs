//! Checks the kernel of Lucky Symbols against its oracle.

use common::grid::Shape;
use common::lucky::round::Round;
use common::lucky::{Action, BonusPair, Case, Symbol};
use oracles::lucky::PlainCase;
use proptest::prelude::*;

/// A case, and symbols with the square where each is to be placed, or `None`.
type Played = (Case, Vec<(u16, Option<usize>)>);

fn played() -> impl Strategy<Value = Played> {
    (1usize..5, 1usize..5, 1u16..6).prop_flat_map(|(rows, cols, symbols)| {
        let all: Vec<(u16, u16)> =
            (0..symbols).flat_map(|x| (x..symbols).map(move |y| (x, y))).collect();
        let count = all.len();
        (
            proptest::collection::vec(0u32..20, usize::from(symbols)),
            proptest::sample::subsequence(all, 0..=count),
            proptest::collection::vec(1u32..50, count),
            proptest::collection::vec((0..symbols, proptest::option::of(0..rows * cols)), 0..60),
        )
            .prop_map(move |(values, chosen, points, turns)| {
                let pair = |((x, y), points)| {
                    let [x, y] = [x, y].map(Symbol::new);
                    BonusPair { x, y, points }
                };
                let shape = Shape { rows, cols };
                let pairs = chosen.into_iter().zip(points).map(pair).collect();
                (Case::new(shape, values, pairs).unwrap(), turns)
            })
    })
}

proptest! {
    #[test]
    fn scores_agree_with_the_slow_referee((case, aims) in played()) {
        let mut round = Round::new(&case);
        let mut turns = Vec::new();
        for (symbol, aim) in aims {
            let free = aim.filter(|&aim| round.squares()[aim].is_none());
            let position = free.map(|aim| case.shape().position(aim));
            let action = match position {
                Some((row, col)) => Action::Place { row, col },
                None => Action::Discard,
            };
            prop_assert_eq!(round.play(Symbol::new(symbol), action), Ok(()));
            turns.push((usize::from(symbol), position.map(|(row, col)| (row as i64, col as i64))));
        }
        let plain = PlainCase::read(&case.to_string()).unwrap();
        let [value, equal, different] = plain.round(&turns).unwrap();
        let score = round.score();
        prop_assert_eq!((score.value, score.equal, score.different), (value, equal, different));
        prop_assert_eq!(score.points(1), value + equal + different);
        prop_assert_eq!(score.points(2), value + 2 * equal + 2 * different);
    }
}
