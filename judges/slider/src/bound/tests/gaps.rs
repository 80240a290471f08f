//! Gaps of random plays.

use super::board;
use super::draw_cells;
use super::play::draw_turns;
use crate::bound::{GapCause, Gaps, gaps};
use common::rng::Rng;
use common::slider::board::{Landing, TurnEffect};

#[test]
fn no_gap_is_negative_and_all_are_bound_less_score() {
    let mut rng = Rng::new(5);
    let mut seen = std::collections::BTreeSet::new();
    for round in 0..1000 {
        let side = 4 + round % 8;
        let cells = draw_cells(&mut rng, side);
        let turns = draw_turns(&mut rng, side, &cells, round % 40);
        let board = board(side, &cells);
        let steps = [0, 10, 60][round % 3];
        let found = gaps(&board, &turns, steps);
        let units: i64 = found.each.iter().map(|gap| gap.units).sum();
        assert_eq!(units, found.bound - found.score);
        for gap in &found.each {
            assert!(gap.units > 0, "{gap:?}: {cells:?}, {turns:?}");
            let turn = gap.slot.and_then(|slot| turns.get(slot));
            assert_eq!(gap.slot.is_some(), turn.is_some(), "{gap:?}");
            // A block without worth loses nothing by never falling.
            let value = gap.block.map_or(1, |block| cells[block]);
            let is_undelivered = gap.cause == GapCause::Undelivered;
            assert!(!is_undelivered || value > 1, "{gap:?}: {cells:?}");
            seen.insert(gap.cause);
        }
        assert!(found.bound >= found.score);
        assert_eq!(found.score, Gaps::SCALE * score(&turns, side * side));
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

/// Returns the score of these turns; `multiplier` is that of the first turn.
fn score(turns: &[TurnEffect], multiplier: usize) -> i64 {
    let turns = turns.iter().zip((0..=multiplier).rev());
    let falls = turns.filter(|(played, _)| matches!(played.landing, Landing::Hole(_)));
    let points =
        |(played, times): (&TurnEffect, usize)| i64::from(played.value.worth()) * times as i64;
    falls.map(points).sum()
}
