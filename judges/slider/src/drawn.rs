//! A case and the fill probability with which it was drawn.

use std::fmt;

use common::slider::Case;

/// A case. If it was drawn, `fill` is the probability with which its cells were filled.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The case itself.
    pub case: Case,
    /// Probability of a block on a cell without a hole; `None` if the case was read.
    pub fill: Option<f64>,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.case.fmt(f)
    }
}
