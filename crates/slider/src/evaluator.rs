//! A position and the schedule of its blocks, kept up to date block by block.
//!
//! What a block is taken to last depends only on its row and its column, so a turn
//! touches the jobs of four lines at most:
//!
//! * on a hole line it takes one turn, and its priority is that of its chain;
//! * off the hole lines it takes about two if one turn brings it onto such a
//!   line: the square beside, or one where a block or the border stops it.

use crate::access::LineAccess;
use crate::chain;
use crate::guide::Guide;
use crate::layout::{Layout, Segment};
use crate::position::{bits, Axis, Block, Position, Square, LINES};
use crate::schedule::{Job, Priority, Schedule, TURN};

// What a block off the hole lines is expected to cost, in units of 1/8 turn.
/// One turn leads to a hole line, with nothing in its way.
const CLEAR_DURATION: u32 = 16;
/// One turn will, once blocks that are more urgent have left.
const QUEUED_DURATION: u32 = 17;
/// One turn would, were it not for other blocks.
const OBSTRUCTED_DURATION: u32 = 20;
/// No turn would.
const FAR_DURATION: u32 = 23;

/// The way of a block that is off the hole lines onto one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// No single turn leads there.
    Far,
    /// One turn would, but blocks are in the way that may have to wait longer.
    Obstructed,
    /// One turn would, once blocks have left that are more urgent anyway.
    Queued,
    /// One turn leads there.
    Clear,
}

/// A position, what its lines say about their blocks, and the schedule.
pub struct Evaluator<'a> {
    layout: &'a Layout,
    guide: Option<&'a Guide>,
    position: Position,
    priorities: [[Priority; LINES * LINES]; 2],
    line_access: [[LineAccess; LINES]; 2],
    schedule: Schedule,
}

impl<'a> Evaluator<'a> {
    /// The evaluator of a position, its jobs revised by what a play taught.
    pub fn new(layout: &'a Layout, position: &Position, guide: Option<&'a Guide>) -> Evaluator<'a> {
        let mut evaluator = Evaluator {
            layout,
            guide,
            position: position.clone(),
            priorities: [[0; LINES * LINES]; 2],
            line_access: [[LineAccess::default(); LINES]; 2],
            schedule: Schedule::EMPTY,
        };
        for axis in Axis::BOTH {
            for line in 0..layout.side {
                evaluator.init_line(axis, line);
            }
        }
        for square in position.squares() {
            let job = evaluator.job(square);
            evaluator.schedule.add(job);
        }
        evaluator
    }

    /// Fills in what a line says, before the jobs are counted.
    fn init_line(&mut self, axis: Axis, line: usize) {
        let layout = self.layout;
        let segments = &layout.segments[axis as usize][line];
        if segments.is_empty() {
            self.line_access[axis as usize][line] = self.line_access(axis, line);
        }
        for segment in segments {
            let blocks = self.position.blocks[axis as usize][line] & segment.mask;
            for (bit, priority) in bits(blocks).zip(self.segment_priorities(axis, line, segment)) {
                self.priorities[axis as usize][axis.square(line, bit)] = priority;
            }
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The schedule of all blocks.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// What a way to a hole line spares a block that has none, in units of a
    /// duration.
    pub fn access_gain(&self) -> i32 {
        (FAR_DURATION - CLEAR_DURATION) as i32
    }

    /// How a block on `square`, off the hole lines, gets onto one.
    #[inline]
    pub fn access(&self, square: Square) -> Access {
        let (row, col) = Axis::Row.line_and_bit(square);
        let along_row = &self.line_access[Axis::Row as usize][row];
        let along_col = &self.line_access[Axis::Col as usize][col];
        let beside = self.layout.beside_hole_lines[row];
        if (along_row.clear >> col | along_col.clear >> row) & 1 == 1 {
            Access::Clear
        } else if (along_row.queued >> col | along_col.queued >> row) & 1 == 1 {
            Access::Queued
        } else if (along_row.open >> col | along_col.open >> row | beside >> col) & 1 == 1 {
            Access::Obstructed
        } else {
            Access::Far
        }
    }

    /// The job of the block on `square`.
    #[inline]
    pub fn job(&self, square: Square) -> Job {
        let value = self.position.values[square];
        let job = if self.layout.on_hole_line(square) {
            Job {
                worth: u32::from(value) - 1,
                duration: TURN,
                priority: self.priorities[0][square].max(self.priorities[1][square]),
            }
        } else {
            self.job_off_lines(square, value)
        };
        self.adjust_job(job, square)
    }

    /// The job the block on `from` would be on the empty `square`, all others
    /// standing as they do.
    #[inline]
    pub fn job_at(&self, square: Square, from: Square) -> Job {
        let value = self.position.values[from];
        let job = if self.layout.on_hole_line(square) {
            Job::new(u32::from(value) - 1, TURN)
        } else {
            self.job_off_lines(square, value)
        };
        self.adjust_job(job, from)
    }

    /// The job of the block on `from` in the light of the guide.
    #[inline]
    fn adjust_job(&self, job: Job, from: Square) -> Job {
        match (self.guide, self.position.block(from)) {
            (Some(guide), Some(block)) => guide.adjust(job, block),
            _ => job,
        }
    }

    #[inline]
    fn job_off_lines(&self, square: Square, value: u8) -> Job {
        let duration = match self.access(square) {
            Access::Clear => CLEAR_DURATION,
            Access::Queued => QUEUED_DURATION,
            Access::Obstructed => OBSTRUCTED_DURATION,
            Access::Far => FAR_DURATION,
        };
        Job::new(u32::from(value) - 1, duration)
    }

    /// Takes the block off `square`.
    pub fn take(&mut self, square: Square) -> Block {
        self.schedule.remove(self.job(square));
        let piece = self.position.take(square);
        for axis in Axis::BOTH {
            self.priorities[axis as usize][square] = 0;
            self.update_line(axis, square);
        }
        piece
    }

    /// Puts a block on the empty `square`.
    pub fn put(&mut self, square: Square, piece: Block) {
        self.position.put(square, piece);
        self.schedule.add(self.job(square));
        for axis in Axis::BOTH {
            self.update_line(axis, square);
        }
    }

    /// Brings the line through `square` up to date after a change there.
    fn update_line(&mut self, axis: Axis, square: Square) {
        let (line, bit) = axis.line_and_bit(square);
        let layout = self.layout;
        let segments = &layout.segments[axis as usize][line];
        if segments.is_empty() {
            self.update_access(axis, line);
        }
        for segment in segments {
            if segment.mask >> bit & 1 == 1 {
                self.update_priorities(axis, line, segment);
            }
        }
    }

    /// Brings the ways along a line up to date, and the jobs of its blocks.
    fn update_access(&mut self, axis: Axis, line: usize) {
        let old = self.line_access[axis as usize][line];
        let new = self.line_access(axis, line);
        let blocks = self.position.blocks[axis as usize][line];
        let off_lines = blocks & !self.layout.hole_lines[axis as usize][line];
        let changed = old.difference(new) & off_lines;
        for bit in bits(changed) {
            self.schedule.remove(self.job(axis.square(line, bit)));
        }
        self.line_access[axis as usize][line] = new;
        for bit in bits(changed) {
            self.schedule.add(self.job(axis.square(line, bit)));
        }
    }

    fn line_access(&self, axis: Axis, line: usize) -> LineAccess {
        let blocks = self.position.blocks[axis as usize][line];
        let crossings = self.layout.hole_lines[axis as usize][line];
        // A block on a hole line needs one turn, not two.
        let urgency = |bit: usize| {
            let worth = self.position.values[axis.square(line, bit)] - 1;
            worth << (crossings >> bit & 1)
        };
        LineAccess::new(self.layout.side, blocks, crossings, urgency)
    }

    /// Brings the priorities of a segment up to date, and the jobs of its blocks.
    fn update_priorities(&mut self, axis: Axis, line: usize, segment: &Segment) {
        let blocks = self.position.blocks[axis as usize][line] & segment.mask;
        for (bit, priority) in bits(blocks).zip(self.segment_priorities(axis, line, segment)) {
            let square = axis.square(line, bit);
            if self.priorities[axis as usize][square] != priority {
                self.schedule.remove(self.job(square));
                self.priorities[axis as usize][square] = priority;
                self.schedule.add(self.job(square));
            }
        }
    }

    /// The priorities of the blocks of a segment, lowest bit first.
    #[inline]
    fn segment_priorities(&self, axis: Axis, line: usize, segment: &Segment) -> [Priority; LINES] {
        let blocks = self.position.blocks[axis as usize][line] & segment.mask;
        let mut worths = [0; LINES];
        let mut count = 0;
        for bit in bits(blocks) {
            worths[count] = self.position.values[axis.square(line, bit)] - 1;
            count += 1;
        }
        chain::priorities(segment, &worths[..count])
    }
}
