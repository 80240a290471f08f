//! The submission's policies and values: one each for small boards and for large boards, and another
//! policy for the largest board.

use common::tonga::Side;

use crate::base78::Decoder;
use crate::features::{FEATURES, PATTERN_FEATURES};
use crate::policy::{Policy, UNITS};
use crate::tuning::LARGEST_SMALL_SIDE;
use crate::value::{ValueFunction, TERMS};
use crate::weights::{LARGE, LARGEST, LARGE_VALUE, SMALL, SMALL_VALUE};

/// Quantisation step of the policy's direct weights. A weight is proportional to the square of its
/// digit, so values near 0 are finer.
pub const DIRECT_STEP: f32 = 0.0045;
/// Quantisation step of the weights of the hidden units.
pub const HIDDEN_STEP: f32 = 0.026;
/// Quantisation step of the value's weights.
pub const VALUE_STEP: f32 = 0.0005;

/// Decodes the policy for boards of `side`.
pub fn policy(side: Side) -> Policy {
    let weights = match side.rows() {
        Side::MAX => &LARGEST,
        rows if rows > LARGEST_SMALL_SIDE => &LARGE,
        _ => &SMALL,
    };
    let mut digits = Decoder::new(weights.rows);
    let mut rows = vec![[0.0; UNITS]; FEATURES];
    for (feature, row) in rows.iter_mut().enumerate() {
        let root = digits.next_digit();
        row[0] = root * root.abs() * DIRECT_STEP;
        if feature >= PATTERN_FEATURES {
            for weight in &mut row[1..] {
                *weight = digits.next_digit() * HIDDEN_STEP;
            }
        }
    }
    Policy { rows, output: weights.output }
}

/// Decodes the value for boards of `side`.
pub fn value(side: Side) -> ValueFunction {
    let is_small = side.rows() <= LARGEST_SMALL_SIDE;
    let mut digits = Decoder::new(if is_small { SMALL_VALUE } else { LARGE_VALUE });
    let mut row = || std::array::from_fn(|_| digits.next_pair() * VALUE_STEP);
    let weights = (0..TERMS).map(|_| row()).collect();
    ValueFunction { weights }
}
