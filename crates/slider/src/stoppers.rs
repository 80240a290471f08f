//! What a block would be worth as a stopper for others.

use crate::field::Field;
use crate::position::{bits, Axis, Mask, LINES};
use crate::scene::{Access, Scene};
use crate::schedule::KEYS;
use crate::ways::{all_above, all_below};

/// Gains by square, in points times 1/8.
pub type Gains = [i32; LINES * LINES];

/// Sets in `gains` what a stopper on each square would spare the blocks that
/// have no way to a hole line yet. `sums` is [`crate::schedule::Schedule::worth_up_to`].
pub fn find(field: &Field, scene: &Scene, sums: &[i32; KEYS], gains: &mut Gains) {
    gains.fill(0);
    let far = far_blocks(field, scene);
    for axis in Axis::BOTH {
        for (line, &far) in far[axis as usize].iter().enumerate() {
            if far != 0 {
                add_line(field, scene, sums, axis, line, far, gains);
            }
        }
    }
}

/// The blocks without a way to a hole line, by [`Axis`].
fn far_blocks(field: &Field, scene: &Scene) -> [Mask; 2] {
    let mut far = [[0; LINES]; 2];
    for square in scene.position().squares() {
        if !field.on_hole_line(square) && scene.access(square) == Access::Far {
            for axis in Axis::BOTH {
                let (line, bit) = axis.place(square);
                far[axis as usize][line] |= 1 << bit;
            }
        }
    }
    far
}

/// A slide along the line would end on a hole line next to the stopper.
fn add_line(
    field: &Field,
    scene: &Scene,
    sums: &[i32; KEYS],
    axis: Axis,
    line: usize,
    far: u32,
    gains: &mut Gains,
) {
    let gain = |served: u32| -> i32 {
        bits(served)
            .map(|bit| sums[scene.job(axis.square(line, bit)).key as usize] * scene.spared())
            .sum()
    };
    let blocks = scene.position().blocks[axis as usize][line];
    let free = field.line & !blocks & !field.holes[axis as usize][line];
    let ends = free & field.hole_lines[axis as usize][line];
    for bit in bits(ends & free >> 1) {
        gains[axis.square(line, bit + 1)] += gain(far & all_below(1 << bit));
    }
    for bit in bits(ends & free << 1) {
        gains[axis.square(line, bit - 1)] += gain(far & all_above(1 << bit));
    }
}
