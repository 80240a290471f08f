//! Statistics of samples, paired differences and sequential comparisons.

mod betting;
mod interval;
mod league;
mod moments;
mod paired;
mod ranking;
mod significance;

pub use betting::{Decision, SequentialTest, sequential_interval};
pub use interval::{Interval, critical_value, sample_size};
pub use league::{LeaguePlace, league};
pub(crate) use moments::standard_deviation;
pub use moments::{Mean, mean, median, standard_error};
pub use paired::{PairedCounts, PairedDifference};
pub use ranking::{Standing, log_score, ranking, relative_scores};
pub use significance::SignificanceLevel;
