//! The beam search: states with the same number of turns used compete.

use std::collections::HashSet;

use common::clock::Clock;
use common::slider::Turn;

use crate::bucket::Bucket;
use crate::field::Field;
use crate::guide::Guide;
use crate::nursery::Nursery;
use crate::position::Position;
use crate::proposals::Proposals;
use crate::reach::LEVELS;
use crate::scene::Scene;
use crate::trail::Trail;

/// Numbers of turns whose states are kept: a delivery takes at most
/// [`LEVELS`] turns, so its parent is at most that far back.
const KEPT: usize = LEVELS + 1;
/// Children of one state that may live in one round.
const CHILDREN: u8 = 6;
/// Most states kept per number of turns.
const WIDEST: usize = 2500;

/// A state of the beam.
struct State {
    position: Position,
    /// Points scored so far.
    scored: u32,
    /// Its node of the trail.
    node: u32,
    /// Children chosen in the round of so many turns.
    children: (usize, u8),
}

impl State {
    /// Notes another child after `turn` turns, unless there are `most` already.
    fn bear(&mut self, turn: usize, most: u8) -> bool {
        if self.children.0 != turn {
            self.children = (turn, 0);
        }
        let fertile = self.children.1 < most;
        self.children.1 += u8::from(fertile);
        fertile
    }
}

/// Plays on from `start`, where `played` turns have been played and some are
/// left, until the clock's progress is `until`; returns the further turns of the
/// best play found. A guide tells what a play before taught.
pub fn search(
    field: &Field,
    start: &Position,
    played: usize,
    guide: Option<&Guide>,
    until: f64,
    clock: &mut Clock,
) -> Vec<Turn> {
    let mut search = Search::new(field, start, played, guide, until);
    search.expand_all(played, 1, clock);
    for turn in played + 1..=search.total {
        search.advance(turn, clock);
    }
    search.trail.turns(field, start, search.best.1)
}

struct Search<'a> {
    field: &'a Field,
    guide: Option<&'a Guide>,
    /// Progress of the clock at which it ends.
    until: f64,
    /// Turns that may be played.
    total: usize,
    /// Candidates by turns used.
    buckets: Vec<Bucket>,
    /// States by turns used, modulo [`KEPT`].
    beams: Vec<Vec<State>>,
    trail: Trail,
    proposals: Proposals,
    /// Points and node of the best state so far.
    best: (u32, u32),
    pace: Pace,
}

impl<'a> Search<'a> {
    fn new(
        field: &'a Field,
        start: &Position,
        played: usize,
        guide: Option<&'a Guide>,
        until: f64,
    ) -> Search<'a> {
        let total = field.side * field.side;
        let root = State {
            position: start.clone(),
            scored: 0,
            node: Trail::ROOT,
            children: (0, 0),
        };
        let mut beams: Vec<Vec<State>> = (0..KEPT).map(|_| Vec::new()).collect();
        beams[played % KEPT].push(root);
        Search {
            field,
            guide,
            until,
            total,
            buckets: (0..=total + LEVELS).map(|_| Bucket::default()).collect(),
            beams,
            trail: Trail::default(),
            proposals: Proposals::new(),
            best: (0, Trail::ROOT),
            pace: Pace::default(),
        }
    }

    /// Chooses the states after `turn` turns and expands them.
    fn advance(&mut self, turn: usize, clock: &mut Clock) {
        let left = self.until - clock.progress();
        let width = self.pace.width(turn, left).min(WIDEST);
        self.beams[turn % KEPT] = self.choose(turn, width);
        if turn < self.total {
            self.expand_all(turn, width, clock);
        }
    }

    /// The best different candidates become states.
    fn choose(&mut self, turn: usize, width: usize) -> Vec<State> {
        let candidates = std::mem::take(&mut self.buckets[turn]).into_best(3 * width);
        let mut seen = HashSet::with_capacity(width);
        let mut beam = Vec::with_capacity(width.min(candidates.len()));
        for candidate in &candidates {
            if beam.len() == width {
                break;
            }
            let action = candidate.action;
            let parents = &mut self.beams[(turn - action.turns()) % KEPT];
            let parent = &mut parents[candidate.parent as usize];
            if seen.contains(&candidate.hash) || !parent.bear(turn, CHILDREN) {
                continue;
            }
            seen.insert(candidate.hash);
            let mut position = parent.position.clone();
            action.apply(&mut position);
            let node = self.trail.add(parent.node, action);
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
        let beam = std::mem::take(&mut self.beams[turn % KEPT]);
        let before = clock.progress();
        let mut expanded = 0;
        for (slot, state) in beam.iter().enumerate() {
            // The best state goes on even when time is up: a play must end.
            if slot % 8 == 1 && clock.progress() >= self.until {
                break;
            }
            let turns_left = self.expand(turn, slot, state, width);
            if slot == 0 {
                self.pace.finish = turn as f64 + turns_left;
            }
            clock.work(1);
            expanded += 1;
        }
        self.pace.note(expanded, clock.progress() - before);
        self.beams[turn % KEPT] = beam;
    }

    /// Offers the children of a state; returns the turns its schedule takes.
    fn expand(&mut self, turn: usize, slot: usize, state: &State, width: usize) -> f64 {
        let multiplier = (self.total - turn) as u32;
        let mut scene = Scene::new(self.field, &state.position, self.guide);
        let turns_left = scene.schedule().promise(multiplier).turns;
        self.proposals.collect(self.field, &scene);
        let mut nursery = Nursery {
            buckets: &mut self.buckets[turn..],
            room: 4 * width + 64,
            parent: slot as u32,
            scored: state.scored,
            multiplier,
        };
        nursery.offer_deliveries(self.field, &self.proposals, &mut scene);
        nursery.offer_shifts(&self.proposals, &mut scene);
        turns_left
    }
}

/// Spreads the budget over the turns still to come.
#[derive(Default)]
struct Pace {
    /// Turns after which the play is expected to end.
    finish: f64,
    /// Share of the budget one state takes.
    cost: f64,
}

impl Pace {
    /// How many states to expand after `turn` turns, with this share of the
    /// budget left.
    fn width(&self, turn: usize, left: f64) -> usize {
        // Plays end later than schedules promise.
        let rounds = ((self.finish - turn as f64) * 1.05).max(0.0) + 8.0;
        (left.max(0.0) / rounds / self.cost.max(1e-7)).clamp(1.0, 1e6) as usize
    }

    /// Takes note that `states` states took `spent` of the budget.
    fn note(&mut self, states: usize, spent: f64) {
        if states > 0 {
            let cost = spent / states as f64;
            self.cost = if self.cost == 0.0 {
                cost
            } else {
                0.7 * self.cost + 0.3 * cost
            };
        }
    }
}
