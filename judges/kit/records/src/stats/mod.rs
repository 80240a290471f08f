//! Statistics of samples, paired differences and sequential comparisons.

mod betting;
mod league;
mod moments;
mod paired;
mod sequential;
mod significance;

pub use betting::{Population, sequential_interval};
pub use league::{CaseValue, LeaguePlace, Standing, league, ranking};
pub use moments::{Mean, mean, median, standard_error};
pub use paired::{Interval, PairedCounts, PairedDifference};
pub use sequential::{Decision, Hypotheses, ProbabilityRatioTest, SequentialTest};
pub use significance::{SignificanceLevel, holm};
