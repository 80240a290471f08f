//! A position and the schedule of its blocks, kept up to date block by block.
//!
//! What a block is charged depends only on its row and its column, so a turn
//! touches the jobs of four lines at most:
//!
//! * on a hole line it takes one turn, and its key is that of its chain;
//! * off the hole lines it takes about two if one turn brings it onto such a
//!   line: the square beside, or one where a block or the border stops it.

use crate::chain;
use crate::field::{Field, Segment};
use crate::guide::Guide;
use crate::position::{bits, Axis, Piece, Position, Square, LINES};
use crate::schedule::{Job, Key, Schedule, TURN};
use crate::ways::Ways;

// What a block off the hole lines is expected to cost, in units of 1/8 turn.
/// One turn leads to a hole line, with nothing in its way.
const CLEAR: u32 = 16;
/// One turn will, once blocks that are more urgent have left.
const IN_TURN: u32 = 17;
/// One turn would, were it not for other blocks.
const SHUT_IN: u32 = 20;
/// No turn would.
const FAR: u32 = 23;

/// The way of a block that is off the hole lines onto one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// No single turn leads there.
    Far,
    /// One turn would, but blocks are in the way that may have to wait longer.
    ShutIn,
    /// One turn would, once blocks have left that are more urgent anyway.
    InTurn,
    /// One turn leads there.
    Clear,
}

/// A position, what its lines say about their blocks, and the schedule.
pub struct Scene<'a> {
    field: &'a Field,
    guide: Option<&'a Guide>,
    position: Position,
    keys: [[Key; LINES * LINES]; 2],
    ways: [[Ways; LINES]; 2],
    schedule: Schedule,
}

impl<'a> Scene<'a> {
    /// The scene of a position, its jobs revised by what a play taught.
    pub fn new(field: &'a Field, position: &Position, guide: Option<&'a Guide>) -> Scene<'a> {
        let mut scene = Scene {
            field,
            guide,
            position: position.clone(),
            keys: [[0; LINES * LINES]; 2],
            ways: [[Ways::default(); LINES]; 2],
            schedule: Schedule::EMPTY,
        };
        for axis in Axis::BOTH {
            for line in 0..field.side {
                scene.survey(axis, line);
            }
        }
        for square in position.squares() {
            let job = scene.job(square);
            scene.schedule.add(job);
        }
        scene
    }

    /// Fills in what a line says, before the jobs are counted.
    fn survey(&mut self, axis: Axis, line: usize) {
        let field = self.field;
        let segments = &field.segments[axis as usize][line];
        if segments.is_empty() {
            self.ways[axis as usize][line] = self.ways_along(axis, line);
        }
        for segment in segments {
            let blocks = self.position.blocks[axis as usize][line] & segment.mask;
            for (bit, key) in bits(blocks).zip(self.keys_along(axis, line, segment)) {
                self.keys[axis as usize][axis.square(line, bit)] = key;
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
    /// charge.
    pub fn spared(&self) -> i32 {
        (FAR - CLEAR) as i32
    }

    /// How a block on `square`, off the hole lines, gets onto one.
    #[inline]
    pub fn access(&self, square: Square) -> Access {
        let (row, col) = Axis::Row.place(square);
        let along_row = &self.ways[Axis::Row as usize][row];
        let along_col = &self.ways[Axis::Col as usize][col];
        let beside = self.field.beside[row];
        if (along_row.clear >> col | along_col.clear >> row) & 1 == 1 {
            Access::Clear
        } else if (along_row.in_turn >> col | along_col.in_turn >> row) & 1 == 1 {
            Access::InTurn
        } else if (along_row.open >> col | along_col.open >> row | beside >> col) & 1 == 1 {
            Access::ShutIn
        } else {
            Access::Far
        }
    }

    /// The job of the block on `square`.
    #[inline]
    pub fn job(&self, square: Square) -> Job {
        let value = self.position.values[square];
        let job = if self.field.on_hole_line(square) {
            Job {
                worth: u32::from(value) - 1,
                charge: TURN,
                key: self.keys[0][square].max(self.keys[1][square]),
            }
        } else {
            self.job_off_lines(square, value)
        };
        self.revise(job, square)
    }

    /// The job the block on `from` would be on the empty `square`, all others
    /// standing as they do.
    #[inline]
    pub fn job_at(&self, square: Square, from: Square) -> Job {
        let value = self.position.values[from];
        let job = if self.field.on_hole_line(square) {
            Job::new(u32::from(value) - 1, TURN)
        } else {
            self.job_off_lines(square, value)
        };
        self.revise(job, from)
    }

    /// The job of the block on `from` in the light of the guide.
    #[inline]
    fn revise(&self, job: Job, from: Square) -> Job {
        match (self.guide, self.position.block(from)) {
            (Some(guide), Some(block)) => guide.revise(job, block),
            _ => job,
        }
    }

    #[inline]
    fn job_off_lines(&self, square: Square, value: u8) -> Job {
        let charge = match self.access(square) {
            Access::Clear => CLEAR,
            Access::InTurn => IN_TURN,
            Access::ShutIn => SHUT_IN,
            Access::Far => FAR,
        };
        Job::new(u32::from(value) - 1, charge)
    }

    /// Takes the block off `square`.
    pub fn take(&mut self, square: Square) -> Piece {
        self.schedule.remove(self.job(square));
        let piece = self.position.take(square);
        for axis in Axis::BOTH {
            self.keys[axis as usize][square] = 0;
            self.refresh(axis, square);
        }
        piece
    }

    /// Puts a block on the empty `square`.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.position.put(square, piece);
        self.schedule.add(self.job(square));
        for axis in Axis::BOTH {
            self.refresh(axis, square);
        }
    }

    /// Brings the line through `square` up to date after a change there.
    fn refresh(&mut self, axis: Axis, square: Square) {
        let (line, bit) = axis.place(square);
        let field = self.field;
        let segments = &field.segments[axis as usize][line];
        if segments.is_empty() {
            self.refresh_ways(axis, line);
        }
        for segment in segments {
            if segment.mask >> bit & 1 == 1 {
                self.refresh_keys(axis, line, segment);
            }
        }
    }

    /// Brings the ways along a line up to date, and the jobs of its blocks.
    fn refresh_ways(&mut self, axis: Axis, line: usize) {
        let old = self.ways[axis as usize][line];
        let new = self.ways_along(axis, line);
        let blocks = self.position.blocks[axis as usize][line];
        let off_lines = blocks & !self.field.hole_lines[axis as usize][line];
        let changed = old.difference(new) & off_lines;
        for bit in bits(changed) {
            self.schedule.remove(self.job(axis.square(line, bit)));
        }
        self.ways[axis as usize][line] = new;
        for bit in bits(changed) {
            self.schedule.add(self.job(axis.square(line, bit)));
        }
    }

    fn ways_along(&self, axis: Axis, line: usize) -> Ways {
        let blocks = self.position.blocks[axis as usize][line];
        let crossings = self.field.hole_lines[axis as usize][line];
        // A block on a hole line needs one turn, not two.
        let urgency = |bit: usize| {
            let worth = self.position.values[axis.square(line, bit)] - 1;
            worth << (crossings >> bit & 1)
        };
        Ways::new(self.field.side, blocks, crossings, urgency)
    }

    /// Brings the keys of a segment up to date, and the jobs of its blocks.
    fn refresh_keys(&mut self, axis: Axis, line: usize, segment: &Segment) {
        let blocks = self.position.blocks[axis as usize][line] & segment.mask;
        for (bit, key) in bits(blocks).zip(self.keys_along(axis, line, segment)) {
            let square = axis.square(line, bit);
            if self.keys[axis as usize][square] != key {
                self.schedule.remove(self.job(square));
                self.keys[axis as usize][square] = key;
                self.schedule.add(self.job(square));
            }
        }
    }

    /// The keys of the blocks of a segment, lowest bit first.
    #[inline]
    fn keys_along(&self, axis: Axis, line: usize, segment: &Segment) -> [Key; LINES] {
        let blocks = self.position.blocks[axis as usize][line] & segment.mask;
        let mut worths = [0; LINES];
        let mut count = 0;
        for bit in bits(blocks) {
            worths[count] = self.position.values[axis.square(line, bit)] - 1;
            count += 1;
        }
        chain::keys(segment, &worths[..count])
    }
}
