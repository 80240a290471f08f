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

use crate::field::Field;
use crate::order;
use crate::path;
use crate::play::{Play, Step};
use crate::position::{has, Block, Position, LINES};
use crate::reach;

/// Units of work of one attempt: it takes about as long as so many states of
/// the beam.
const WORK: u64 = 2;
/// Attempts without a better play before the play is left alone.
const PATIENCE: u32 = 30_000;
/// Temperature at the start, in points; it falls to 0.
const TEMPERATURE: f64 = 3.0;
/// How many turns earlier a block is delivered on average.
const LEAD: f64 = 60.0;
/// Places a turn is moved at most when a new play is put in order.
const REACH: usize = 60;
/// Other blocks rerouted in one attempt at most.
const REPAIRS: usize = 4;

/// Improves a play until the clock's progress is `until`, or while it keeps
/// getting better.
pub fn improve(
    field: &Field,
    start: &Position,
    turns: &[Turn],
    until: f64,
    clock: &mut Clock,
) -> Play {
    let put_in_order = |turns: &[Turn]| {
        let turns = order::improve(field, start, turns, usize::MAX);
        Play::new(field, start, &turns)
    };
    let mut rng = Rng::new(1);
    let mut play = put_in_order(turns);
    let mut best = play.clone();
    let began = clock.progress();
    let mut idle = 0;
    while clock.progress() < until && idle < PATIENCE && !play.steps.is_empty() {
        clock.work(WORK);
        idle += 1;
        let Some(draft) = attempt(field, &play, &mut rng) else {
            continue;
        };
        let next = Play::new(field, start, &draft.in_order());
        let left = (until - clock.progress()).max(0.0) / (until - began);
        let gain = (next.points - play.points) as f64;
        if gain >= 0.0 || rng.unit() < (gain / (TEMPERATURE * left)).exp() {
            play = next;
        }
        if play.points > best.points {
            best = play.clone();
            idle = 0;
        }
    }
    let turns: Vec<Turn> = best.turns(best.steps.len()).collect();
    put_in_order(&turns)
}

/// The play with one block on another way, or none if that breaks too much or
/// changes nothing.
fn attempt<'a>(field: &'a Field, play: &'a Play, rng: &mut Rng) -> Option<Draft<'a>> {
    let steps = &play.steps;
    let Step { block, worth, .. } = steps[rng.below(steps.len() as u32) as usize];
    let first = steps.iter().position(|step| step.block == block)?;
    let last = steps.iter().rposition(|step| step.block == block)?;
    let lead = 1.0 - LEAD * (1.0 - rng.unit()).ln();
    let earliest = first.saturating_sub(lead as usize);
    let when = earliest + rng.below((last - earliest) as u32 + 1) as usize;
    let mut draft = Draft::new(field, play, when.min(first));
    let most = turns_of(&steps[first..=last], block) + usize::from(rng.below(4) == 0);
    let leave = worth == 0 && rng.below(2) == 0;
    draft.strike(block);
    for number in draft.begin..steps.len() {
        if number == when && !leave {
            draft.deliver(block, most, rng)?;
        }
        draft.replay(number, rng)?;
    }
    (draft.turns.len() <= field.side * field.side && draft.is_new()).then_some(draft)
}

fn turns_of(steps: &[Step], block: Block) -> usize {
    steps.iter().filter(|step| step.block == block).count()
}

/// A play that is written anew from some turn on.
struct Draft<'a> {
    field: &'a Field,
    /// The old play.
    play: &'a Play,
    /// The position after the new turns.
    position: Position,
    turns: Vec<Turn>,
    /// Blocks whose old turns are struck out.
    rerouted: Vec<Block>,
    /// The turns that may differ from the old ones.
    begin: usize,
    end: usize,
}

impl<'a> Draft<'a> {
    /// The first `begin` turns of a play.
    fn new(field: &'a Field, play: &'a Play, begin: usize) -> Draft<'a> {
        Draft {
            field,
            play,
            position: play.position(field, begin),
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
        if there && path::landing(self.field, position, from, turn.kind, turn.direction) == step.end
        {
            path::play(self.field, &mut self.position, turn);
            self.turns.push(turn);
            return Some(());
        }
        if self.rerouted.len() > REPAIRS {
            return None;
        }
        self.strike(block);
        if step.worth == 0 {
            return Some(());
        }
        let most = turns_of(&self.play.steps[number..], block) + 1;
        self.deliver(block, most, rng)
    }

    /// From now on the old turns of a block are left out.
    fn strike(&mut self, block: Block) {
        self.rerouted.push(block);
        self.end = self.turns.len();
    }

    /// Brings a block into a hole in at most `most` turns, by a random way of
    /// least or nearly least length.
    fn deliver(&mut self, block: Block, most: usize, rng: &mut Rng) -> Option<()> {
        let from = self.position.find(block)?;
        let mut without = self.position.clone();
        without.take(from);
        let levels = reach::levels(self.field, &without, |count, _| count >= most);
        let least = (1..=most.min(levels.len())).find(|&turns| has(&levels[turns - 1], from))?;
        let turns = least + usize::from(least < most && rng.below(3) == 0);
        let mut tries = path::TURNS;
        rng.shuffle(&mut tries);
        for turn in path::delivery(self.field, &without, &levels, from, turns, &tries)? {
            path::play(self.field, &mut self.position, turn);
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
    fn in_order(mut self) -> Vec<Turn> {
        let begin = self.begin.saturating_sub(REACH);
        let end = (self.end + REACH).min(self.turns.len());
        let position = self.play.position(self.field, begin);
        let around = &mut self.turns[begin..end];
        let better = order::improve(self.field, &position, around, REACH);
        around.copy_from_slice(&better);
        self.turns
    }
}
