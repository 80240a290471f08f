//! Other ways for the blocks of a finished play.
//!
//! A block's turns are struck out and it is delivered anew, often earlier; a
//! turn that no longer does what it did is mended in the same manner. Then
//! the turns around are put into a better order, and the new play replaces the
//! old one if it scores as much, or a little less (simulated annealing:
//! Kirkpatrick, Gelatt and Vecchi, 1983).

use common::clock::Clock;
use common::rng::Rng;
use common::slider::Turn;

use crate::layers;
use crate::layout::Layout;
use crate::path;
use crate::play::{Play, Step};
use crate::position::{has, BlockId, Position, LINES};
use crate::reorder;

/// Units of work of one attempt: it takes about as long as so many states of
/// the beam.
const WORK_PER_ATTEMPT: u64 = 2;
/// Attempts without a better play before the play is left alone.
const MAX_STALE_ATTEMPTS: u32 = 30_000;
/// Temperature at the start, in points; it falls to 0.
const START_TEMPERATURE: f64 = 3.0;
/// How many turns earlier a block is delivered on average.
const MEAN_ADVANCE: f64 = 60.0;
/// Places a turn is moved at most when a new play is put in order.
const REORDER_WINDOW: usize = 60;
/// Other blocks rerouted in one attempt at most.
const MAX_REPAIRS: usize = 4;

/// Improves a play until the clock's progress is `until`, or while it keeps
/// getting better.
pub fn improve(
    layout: &Layout,
    start: &Position,
    turns: &[Turn],
    until: f64,
    clock: &mut Clock,
) -> Play {
    let reordered = |turns: &[Turn]| {
        let turns = reorder::improve(layout, start, turns, usize::MAX);
        Play::new(layout, start, &turns)
    };
    let mut rng = Rng::new(1);
    let mut play = reordered(turns);
    let mut best = play.clone();
    let began = clock.progress();
    let mut stale = 0;
    while clock.progress() < until && stale < MAX_STALE_ATTEMPTS && !play.steps.is_empty() {
        clock.work(WORK_PER_ATTEMPT);
        stale += 1;
        let Some(rebuild) = neighbour(layout, &play, &mut rng) else {
            continue;
        };
        let next = Play::new(layout, start, &rebuild.reordered());
        let left = (until - clock.progress()).max(0.0) / (until - began);
        let gain = (next.points - play.points) as f64;
        if gain >= 0.0 || rng.unit() < (gain / (START_TEMPERATURE * left)).exp() {
            play = next;
        }
        if play.points > best.points {
            best = play.clone();
            stale = 0;
        }
    }
    let turns: Vec<Turn> = best.turns(best.steps.len()).collect();
    reordered(&turns)
}

/// The play with one block on another way, or none if that breaks too much or
/// changes nothing.
fn neighbour<'a>(layout: &'a Layout, play: &'a Play, rng: &mut Rng) -> Option<Rebuild<'a>> {
    let steps = &play.steps;
    let Step { block, worth, .. } = steps[rng.below(steps.len() as u32) as usize];
    let first = steps.iter().position(|step| step.block == block)?;
    let last = steps.iter().rposition(|step| step.block == block)?;
    let advance = 1.0 - MEAN_ADVANCE * (1.0 - rng.unit()).ln();
    let earliest = first.saturating_sub(advance as usize);
    let when = earliest + rng.below((last - earliest) as u32 + 1) as usize;
    let mut rebuild = Rebuild::new(layout, play, when.min(first));
    let most = count_turns(&steps[first..=last], block) + usize::from(rng.below(4) == 0);
    let leave = worth == 0 && rng.below(2) == 0;
    rebuild.discard(block);
    for number in rebuild.begin..steps.len() {
        if number == when && !leave {
            rebuild.deliver(block, most, rng)?;
        }
        rebuild.replay(number, rng)?;
    }
    (rebuild.turns.len() <= layout.side * layout.side && rebuild.is_new()).then_some(rebuild)
}

fn count_turns(steps: &[Step], block: BlockId) -> usize {
    steps.iter().filter(|step| step.block == block).count()
}

/// A play that is written anew from some turn on.
struct Rebuild<'a> {
    layout: &'a Layout,
    /// The old play.
    play: &'a Play,
    /// The position after the new turns.
    position: Position,
    turns: Vec<Turn>,
    /// Blocks whose old turns are struck out.
    rerouted: Vec<BlockId>,
    /// The turns that may differ from the old ones.
    begin: usize,
    end: usize,
}

impl<'a> Rebuild<'a> {
    /// The first `begin` turns of a play.
    fn new(layout: &'a Layout, play: &'a Play, begin: usize) -> Rebuild<'a> {
        Rebuild {
            layout,
            play,
            position: play.position(layout, begin),
            turns: play.turns(begin).collect(),
            rerouted: Vec::new(),
            begin,
            end: begin,
        }
    }

    /// Plays an old turn again, or reroutes its block if that fails.
    fn replay(&mut self, number: usize, rng: &mut Rng) -> Option<()> {
        let step = self.play.steps[number];
        let (turn, block) = (step.turn, step.block);
        if self.rerouted.contains(&block) {
            self.end = self.turns.len();
            return Some(());
        }
        let from = turn.row * LINES + turn.col;
        let there = self.position.block(from) == Some(block);
        let position = &self.position;
        if there
            && path::landing(self.layout, position, from, turn.kind, turn.direction) == step.end
        {
            path::play(self.layout, &mut self.position, turn);
            self.turns.push(turn);
            return Some(());
        }
        if self.rerouted.len() > MAX_REPAIRS {
            return None;
        }
        self.discard(block);
        if step.worth == 0 {
            return Some(());
        }
        let most = count_turns(&self.play.steps[number..], block) + 1;
        self.deliver(block, most, rng)
    }

    /// From now on the old turns of a block are left out.
    fn discard(&mut self, block: BlockId) {
        self.rerouted.push(block);
        self.end = self.turns.len();
    }

    /// Brings a block into a hole in at most `most` turns, by a random way of
    /// least or nearly least length.
    fn deliver(&mut self, block: BlockId, most: usize, rng: &mut Rng) -> Option<()> {
        let from = self.position.find(block)?;
        let mut without = self.position.clone();
        without.take(from);
        let layers = layers::layers(self.layout, &without, |count, _| count >= most);
        let least = (1..=most.min(layers.len())).find(|&turns| has(&layers[turns - 1], from))?;
        let turns = least + usize::from(least < most && rng.below(3) == 0);
        let mut motions = path::TURNS;
        rng.shuffle(&mut motions);
        for turn in path::find_delivery(self.layout, &without, &layers, from, turns, &motions)? {
            path::play(self.layout, &mut self.position, turn);
            self.turns.push(turn);
        }
        self.end = self.turns.len();
        Some(())
    }

    fn is_new(&self) -> bool {
        let old = self.play.steps.iter().map(|step| step.turn);
        !self.turns.iter().copied().eq(old)
    }

    /// Its turns, those around the new ones in a better order.
    fn reordered(mut self) -> Vec<Turn> {
        let begin = self.begin.saturating_sub(REORDER_WINDOW);
        let end = (self.end + REORDER_WINDOW).min(self.turns.len());
        let position = self.play.position(self.layout, begin);
        let around = &mut self.turns[begin..end];
        let better = reorder::improve(self.layout, &position, around, REORDER_WINDOW);
        around.copy_from_slice(&better);
        self.turns
    }
}
