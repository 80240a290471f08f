//! Distributions of the rolls of a case.

/// The distribution of the rolls of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollDistribution {
    /// Every die uniform
    Random,
    /// About three dice of every face in some round: the bonus is near
    Threshold,
    /// Four or five equal dice in every roll
    Equal,
    /// Four or five faces in sequence in every roll
    Straights,
}

impl RollDistribution {
    /// All distributions.
    pub const ALL: [RollDistribution; 4] = [
        RollDistribution::Random,
        RollDistribution::Threshold,
        RollDistribution::Equal,
        RollDistribution::Straights,
    ];

    /// Names and meanings, in the order of [`RollDistribution::ALL`].
    pub const WORDS: &'static [(&'static str, &'static str)] = &[
        ("random", "Every die uniform"),
        (
            "threshold",
            "About three dice of every face in some round: the bonus is near",
        ),
        ("equal", "Four or five equal dice in every roll"),
        ("straights", "Four or five faces in sequence in every roll"),
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        RollDistribution::WORDS[self as usize].0
    }

    /// Returns the distribution with this name.
    pub fn from_name(name: &str) -> Option<RollDistribution> {
        let mut all = RollDistribution::ALL.into_iter();
        all.find(|kind| kind.name() == name)
    }
}
