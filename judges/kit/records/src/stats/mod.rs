//! Statistics: of samples, of paired differences, and of comparisons that go on until the
//! evidence is enough.

mod alpha;
mod betting;
mod holm;
mod interval;
mod league;
mod moments;
mod ranking;
mod signs;
mod wilcoxon;

pub use alpha::Alpha;
pub use betting::{ConfidenceSequence, Finding, SequentialTest};
pub use holm::holm;
pub use interval::{Interval, bootstrap_interval, sample_size, t_interval, t_test};
pub use league::{LeaguePlace, league};
pub use moments::{Mean, RunningMoments, mean, median, standard_deviation, standard_error};
pub use ranking::{Standing, log_score, ranking, relative_scores};
pub use signs::Outcomes;
pub use wilcoxon::wilcoxon;
