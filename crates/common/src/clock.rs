//! The thinking time of a submission: a budget and a clock that measures its use.

use std::env;
use std::time::{Duration, Instant};

/// A limit on thinking: a time, or a number of work units, which makes a run reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Wall time, unless the submission reads its CPU time.
    Time(Duration),
    /// Work units; each submission defines its own.
    Work(u64),
}

impl Budget {
    /// Reads the budget from the environment: `SOLVER_WORK` (work units), else `SOLVER_MS`
    /// (milliseconds), else `default`. A value that is not a number counts as unset.
    pub fn from_env(default: Duration) -> Budget {
        let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
        if let Some(units) = number("SOLVER_WORK") {
            Budget::Work(units)
        } else if let Some(ms) = number("SOLVER_MS") {
            Budget::Time(Duration::from_millis(ms))
        } else {
            Budget::Time(default)
        }
    }
}

/// A stopwatch for a [`Budget`]. It can be paused, for instance while the opponent thinks.
#[derive(Clone, Debug)]
pub struct Clock {
    budget: Budget,
    spent: Duration,
    running_since: Option<Instant>,
    work: u64,
}

impl Clock {
    /// Starts a clock.
    pub fn start(budget: Budget) -> Clock {
        Clock { budget, spent: Duration::ZERO, running_since: Some(Instant::now()), work: 0 }
    }

    /// Stops the clock until [`Clock::resume`]; does nothing to a paused clock.
    pub fn pause(&mut self) {
        if let Some(since) = self.running_since.take() {
            self.spent += since.elapsed();
        }
    }

    /// Restarts the clock; does nothing to a running one.
    pub fn resume(&mut self) {
        self.running_since.get_or_insert_with(Instant::now);
    }

    /// Returns the time spent while the clock was running.
    pub fn elapsed(&self) -> Duration {
        self.spent + self.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Adds `units` to the work done.
    #[inline]
    pub fn work(&mut self, units: u64) {
        self.work += units;
    }

    /// Returns the used share of the budget: 0 at the start, 1 or more when it is used up.
    pub fn progress(&self) -> f64 {
        match self.budget {
            Budget::Time(limit) => self.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9),
            Budget::Work(limit) => self.work as f64 / limit.max(1) as f64,
        }
    }

    /// Returns the share of the budget that `units` of work take at the mean speed so far: 0 before
    /// the first unit, and for a budget of work.
    pub fn expected_share(&self, units: u64) -> f64 {
        match self.budget {
            Budget::Time(_) if self.work > 0 => self.progress() * units as f64 / self.work as f64,
            _ => 0.0,
        }
    }

    /// Returns true if the budget is used up.
    pub fn is_over(&self) -> bool {
        match self.budget {
            Budget::Time(limit) => self.elapsed() >= limit,
            Budget::Work(limit) => self.work >= limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_exactly() {
        let mut clock = Clock::start(Budget::Work(4));
        clock.work(3);
        assert!(!clock.is_over());
        assert_eq!(clock.progress(), 0.75);
        clock.work(1);
        assert!(clock.is_over());
    }

    #[test]
    fn a_paused_clock_stands_still() {
        let mut clock = Clock::start(Budget::Time(Duration::from_secs(1000)));
        assert_eq!(clock.expected_share(5), 0.0);
        clock.work(10);
        clock.pause();
        assert_eq!(clock.expected_share(5), clock.progress() / 2.0);
        let at_pause = clock.elapsed();
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(clock.elapsed(), at_pause);
        clock.resume();
        std::thread::sleep(Duration::from_millis(5));
        assert!(clock.elapsed() > at_pause);
    }
}
