//! The beam search: states with the same number of turns used compete.
//!
//! A move takes one turn or several, so a child competes in the round of its own number of turns.
//! Its candidate waits in the bucket of that round. Only selected candidates become states.

use std::collections::HashSet;

use common::clock::Clock;
use common::slider::Turn;

use crate::bucket::Bucket;
use crate::evaluator::Evaluator;
use crate::guide::Guide;
use crate::history::{History, NodeId};
use crate::layers::MAX_TURNS;
use crate::layout::Layout;
use crate::moves::MoveGenerator;
use crate::play::Play;
use crate::position::Position;
use crate::successors::Successors;
use crate::tuning::beam::{BUCKET, BUCKET_EXTRA, CANDIDATES, CHILDREN, CLOCK_INTERVAL};
use crate::width::WidthController;

/// Number of rounds whose states are kept. A delivery takes at most [`MAX_TURNS`] turns, so its
/// parent is at most that many rounds back.
const ROUNDS_KEPT: usize = MAX_TURNS + 1;

struct State {
    position: Position,
    scored: u32,
    node: NodeId,
}

/// Searches from the position after the first `kept` turns of `play` until the clock's progress is
/// `until` (a share of the budget). Returns these turns and the turns of the best play found. A
/// guide adjusts the priorities of the blocks.
pub fn search(
    layout: &Layout,
    play: &Play,
    kept: usize,
    guide: Option<&Guide>,
    until: f64,
    clock: &mut Clock,
) -> Vec<Turn> {
    let root = play.position(layout, kept);
    let state = State { position: root.clone(), scored: 0, node: History::ROOT };
    let mut beams: Vec<Vec<State>> = (0..ROUNDS_KEPT).map(|_| Vec::new()).collect();
    beams[kept % ROUNDS_KEPT].push(state);
    let mut search = Search {
        layout,
        guide,
        until,
        buckets: (0..=layout.max_turns()).map(|_| Bucket::default()).collect(),
        beams,
        history: History::default(),
        moves: MoveGenerator::default(),
        best: (0, History::ROOT),
        width: WidthController::default(),
    };
    let mut width = 1;
    for turn in kept..layout.max_turns() {
        search.expand_all(turn, width, clock);
        width = search.width.width(turn + 1, until - clock.progress());
        search.beams[(turn + 1) % ROUNDS_KEPT] = search.select(turn + 1, width);
    }
    let rest = search.history.turns(layout, &root, search.best.1);
    play.turns(kept).chain(rest).collect()
}

struct Search<'a> {
    layout: &'a Layout,
    guide: Option<&'a Guide>,
    /// Progress of the clock at which the search ends.
    until: f64,
    buckets: Vec<Bucket>,
    /// States by turns used, modulo [`ROUNDS_KEPT`].
    beams: Vec<Vec<State>>,
    history: History,
    moves: MoveGenerator,
    /// Points and node of the best play.
    best: (u32, NodeId),
    width: WidthController,
}

impl Search<'_> {
    /// Builds the states of the best candidates after `turn` turns. Each position is used once, and
    /// each parent has at most [`CHILDREN`] children.
    fn select(&mut self, turn: usize, width: usize) -> Vec<State> {
        let bucket = std::mem::take(&mut self.buckets[turn]);
        let candidates = bucket.into_best(CANDIDATES * width);
        let mut seen = HashSet::with_capacity(width);
        // By parent, the number of its children.
        let counts = self.beams.iter().map(|beam| vec![0; beam.len()]);
        let mut counts: Vec<Vec<u8>> = counts.collect();
        let mut beam = Vec::with_capacity(width.min(candidates.len()));
        for candidate in &candidates {
            if beam.len() == width {
                break;
            }
            let action = candidate.action;
            let round = (turn - action.duration()) % ROUNDS_KEPT;
            let index = candidate.parent as usize;
            let count = &mut counts[round][index];
            if *count == CHILDREN || !seen.insert(candidate.hash) {
                continue;
            }
            *count += 1;
            let parent = &self.beams[round][index];
            let mut position = parent.position.clone();
            action.apply(&mut position);
            let node = self.history.push(parent.node, action);
            if candidate.scored > self.best.0 {
                self.best = (candidate.scored, node);
            }
            beam.push(State { position, scored: candidate.scored, node });
        }
        beam
    }

    fn expand_all(&mut self, turn: usize, width: usize, clock: &mut Clock) {
        let beam = std::mem::take(&mut self.beams[turn % ROUNDS_KEPT]);
        let before = clock.progress();
        let mut expanded = 0;
        for (index, state) in beam.iter().enumerate() {
            // The best state is always expanded, so that every play reaches its end.
            if index % CLOCK_INTERVAL == 1 && clock.progress() >= self.until {
                break;
            }
            let turns_left = self.expand(turn, index, state, width);
            if index == 0 {
                self.width.expected_end = turn as f64 + turns_left;
            }
            clock.work(1);
            expanded += 1;
        }
        self.width.record(expanded, clock.progress() - before);
        self.beams[turn % ROUNDS_KEPT] = beam;
    }

    /// Adds the children of a state to the buckets; returns the number of turns of its schedule.
    fn expand(&mut self, turn: usize, index: usize, state: &State, width: usize) -> f64 {
        let multiplier = (self.layout.max_turns() - turn) as u32;
        let mut evaluator = Evaluator::new(self.layout, &state.position, self.guide);
        let turns_left = evaluator.schedule().estimate(multiplier).turns;
        self.moves.generate(self.layout, &evaluator);
        let mut successors = Successors {
            buckets: &mut self.buckets[turn..],
            capacity: BUCKET * width + BUCKET_EXTRA,
            parent: index as u32,
            scored: state.scored,
            multiplier,
        };
        successors.add_deliveries(self.layout, &self.moves, &mut evaluator);
        successors.add_shifts(&self.moves, &mut evaluator);
        turns_left
    }
}
