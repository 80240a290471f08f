//! Checks the kernel of Lucky Symbols against its oracle.

use common::grid::Shape;
use common::lucky::round::Round;
use common::lucky::{Action, BonusPair, Case, Symbol};
use oracles::lucky::PlainCase;
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Played {
    shape: Shape,
    values: Vec<u32>,
    pairs: Vec<BonusPair>,
    /// Symbols with the square where each is to be placed, or `None`.
    turns: Vec<(u16, Option<usize>)>,
}

fn played() -> impl Strategy<Value = Played> {
    (1usize..5, 1usize..5, 1u16..6).prop_flat_map(|(rows, cols, symbols)| {
        let all: Vec<(u16, u16)> = (0..symbols)
            .flat_map(|x| (x..symbols).map(move |y| (x, y)))
            .collect();
        let count = all.len();
        (
            proptest::collection::vec(0u32..20, usize::from(symbols)),
            proptest::sample::subsequence(all, 0..=count),
            proptest::collection::vec(1u32..50, count),
            proptest::collection::vec((0..symbols, proptest::option::of(0..rows * cols)), 0..60),
        )
            .prop_map(move |(values, chosen, points, turns)| Played {
                shape: Shape { rows, cols },
                values,
                pairs: chosen
                    .into_iter()
                    .zip(points)
                    .map(|((x, y), points)| BonusPair {
                        x: Symbol::new(x),
                        y: Symbol::new(y),
                        points,
                    })
                    .collect(),
                turns,
            })
    })
}

proptest! {
    #[test]
    fn scores_agree_with_the_slow_referee(played in played()) {
        let case = Case::new(played.shape, played.values.clone(), played.pairs.clone()).unwrap();
        let mut round = Round::new(&case);
        let mut turns = Vec::new();
        for &(symbol, aim) in &played.turns {
            let free = aim.filter(|&aim| round.squares()[aim].is_none());
            let position = free.map(|aim| played.shape.position(aim));
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
