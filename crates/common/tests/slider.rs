//! Checks Slider's kernel against its oracle.

use common::slider::answer::AnswerReplay;
use common::slider::{Case, Cell};
use common::tokens::Tokens;
use oracles::slider::{PlainCase, PlainTurn};
use proptest::prelude::*;

fn case(plain: &PlainCase) -> Case {
    Case::read(&mut Tokens::new(plain.text().as_bytes())).unwrap()
}

fn plain_case() -> impl Strategy<Value = PlainCase> {
    (10usize..=14, 2i64..=9, 0u32..=10).prop_flat_map(|(side, colours, tenths)| {
        let block = proptest::bool::weighted(f64::from(tenths) / 10.0);
        let cell = (block, 1..=colours).prop_map(|(there, value)| if there { value } else { 0 });
        let cells = proptest::collection::vec(cell, side * side);
        let holes = proptest::collection::btree_set(0..side * side, 1..=10);
        (cells, holes).prop_map(move |(mut cells, holes)| {
            for hole in holes {
                cells[hole] = -1;
            }
            PlainCase { side, colours, cells }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Most turns name a block by its rank on the board. The others name any square on the board or
    /// next to it.
    #[test]
    fn random_plays_score_as_the_oracle_says(
        plain in plain_case(),
        picks in proptest::collection::vec(any::<(u16, u8, u8)>(), 0..40),
    ) {
        let case = case(&plain);
        let n = plain.side as i64;
        let mut replay = AnswerReplay::new(&case);
        let mut turns = Vec::new();
        for (rank, kind, direction) in picks {
            let rank = usize::from(rank);
            let cells = replay.board().cells().iter().enumerate();
            let blocks: Vec<i64> = cells.filter(|(_, cell)| matches!(cell, Cell::Block(_))).map(|(square, _)| square as i64).collect();
            let (row, col) = match blocks.get(rank % blocks.len().max(1)) {
                Some(square) if kind < 250 => (square / n, square % n),
                _ => (rank as i64 / (n + 2) % (n + 2) - 1, rank as i64 % (n + 2) - 1),
            };
            let kind = ['M', 'S'][usize::from(kind % 2)];
            let direction = ['U', 'D', 'L', 'R'][usize::from(direction % 4)];
            turns.push(PlainTurn { row, col, kind, direction });
            let played = replay.play(format!("{row} {col} {kind} {direction}").as_bytes());
            let expected = plain.play(&turns);
            prop_assert_eq!(played.is_ok(), expected.is_ok());
            let Ok((points, wasted)) = expected else { break };
            let score = replay.score();
            prop_assert_eq!((points as u64, wasted), (score.points, score.wasted));
            prop_assert_eq!(score.turns, turns.len());
        }
    }
}
