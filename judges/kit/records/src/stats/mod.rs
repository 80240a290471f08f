//! Statistics of samples, paired differences and sequential comparisons.

mod alpha;
mod betting;
mod interval;
mod league;
mod moments;
mod paired;
mod ranking;

pub use alpha::Alpha;
pub use betting::{Finding, SequentialTest, sequential_interval};
pub use interval::{Interval, sample_size, t_quantile};
pub use league::{LeaguePlace, league};
pub use moments::{Mean, RunningMoments, mean, median, standard_deviation, standard_error};
pub use paired::{PairedCounts, PairedDifference};
pub use ranking::{Standing, log_score, ranking, relative_scores};
