//! Statistics: of samples, of paired differences, and over the records of runs.

mod alpha;
mod betting;
mod holm;
mod interval;
mod moments;
mod ranking;
mod signs;
mod summary;
mod wilcoxon;

pub use alpha::Alpha;
pub use betting::{ConfidenceSequence, Finding, SequentialTest};
pub use holm::holm;
pub use interval::{Interval, bootstrap_interval, t_interval, t_test};
pub use moments::{mean, median, standard_deviation, standard_error};
pub use ranking::{Standing, log_score, ranking, relative_scores};
pub use signs::Outcomes;
pub use summary::{Summaries, Summary};
pub use wilcoxon::wilcoxon;
