//! The kernel of Lucky Symbols against a slow referee that rescans the whole
//! grid after every turn and looks every pair up in the list.

use common::grid::Shape;
use common::io::Tokens;
use common::lucky::round::Round;
use common::lucky::{Action, Case, Pair, TURNS};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Played {
    shape: Shape,
    values: Vec<u32>,
    pairs: Vec<Pair>,
    /// Symbol, and the square it is aimed at, if any.
    turns: Vec<(usize, Option<usize>)>,
}

fn played() -> impl Strategy<Value = Played> {
    (1usize..5, 1usize..5, 1usize..6).prop_flat_map(|(rows, cols, symbols)| {
        let all: Vec<(usize, usize)> = (0..symbols)
            .flat_map(|x| (x..symbols).map(move |y| (x, y)))
            .collect();
        let count = all.len();
        (
            proptest::collection::vec(0u32..20, symbols),
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
                    .map(|((x, y), points)| Pair { x, y, points })
                    .collect(),
                turns,
            })
    })
}

/// Value, equal-pair and different-pair points, straight from the rules.
fn slow_score(played: &Played) -> (u64, u64, u64) {
    let Shape { rows, cols } = played.shape;
    let mut grid = vec![vec![None; cols]; rows];
    let mut value = 0;
    for &(symbol, aim) in &played.turns {
        if let Some(aim) = aim {
            let square = &mut grid[aim / cols][aim % cols];
            if square.is_none() {
                *square = Some(symbol);
            }
        }
        for symbol in grid.iter().flatten().flatten() {
            value += u64::from(played.values[*symbol]);
        }
    }
    let (mut equal, mut different) = (0, 0);
    for r in 0..rows {
        for c in 0..cols {
            for (nr, nc) in [(r + 1, c), (r, c + 1)] {
                if nr >= rows || nc >= cols {
                    continue;
                }
                if let (Some(one), Some(other)) = (grid[r][c], grid[nr][nc]) {
                    for pair in &played.pairs {
                        if (pair.x, pair.y) == (one, other) || (pair.y, pair.x) == (one, other) {
                            let part = if one == other {
                                &mut equal
                            } else {
                                &mut different
                            };
                            *part += u64::from(pair.points);
                        }
                    }
                }
            }
        }
    }
    (value, equal, different)
}

proptest! {
    #[test]
    fn scores_agree_with_the_slow_referee(played in played()) {
        let case = Case::new(played.shape, played.values.clone(), played.pairs.clone()).unwrap();
        let mut round = Round::new(&case);
        for &(symbol, aim) in &played.turns {
            let action = match aim {
                Some(aim) if round.squares()[aim].is_none() => {
                    let (row, col) = played.shape.position(aim);
                    Action::Place { row, col }
                }
                _ => Action::Discard,
            };
            prop_assert_eq!(round.play(symbol, action), Ok(()));
        }
        let (value, equal, different) = slow_score(&played);
        let score = round.score();
        prop_assert_eq!((score.value, score.equal, score.different), (value, equal, different));
        prop_assert_eq!(score.once(), value + equal + different);
        prop_assert_eq!(score.twice(), value + 2 * equal + 2 * different);
        prop_assert!(round.turns() <= TURNS);
    }

    #[test]
    fn a_case_survives_the_wire(played in played()) {
        let case = Case::new(played.shape, played.values, played.pairs).unwrap();
        let text = case.text();
        prop_assert_eq!(Case::read(&mut Tokens::new(text.as_bytes())).unwrap(), case);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[0-9 \n-]{0,60}") {
        let _ = Case::read(&mut Tokens::new(text.as_bytes()));
    }
}
