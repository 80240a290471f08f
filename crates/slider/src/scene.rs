//! A position and the schedule of its blocks, kept up to date block by block.
//!
//! What a block is charged depends only on its row and its column, so a turn
//! touches the jobs of four lines at most:
//!
//! * on a hole line it takes one turn, and its key is that of its chain;
//! * off the hole lines it takes about two if one turn brings it onto such a
//!   line: the square beside, or one where a block or the border stops it.

use crate::chain;
use crate::field::Field;
use crate::position::{bits, bits_down, Axis, Position, Square, LINES};
use crate::reach::{flow_down, flow_up};
use crate::schedule::{self, Job, Key, Schedule, KEYS, TURN};
use crate::settings::Charges;

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

/// The squares of a line from which one turn along it ends on a hole line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Ways {
    /// If no other block is in the way.
    open: u32,
    /// Once more urgent blocks have left.
    in_turn: u32,
    /// As the blocks stand.
    clear: u32,
}

/// A position, what its lines say about their blocks, and the schedule.
pub struct Scene<'a> {
    field: &'a Field,
    charges: &'a Charges,
    position: Position,
    keys: [[Key; LINES * LINES]; 2],
    ways: [[Ways; LINES]; 2],
    schedule: Schedule,
}

impl<'a> Scene<'a> {
    /// The scene of a position.
    pub fn new(field: &'a Field, charges: &'a Charges, position: &Position) -> Scene<'a> {
        let mut scene = Scene {
            field,
            charges,
            position: position.clone(),
            keys: [[0; LINES * LINES]; 2],
            ways: [[Ways::default(); LINES]; 2],
            schedule: Schedule::EMPTY,
        };
        for axis in Axis::BOTH {
            for line in 0..field.side {
                scene.ways[axis as usize][line] = scene.ways_along(axis, line);
                for index in 0..field.segments[axis as usize][line].len() {
                    scene.each_key(axis, line, index, |scene, square, key| {
                        scene.keys[axis as usize][square] = key;
                    });
                }
            }
        }
        for square in position.squares() {
            let job = scene.job(square);
            scene.schedule.add(job);
        }
        scene
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The schedule of all blocks.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// How a block on `square`, off the hole lines, gets onto one.
    #[inline]
    pub fn access(&self, square: Square) -> Access {
        let (row, col) = Axis::Row.place(square);
        let along_row = &self.ways[Axis::Row as usize][row];
        let along_col = &self.ways[Axis::Col as usize][col];
        if (along_row.clear >> col | along_col.clear >> row) & 1 == 1 {
            Access::Clear
        } else if (along_row.in_turn >> col | along_col.in_turn >> row) & 1 == 1 {
            Access::InTurn
        } else if (along_row.open >> col | along_col.open >> row | self.field.beside[row] >> col)
            & 1
            == 1
        {
            Access::ShutIn
        } else {
            Access::Far
        }
    }

    /// The job of the block on `square`.
    #[inline]
    pub fn job(&self, square: Square) -> Job {
        let value = self.position.values[square];
        if self.field.on_hole_line(square) {
            let [row_key, col_key] = [self.keys[0][square], self.keys[1][square]];
            Job {
                worth: u32::from(value) - 1,
                charge: TURN,
                key: row_key.max(col_key),
            }
        } else {
            self.job_off_lines(square, value)
        }
    }

    /// The job a block of this value would be on the empty `square`, all
    /// others standing as they do.
    #[inline]
    pub fn job_at(&self, square: Square, value: u8) -> Job {
        if self.field.on_hole_line(square) {
            let worth = u32::from(value) - 1;
            Job {
                worth,
                charge: TURN,
                key: schedule::key(worth, TURN),
            }
        } else {
            self.job_off_lines(square, value)
        }
    }

    #[inline]
    fn job_off_lines(&self, square: Square, value: u8) -> Job {
        let worth = u32::from(value) - 1;
        let charge = match self.access(square) {
            Access::Clear => self.charges.clear,
            Access::InTurn => self.charges.in_turn,
            Access::ShutIn => self.charges.shut_in,
            Access::Far => self.charges.far,
        };
        Job {
            worth,
            charge,
            key: schedule::key(worth, charge),
        }
    }

    /// Takes the block off `square` and returns its value.
    pub fn take(&mut self, square: Square) -> u8 {
        self.schedule.remove(self.job(square));
        let value = self.position.take(square);
        for axis in Axis::BOTH {
            self.keys[axis as usize][square] = 0;
            self.refresh(axis, square);
        }
        value
    }

    /// Puts a block on the empty `square`.
    pub fn put(&mut self, square: Square, value: u8) {
        self.position.put(square, value);
        self.schedule.add(self.job(square));
        for axis in Axis::BOTH {
            self.refresh(axis, square);
        }
    }

    /// Brings the line through `square` up to date after a change there.
    fn refresh(&mut self, axis: Axis, square: Square) {
        let (line, bit) = axis.place(square);
        self.refresh_ways(axis, line);
        let field = self.field;
        for (index, segment) in field.segments[axis as usize][line].iter().enumerate() {
            if segment.mask >> bit & 1 == 1 {
                self.each_key(axis, line, index, |scene, square, key| {
                    if scene.keys[axis as usize][square] != key {
                        scene.schedule.remove(scene.job(square));
                        scene.keys[axis as usize][square] = key;
                        scene.schedule.add(scene.job(square));
                    }
                });
            }
        }
    }

    fn refresh_ways(&mut self, axis: Axis, line: usize) {
        let old = self.ways[axis as usize][line];
        let new = self.ways_along(axis, line);
        let blocks = self.position.blocks[axis as usize][line];
        let off_lines = blocks & !self.field.hole_lines[axis as usize][line];
        let changed = (old.open ^ new.open) | (old.in_turn ^ new.in_turn) | (old.clear ^ new.clear);
        for bit in bits(changed & off_lines) {
            self.schedule.remove(self.job(axis.square(line, bit)));
        }
        self.ways[axis as usize][line] = new;
        for bit in bits(changed & off_lines) {
            self.schedule.add(self.job(axis.square(line, bit)));
        }
    }

    fn ways_along(&self, axis: Axis, line: usize) -> Ways {
        let blocks = self.position.blocks[axis as usize][line];
        let free = !blocks & !self.field.holes[axis as usize][line];
        let stand = free & self.field.hole_lines[axis as usize][line];
        let stopped_above = stand & (blocks >> 1 | 1 << (self.field.side - 1));
        let stopped_below = stand & (blocks << 1 | 1);
        let open = all_below(stopped_above) | all_above(stopped_below);
        let clear =
            flow_down(stopped_above, free) | flow_up(stopped_below, free) | stand << 1 | stand >> 1;
        let on_lines = self.field.hole_lines[axis as usize][line];
        let waiting = blocks & !on_lines & !clear;
        let in_turn = if waiting == 0 {
            0
        } else {
            self.in_turn(axis, line, stopped_above, stopped_below) & waiting
        };
        Ways {
            open,
            in_turn,
            clear,
        }
    }

    /// The blocks that only wait for others at least as urgent. A block on a
    /// hole line needs one turn, not two, so it is twice as urgent.
    fn in_turn(&self, axis: Axis, line: usize, stopped_above: u32, stopped_below: u32) -> u32 {
        let blocks = self.position.blocks[axis as usize][line];
        let on_lines = self.field.hole_lines[axis as usize][line];
        let urgency = |bit: usize| {
            let worth = self.position.values[axis.square(line, bit)] - 1;
            worth << (on_lines >> bit & 1)
        };
        let mut found = 0;
        let mut least = None;
        for bit in bits_down(blocks | stopped_above) {
            if stopped_above >> bit & 1 == 1 {
                least = Some(u8::MAX);
            } else if let Some(before) = least {
                let own = urgency(bit);
                found |= u32::from(own <= before) << bit;
                least = Some(own.min(before));
            }
        }
        least = None;
        for bit in bits(blocks | stopped_below) {
            if stopped_below >> bit & 1 == 1 {
                least = Some(u8::MAX);
            } else if let Some(before) = least {
                let own = urgency(bit);
                found |= u32::from(own <= before) << bit;
                least = Some(own.min(before));
            }
        }
        for bit in bits(blocks & on_lines) {
            let own = urgency(bit);
            for next in [bit + 1, bit.wrapping_sub(1)] {
                if next < LINES && blocks >> next & 1 == 1 && urgency(next) <= own {
                    found |= 1 << next;
                }
            }
        }
        found
    }

    /// Calls `visit` with each block of a segment and its key there.
    #[inline]
    fn each_key(
        &mut self,
        axis: Axis,
        line: usize,
        index: usize,
        mut visit: impl FnMut(&mut Self, Square, Key),
    ) {
        let segment = &self.field.segments[axis as usize][line][index];
        let mut worths = [0; LINES];
        let mut keys = [0; LINES];
        let blocks = self.position.blocks[axis as usize][line] & segment.mask;
        let mut count = 0;
        for bit in bits(blocks) {
            worths[count] = self.position.values[axis.square(line, bit)] - 1;
            count += 1;
        }
        chain::keys(segment, &worths[..count], &mut keys[..count]);
        for (bit, key) in bits(blocks).zip(keys) {
            visit(self, axis.square(line, bit), key);
        }
    }

    /// What a stopper on each square would spare the blocks that have no way
    /// yet: charge times worth behind it in the schedule (`sums`). By square.
    pub fn stopper_gains(&self, sums: &[i32; KEYS], gains: &mut [i32; LINES * LINES]) {
        let mut far = [[0; LINES]; 2];
        for (row, &blocks) in self.position.blocks[Axis::Row as usize].iter().enumerate() {
            let beside = self.field.beside[row] | self.field.hole_lines[Axis::Row as usize][row];
            for col in bits(blocks & !beside & !self.ways[Axis::Row as usize][row].open) {
                if self.access(row * LINES + col) == Access::Far {
                    far[Axis::Row as usize][row] |= 1 << col;
                    far[Axis::Col as usize][col] |= 1 << row;
                }
            }
        }
        for axis in Axis::BOTH {
            for (line, &far) in far[axis as usize].iter().enumerate() {
                if far != 0 {
                    self.stopper_gains_along(axis, line, far, sums, gains);
                }
            }
        }
    }

    fn stopper_gains_along(
        &self,
        axis: Axis,
        line: usize,
        far: u32,
        sums: &[i32; KEYS],
        gains: &mut [i32; LINES * LINES],
    ) {
        let spared = (self.charges.far - self.charges.clear) as i32;
        let gain = |served: u32| -> i32 {
            let of = |bit| {
                let job = self.job(axis.square(line, bit));
                sums[job.key as usize] * spared
            };
            bits(served).map(of).sum()
        };
        let blocks = self.position.blocks[axis as usize][line];
        let free = !blocks & !self.field.holes[axis as usize][line] & self.field.line;
        let stand = free & self.field.hole_lines[axis as usize][line];
        for bit in bits(stand & free >> 1) {
            gains[axis.square(line, bit + 1)] += gain(far & all_below(1 << bit));
        }
        for bit in bits(stand & free << 1) {
            gains[axis.square(line, bit - 1)] += gain(far & all_above(1 << bit));
        }
    }
}

/// The bits below the highest of `word`.
#[inline]
fn all_below(word: u32) -> u32 {
    match word {
        0 => 0,
        _ => (1 << (31 - word.leading_zeros())) - 1,
    }
}

/// The bits above the lowest of `word`.
#[inline]
fn all_above(word: u32) -> u32 {
    match word {
        0 => 0,
        _ => !(word ^ (word - 1)),
    }
}
