//! A position with the schedule of its blocks, updated incrementally.
//!
//! The job of a block depends only on its row and column, so a turn changes at most four lines:
//!
//! * a block on a hole line takes one turn, and its priority is that of its composite job in the
//!   chain before the hole;
//! * a block off the hole lines takes about two turns if one turn leads onto a hole line, else
//!   more.

use crate::access::{Access, LineAccess};
use crate::bits;
use crate::chain;
use crate::guide::Guide;
use crate::layout::{Layout, Segment};
use crate::position::{Block, Position};
use crate::schedule::{Eighths, Job, Priority, Schedule};
use crate::square::{Axis, ByAxis, BySquare, Square, LINES};

pub struct Evaluator<'a> {
    layout: &'a Layout,
    guide: Option<&'a Guide>,
    position: Position,
    /// By axis, the priorities of the blocks on hole lines in their chains.
    priorities: ByAxis<BySquare<Priority>>,
    access: ByAxis<[LineAccess; LINES]>,
    /// The scheduled jobs; stale on a square without a block.
    jobs: BySquare<Job>,
    schedule: Schedule,
    /// Changes since the evaluation from scratch, in the order in which they were made.
    changes: Vec<Change>,
}

enum Change {
    Taken(Square, Block),
    Put(Square),
    Scheduled(Square),
    Unscheduled(Square, Job),
    /// The former priority along an axis.
    Priority(Axis, Square, Priority),
    /// The former access along a line.
    Access(Axis, usize, LineAccess),
}

impl<'a> Evaluator<'a> {
    /// Evaluates a position from scratch. A guide adjusts the jobs.
    pub fn new(layout: &'a Layout, position: &Position, guide: Option<&'a Guide>) -> Evaluator<'a> {
        let mut evaluator = Evaluator {
            layout,
            guide,
            position: position.clone(),
            priorities: ByAxis::from_fn(|_| BySquare::filled(Priority::NONE)),
            access: ByAxis::both([LineAccess::default(); LINES]),
            jobs: BySquare::filled(Job::new(0, Eighths::TURN)),
            schedule: Schedule::EMPTY,
            changes: Vec::with_capacity(64),
        };
        for axis in Axis::BOTH {
            for line in 0..layout.side {
                evaluator.init_line(axis, line);
            }
        }
        for square in position.squares() {
            let job = evaluator.find_job(square);
            evaluator.jobs[square] = job;
            evaluator.schedule.add(job);
        }
        evaluator
    }

    /// Computes the access or the priorities along a line, before jobs are scheduled.
    fn init_line(&mut self, axis: Axis, line: usize) {
        let segments = &self.layout.segments[axis][line];
        if segments.is_empty() {
            self.access[axis][line] = self.access_along(axis, line);
        }
        for segment in segments {
            let blocks = self.position.blocks(axis)[line] & segment.squares;
            let priorities = self.priorities_in(axis, line, segment);
            for (bit, priority) in bits::ascending(blocks).zip(priorities) {
                self.priorities[axis][axis.square(line, bit)] = priority;
            }
        }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    #[inline]
    pub fn access(&self, square: Square) -> Access {
        if self.layout.on_hole_line(square) {
            return Access::OnLine;
        }
        let (row, col) = (square.row(), square.col());
        let along_row = &self.access[Axis::Row][row];
        let along_col = &self.access[Axis::Col][col];
        let next_to_lines = self.layout.next_to_hole_lines[row];
        if (along_row.clear >> col | along_col.clear >> row) & 1 == 1 {
            Access::Clear
        } else if (along_row.queued >> col | along_col.queued >> row) & 1 == 1 {
            Access::Queued
        } else if (along_row.open >> col | along_col.open >> row | next_to_lines >> col) & 1 == 1 {
            Access::Obstructed
        } else {
            Access::Far
        }
    }

    #[inline]
    pub fn job(&self, square: Square) -> Job {
        debug_assert!(self.position.has_block(square));
        self.jobs[square]
    }

    /// Computes the job of the block on `square` from its access and priorities.
    #[inline]
    fn find_job(&self, square: Square) -> Job {
        let access = self.access(square);
        let mut job = Job::new(self.position.worth(square), access.duration());
        if access == Access::OnLine {
            let [by_row, by_col] = Axis::BOTH.map(|axis| self.priorities[axis][square]);
            job.priority = by_row.max(by_col);
        }
        self.guided(job, square)
    }

    /// Returns the job that the block on `from` would have on the empty `square`.
    #[inline]
    pub fn job_at(&self, square: Square, from: Square) -> Job {
        let duration = self.access(square).duration();
        let job = Job::new(self.position.worth(from), duration);
        self.guided(job, from)
    }

    #[inline]
    fn guided(&self, job: Job, from: Square) -> Job {
        match (self.guide, self.position.id(from)) {
            (Some(guide), Some(block)) => guide.adjust(job, block),
            _ => job,
        }
    }

    /// Makes the move that takes the block on `square`, which must have one, returns the result of
    /// `look`, and unmakes the move.
    #[inline]
    pub fn without<R>(&mut self, square: Square, look: impl FnOnce(&mut Self, Block) -> R) -> R {
        let before = self.changes.len();
        let block = self.take(square);
        let seen = look(self, block);
        self.unmake(before);
        seen
    }

    /// Makes the move that puts a block on the empty `square`, returns the result of `look`, and
    /// unmakes the move.
    #[inline]
    pub fn with<R>(
        &mut self,
        square: Square,
        block: Block,
        look: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let before = self.changes.len();
        self.put(square, block);
        let seen = look(self);
        self.unmake(before);
        seen
    }

    fn unmake(&mut self, kept: usize) {
        for change in self.changes.drain(kept..).rev() {
            match change {
                Change::Taken(square, block) => self.position.put(square, block),
                Change::Put(square) => {
                    self.position.take(square);
                }
                Change::Scheduled(square) => self.schedule.remove(self.jobs[square]),
                Change::Unscheduled(square, job) => {
                    self.jobs[square] = job;
                    self.schedule.add(job);
                }
                Change::Priority(axis, square, before) => self.priorities[axis][square] = before,
                Change::Access(axis, line, before) => self.access[axis][line] = before,
            }
        }
    }

    fn take(&mut self, square: Square) -> Block {
        self.unschedule_block(square);
        let block = self.position.take(square);
        self.changes.push(Change::Taken(square, block));
        for axis in Axis::BOTH {
            self.set_priority(axis, square, Priority::NONE);
            self.update_line(axis, square);
        }
        block
    }

    fn put(&mut self, square: Square, block: Block) {
        self.position.put(square, block);
        self.changes.push(Change::Put(square));
        self.schedule_block(square);
        for axis in Axis::BOTH {
            self.update_line(axis, square);
        }
    }

    #[inline]
    fn schedule_block(&mut self, square: Square) {
        let job = self.find_job(square);
        self.jobs[square] = job;
        self.schedule.add(job);
        self.changes.push(Change::Scheduled(square));
    }

    #[inline]
    fn unschedule_block(&mut self, square: Square) {
        let job = self.jobs[square];
        self.schedule.remove(job);
        self.changes.push(Change::Unscheduled(square, job));
    }

    #[inline]
    fn set_priority(&mut self, axis: Axis, square: Square, priority: Priority) {
        let entry = &mut self.priorities[axis][square];
        let before = std::mem::replace(entry, priority);
        self.changes.push(Change::Priority(axis, square, before));
    }

    fn update_line(&mut self, axis: Axis, square: Square) {
        let (line, bit) = axis.line_and_bit(square);
        let segments = &self.layout.segments[axis][line];
        if segments.is_empty() {
            self.update_access(axis, line);
        }
        for segment in segments {
            if segment.squares >> bit & 1 == 1 {
                self.update_priorities(axis, line, segment);
            }
        }
    }

    fn update_access(&mut self, axis: Axis, line: usize) {
        let old = self.access[axis][line];
        let new = self.access_along(axis, line);
        let blocks = self.position.blocks(axis)[line];
        let off_hole_lines = blocks & !self.layout.hole_lines[axis][line];
        let changed = old.difference(new) & off_hole_lines;
        for bit in bits::ascending(changed) {
            self.unschedule_block(axis.square(line, bit));
        }
        self.access[axis][line] = new;
        self.changes.push(Change::Access(axis, line, old));
        for bit in bits::ascending(changed) {
            self.schedule_block(axis.square(line, bit));
        }
    }

    fn access_along(&self, axis: Axis, line: usize) -> LineAccess {
        let blocks = self.position.blocks(axis)[line];
        let crossings = self.layout.hole_lines[axis][line];
        // Worth in two turns; a block on a hole line takes one turn, other blocks two.
        let urgency = |bit: usize| {
            let worth = self.position.worth(axis.square(line, bit));
            worth << (crossings >> bit & 1)
        };
        LineAccess::new(self.layout.side, blocks, crossings, urgency)
    }

    fn update_priorities(&mut self, axis: Axis, line: usize, segment: &Segment) {
        let blocks = self.position.blocks(axis)[line] & segment.squares;
        let priorities = self.priorities_in(axis, line, segment);
        for (bit, priority) in bits::ascending(blocks).zip(priorities) {
            let square = axis.square(line, bit);
            if self.priorities[axis][square] != priority {
                self.unschedule_block(square);
                self.set_priority(axis, square, priority);
                self.schedule_block(square);
            }
        }
    }

    #[inline]
    fn priorities_in(&self, axis: Axis, line: usize, segment: &Segment) -> [Priority; LINES] {
        let blocks = self.position.blocks(axis)[line] & segment.squares;
        let mut worths = [0; LINES];
        let mut count = 0;
        for bit in bits::ascending(blocks) {
            worths[count] = self.position.worth(axis.square(line, bit));
            count += 1;
        }
        chain::priorities(segment, &worths[..count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cases, short_search};
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn an_updated_evaluator_equals_a_new_one(
            case in cases(),
            picks in proptest::collection::vec(any::<(u16, u16)>(), 1..30),
            guided in any::<bool>(),
        ) {
            let (layout, position) = Layout::new(&case);
            let guide = guided.then(|| Guide::from_play(&short_search(&layout, &position)));
            let mut evaluator = Evaluator::new(&layout, &position, guide.as_ref());
            let mut plain = position;
            for (pick, place) in picks {
                let blocks: Vec<Square> = plain.squares().collect();
                if blocks.is_empty() {
                    break;
                }
                let from = blocks[usize::from(pick) % blocks.len()];
                let before = plain.clone();
                let block = plain.take(from);
                let without = plain.clone();
                let (row, col) = (usize::from(place), usize::from(place / 32));
                let to = Square::at(row % layout.side, col % layout.side);
                let is_free = !layout.holes[Axis::Row].contains(to) && !plain.has_block(to);
                if is_free {
                    plain.put(to, block);
                }
                // The change is evaluated and undone; later it is played.
                evaluator.without(from, |evaluator, taken| {
                    prop_assert_eq!(taken, block);
                    equals_a_new_one(evaluator, &without)?;
                    if is_free {
                        evaluator.with(to, taken, |evaluator| equals_a_new_one(evaluator, &plain))?;
                    }
                    equals_a_new_one(evaluator, &without)
                })?;
                equals_a_new_one(&evaluator, &before)?;
                evaluator.take(from);
                if is_free {
                    evaluator.put(to, block);
                }
                equals_a_new_one(&evaluator, &plain)?;
            }
        }
    }

    fn equals_a_new_one(evaluator: &Evaluator, plain: &Position) -> Result<(), TestCaseError> {
        let new = Evaluator::new(evaluator.layout, plain, evaluator.guide);
        prop_assert_eq!(evaluator.position().hash(), plain.hash());
        for square in plain.squares() {
            prop_assert_eq!(evaluator.job(square), new.job(square));
            prop_assert_eq!(evaluator.job(square), new.find_job(square));
        }
        let multiplier = evaluator.layout.max_turns() as u32;
        let points = |of: &Evaluator| of.schedule().estimate(multiplier).points;
        prop_assert_eq!(points(evaluator), points(&new));
        Ok(())
    }
}
