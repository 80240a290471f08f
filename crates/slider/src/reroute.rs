//! Other routes for the blocks of a finished play.
//!
//! One attempt discards the turns of a block and delivers the block anew, often earlier. A turn
//! that no longer has its old effect is repaired in the same manner (ruin and recreate: Schrimpf et
//! al., 2000). The turns around the change are then reordered. The new play replaces the old one if
//! it scores as much, or sometimes a little less (simulated annealing: Kirkpatrick, Gelatt and
//! Vecchi, 1983).

use common::clock::Clock;
use common::rng::Rng;
use common::slider::Turn;

use crate::layers::Layers;
use crate::layout::Layout;
use crate::path::{self, Motion};
use crate::play::{Play, Step};
use crate::position::{BlockId, Position};
use crate::reorder;
use crate::square::Square;
use crate::tuning::reroute::{
    DETOUR_ONE_IN, LEAVE_ONE_IN, LONGER_ONE_IN, MAX_IDLE_ATTEMPTS, MEAN_ADVANCE, REPAIRS,
    START_TEMPERATURE, WINDOW, WORK,
};

/// Reorders and reroutes `turns` until the clock's progress is `until` (a share of the budget) or
/// until `MAX_IDLE_ATTEMPTS` attempts in a row fail. Returns the best play found.
pub fn improve(
    layout: &Layout,
    start: &Position,
    turns: &[Turn],
    until: f64,
    clock: &mut Clock,
) -> Play {
    let reordered = |turns: &[Turn]| {
        let turns = reorder::improve(layout, start, turns, usize::MAX);
        Play::replay(layout, start, &turns)
    };
    let mut rng = Rng::new(1);
    let mut play = reordered(turns);
    let mut best = play.clone();
    let began = clock.progress();
    let mut idle = 0;
    while clock.progress() < until && idle < MAX_IDLE_ATTEMPTS && !play.steps.is_empty() {
        clock.work(WORK);
        idle += 1;
        let Some(draft) = attempt(layout, &play, &mut rng) else {
            continue;
        };
        let next = Play::replay(layout, start, &draft.reordered());
        let left = (until - clock.progress()).max(0.0) / (until - began);
        let gain = (next.points - play.points) as f64;
        let temperature = START_TEMPERATURE * left;
        if gain >= 0.0 || rng.unit() < (gain / temperature).exp() {
            play = next;
        }
        if play.points > best.points {
            best = play.clone();
            idle = 0;
        }
    }
    let turns: Vec<Turn> = best.turns(best.steps.len()).collect();
    reordered(&turns)
}

/// Returns the play with one block rerouted, or `None` if that fails or changes nothing.
fn attempt<'a>(layout: &'a Layout, play: &'a Play, rng: &mut Rng) -> Option<Draft<'a>> {
    let steps = &play.steps;
    let Step { block, worth, .. } = steps[rng.below(steps.len() as u32) as usize];
    let first = steps.iter().position(|step| step.block == block)?;
    let last = steps.iter().rposition(|step| step.block == block)?;
    let advance = 1.0 - MEAN_ADVANCE * (1.0 - rng.unit()).ln();
    let earliest = first.saturating_sub(advance as usize);
    let when = earliest + rng.below((last - earliest) as u32 + 1) as usize;
    let mut draft = Draft::new(layout, play, when.min(first));
    let most =
        count_turns(&steps[first..=last], block) + usize::from(rng.below(LONGER_ONE_IN) == 0);
    let is_left = worth == 0 && rng.below(LEAVE_ONE_IN) == 0;
    draft.discard_turns(block);
    for index in draft.changed_from..steps.len() {
        if index == when && !is_left {
            draft.deliver(block, most, rng)?;
        }
        draft.replay(index, rng)?;
    }
    let differs = draft.turns.iter().copied().ne(play.turns(steps.len()));
    (draft.turns.len() <= layout.max_turns() && differs).then_some(draft)
}

fn count_turns(steps: &[Step], block: BlockId) -> usize {
    steps.iter().filter(|step| step.block == block).count()
}

/// A play that repeats the old turns up to some turn and builds the later ones anew.
struct Draft<'a> {
    layout: &'a Layout,
    play: &'a Play,
    position: Position,
    turns: Vec<Turn>,
    rerouted: Vec<BlockId>,
    changed_from: usize,
    changed_to: usize,
}

impl<'a> Draft<'a> {
    fn new(layout: &'a Layout, play: &'a Play, kept: usize) -> Draft<'a> {
        Draft {
            layout,
            play,
            position: play.position(layout, kept),
            turns: play.turns(kept).collect(),
            rerouted: Vec::new(),
            changed_from: kept,
            changed_to: kept,
        }
    }

    /// Repeats an old turn, or reroutes its block if the turn no longer has its old effect. Returns
    /// `None` if too many blocks need rerouting or if a block cannot fall.
    fn replay(&mut self, index: usize, rng: &mut Rng) -> Option<()> {
        let step = self.play.steps[index];
        let (turn, block) = (step.turn, step.block);
        if self.rerouted.contains(&block) {
            self.changed_to = self.turns.len();
            return Some(());
        }
        let from = Square::of_turn(turn);
        let end = || path::landing(self.layout, &self.position, from, Motion::of_turn(turn));
        if self.position.id(from) == Some(block) && end() == step.end {
            path::play(self.layout, &mut self.position, turn);
            self.turns.push(turn);
            return Some(());
        }
        if self.rerouted.len() > REPAIRS {
            return None;
        }
        self.discard_turns(block);
        if step.worth == 0 {
            return Some(());
        }
        let most = count_turns(&self.play.steps[index..], block) + 1;
        self.deliver(block, most, rng)
    }

    fn discard_turns(&mut self, block: BlockId) {
        self.rerouted.push(block);
        self.changed_to = self.turns.len();
    }

    /// Brings a block into a hole by a random route of the least number of turns or one more, but
    /// at most `most` turns. Returns `None` if such a route does not exist.
    fn deliver(&mut self, block: BlockId, most: usize, rng: &mut Rng) -> Option<()> {
        let from = self.position.find(block)?;
        let mut without = self.position.clone();
        without.take(from);
        let layers = Layers::compute(self.layout, &without, |turns, _| turns >= most);
        let least = layers.least_turns(from, most)?;
        let turns = least + usize::from(least < most && rng.below(DETOUR_ONE_IN) == 0);
        let mut motions = Motion::ALL;
        rng.shuffle(&mut motions);
        let route = path::find_delivery(self.layout, &without, &layers, from, turns, &motions)?;
        for turn in route {
            path::play(self.layout, &mut self.position, turn);
            self.turns.push(turn);
        }
        self.changed_to = self.turns.len();
        Some(())
    }

    /// Returns the turns, after reordering those around the changed ones.
    fn reordered(mut self) -> Vec<Turn> {
        let from = self.changed_from.saturating_sub(WINDOW);
        let to = (self.changed_to + WINDOW).min(self.turns.len());
        let position = self.play.position(self.layout, from);
        let around = &mut self.turns[from..to];
        let better = reorder::improve(self.layout, &position, around, WINDOW);
        around.copy_from_slice(&better);
        self.turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;
    use crate::beam;
    use crate::guide::Guide;
    use crate::testing::random_play;
    use common::clock::Budget;
    use common::slider::answer::score;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn other_routes_are_legal_and_score_no_less(seed in any::<u64>()) {
            let played = random_play(seed, 80);
            let mut clock = Clock::start(Budget::Work(4000));
            let better = improve(&played.layout, &played.start, &played.turns, 1.0, &mut clock);
            let before = score(&played.case, &answer(&played.turns)).unwrap();
            let turns: Vec<Turn> = better.turns(better.last_fall()).collect();
            let after = score(&played.case, &answer(&turns)).unwrap();
            prop_assert_eq!(after.points as i64, better.points);
            prop_assert!(after.points >= before.points);
        }

        #[test]
        fn a_play_can_be_left_for_a_search_at_any_turn(seed in any::<u64>(), part in 0.0..=1.0) {
            let played = random_play(seed, 99);
            let (layout, start, turns) = (&played.layout, &played.start, &played.turns);
            let play = Play::replay(layout, start, turns);
            let kept = (part * turns.len() as f64) as usize;
            let mut position = start.clone();
            for &turn in &turns[..kept] {
                path::play(layout, &mut position, turn);
            }
            let entered = play.position(layout, kept);
            let blocks = |of: &Position| -> Vec<_> {
                of.squares().map(|at| (at, of.id(at), of.worth(at))).collect()
            };
            prop_assert_eq!(blocks(&entered), blocks(&position));
            prop_assert_eq!(entered.hash(), position.hash());
            let mut clock = Clock::start(Budget::Work(100));
            let guide = Guide::from_play(&play);
            let whole = beam::search(layout, &play, kept, Some(&guide), 1.0, &mut clock);
            let scored = score(&played.case, &answer(&whole)).unwrap();
            prop_assert_eq!(scored.wasted, 0);
            let replayed = Play::replay(layout, start, &whole);
            prop_assert_eq!(scored.points as i64, replayed.points);
        }
    }
}
