//! The beam search: states with the same number of turns used compete.

use std::collections::HashSet;

use common::clock::Clock;
use common::slider::Turn;

use crate::bucket::Bucket;
use crate::evaluator::Evaluator;
use crate::guide::Guide;
use crate::history::History;
use crate::layers::MAX_TURNS;
use crate::layout::Layout;
use crate::moves::MoveGenerator;
use crate::position::Position;
use crate::successors::Successors;

/// Numbers of turns whose states are kept: a delivery takes at most
/// [`MAX_TURNS`] turns, so its parent is at most that far back.
const BEAMS_KEPT: usize = MAX_TURNS + 1;
/// Children of one state that may live in one round.
const MAX_CHILDREN: u8 = 6;
/// Most states kept per number of turns.
const MAX_WIDTH: usize = 2500;

/// A state of the beam.
struct State {
    position: Position,
    /// Points scored so far.
    scored: u32,
    /// Its node of the history.
    node: u32,
    /// Children chosen in the round of so many turns.
    children: (usize, u8),
}

impl State {
    /// Notes another child after `turn` turns, unless there are `most` already.
    fn claim_child_slot(&mut self, turn: usize, most: u8) -> bool {
        if self.children.0 != turn {
            self.children = (turn, 0);
        }
        let free = self.children.1 < most;
        self.children.1 += u8::from(free);
        free
    }
}

/// Plays on from `start`, where `played` turns have been played and some are
/// left, until the clock's progress is `until`; returns the further turns of the
/// best play found. A guide tells what a play before taught.
pub fn search(
    layout: &Layout,
    start: &Position,
    played: usize,
    guide: Option<&Guide>,
    until: f64,
    clock: &mut Clock,
) -> Vec<Turn> {
    let mut search = Search::new(layout, start, played, guide, until);
    search.expand_all(played, 1, clock);
    for turn in played + 1..=search.total {
        search.advance(turn, clock);
    }
    search.history.turns(layout, start, search.best.1)
}

struct Search<'a> {
    layout: &'a Layout,
    guide: Option<&'a Guide>,
    /// Progress of the clock at which it ends.
    until: f64,
    /// Turns that may be played.
    total: usize,
    /// Candidates by turns used.
    buckets: Vec<Bucket>,
    /// States by turns used, modulo [`BEAMS_KEPT`].
    beams: Vec<Vec<State>>,
    history: History,
    moves: MoveGenerator,
    /// Points and node of the best state so far.
    best: (u32, u32),
    controller: WidthController,
}

impl<'a> Search<'a> {
    fn new(
        layout: &'a Layout,
        start: &Position,
        played: usize,
        guide: Option<&'a Guide>,
        until: f64,
    ) -> Search<'a> {
        let total = layout.side * layout.side;
        let root = State {
            position: start.clone(),
            scored: 0,
            node: History::ROOT,
            children: (0, 0),
        };
        let mut beams: Vec<Vec<State>> = (0..BEAMS_KEPT).map(|_| Vec::new()).collect();
        beams[played % BEAMS_KEPT].push(root);
        Search {
            layout,
            guide,
            until,
            total,
            buckets: (0..=total + MAX_TURNS).map(|_| Bucket::default()).collect(),
            beams,
            history: History::default(),
            moves: MoveGenerator::new(),
            best: (0, History::ROOT),
            controller: WidthController::default(),
        }
    }

    /// Chooses the states after `turn` turns and expands them.
    fn advance(&mut self, turn: usize, clock: &mut Clock) {
        let left = self.until - clock.progress();
        let width = self.controller.width(turn, left).min(MAX_WIDTH);
        self.beams[turn % BEAMS_KEPT] = self.select(turn, width);
        if turn < self.total {
            self.expand_all(turn, width, clock);
        }
    }

    /// The best different candidates become states.
    fn select(&mut self, turn: usize, width: usize) -> Vec<State> {
        let candidates = std::mem::take(&mut self.buckets[turn]).into_best(3 * width);
        let mut seen = HashSet::with_capacity(width);
        let mut beam = Vec::with_capacity(width.min(candidates.len()));
        for candidate in &candidates {
            if beam.len() == width {
                break;
            }
            let action = candidate.action;
            let parents = &mut self.beams[(turn - action.turns()) % BEAMS_KEPT];
            let parent = &mut parents[candidate.parent as usize];
            if seen.contains(&candidate.hash) || !parent.claim_child_slot(turn, MAX_CHILDREN) {
                continue;
            }
            seen.insert(candidate.hash);
            let mut position = parent.position.clone();
            action.apply(&mut position);
            let node = self.history.push(parent.node, action);
            if candidate.scored > self.best.0 {
                self.best = (candidate.scored, node);
            }
            beam.push(State {
                position,
                scored: candidate.scored,
                node,
                children: (0, 0),
            });
        }
        beam
    }

    /// Expands the states after `turn` turns, the best first, while time is left.
    fn expand_all(&mut self, turn: usize, width: usize, clock: &mut Clock) {
        let beam = std::mem::take(&mut self.beams[turn % BEAMS_KEPT]);
        let before = clock.progress();
        let mut expanded = 0;
        for (slot, state) in beam.iter().enumerate() {
            // The best state goes on even when time is up: a play must end.
            if slot % 8 == 1 && clock.progress() >= self.until {
                break;
            }
            let turns_left = self.expand(turn, slot, state, width);
            if slot == 0 {
                self.controller.expected_end = turn as f64 + turns_left;
            }
            clock.work(1);
            expanded += 1;
        }
        self.controller.record(expanded, clock.progress() - before);
        self.beams[turn % BEAMS_KEPT] = beam;
    }

    /// Offers the children of a state; returns the turns its schedule takes.
    fn expand(&mut self, turn: usize, slot: usize, state: &State, width: usize) -> f64 {
        let multiplier = (self.total - turn) as u32;
        let mut evaluator = Evaluator::new(self.layout, &state.position, self.guide);
        let turns_left = evaluator.schedule().estimate(multiplier).turns;
        self.moves.generate(self.layout, &evaluator);
        let mut successors = Successors {
            buckets: &mut self.buckets[turn..],
            capacity: 4 * width + 64,
            parent: slot as u32,
            scored: state.scored,
            multiplier,
        };
        successors.offer_deliveries(self.layout, &self.moves, &mut evaluator);
        successors.offer_shifts(&self.moves, &mut evaluator);
        turns_left
    }
}

/// Spreads the budget over the turns still to come.
#[derive(Default)]
struct WidthController {
    /// Turns after which the play is expected to end.
    expected_end: f64,
    /// Share of the budget one state takes.
    cost_per_state: f64,
}

impl WidthController {
    /// How many states to expand after `turn` turns, with this share of the
    /// budget left.
    fn width(&self, turn: usize, left: f64) -> usize {
        // Plays end later than schedules say.
        let rounds = ((self.expected_end - turn as f64) * 1.05).max(0.0) + 8.0;
        (left.max(0.0) / rounds / self.cost_per_state.max(1e-7)).clamp(1.0, 1e6) as usize
    }

    /// Takes note that `states` states took `spent` of the budget.
    fn record(&mut self, states: usize, spent: f64) {
        if states > 0 {
            let cost = spent / states as f64;
            self.cost_per_state = if self.cost_per_state == 0.0 {
                cost
            } else {
                0.7 * self.cost_per_state + 0.3 * cost
            };
        }
    }
}
