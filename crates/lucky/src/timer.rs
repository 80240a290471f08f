//! The time of a case. The contest limits CPU time: thinking, reading calls and writing answers.

use std::fs;
use std::time::{Duration, Instant};

use common::clock::Budget;

/// File with the thread's CPU time in ns, its waiting time in ns and its number of time slices.
/// Linux updates it at every tick of the scheduler.
const SCHEDSTAT: &str = "/proc/thread-self/schedstat";
/// Maximum wall time per CPU time: the file may stand still. At this ratio the budget lasts nearly
/// as long as a judge waits, 30 s.
const MAX_WALL_PER_CPU: u32 = 16;

/// The timer of a case.
pub struct Timer {
    budget: Budget,
    start: Instant,
    /// Work units done.
    work: u64,
}

impl Timer {
    /// Starts the timer. A time budget is CPU time of the program, or wall time where no CPU time
    /// can be read. With a budget of work units, play depends only on the calls.
    pub fn start(budget: Budget) -> Timer {
        Timer { budget, start: Instant::now(), work: 0 }
    }

    /// Adds units to the work done.
    pub fn work(&mut self, units: u64) {
        self.work += units;
    }

    /// Returns the used share of the budget: 0 at the start, 1 or more when it is used up. Reads a
    /// file if the budget is time.
    pub fn progress(&self) -> f64 {
        match self.budget {
            Budget::Time(limit) => {
                let wall = self.start.elapsed();
                let used = cpu_time().map_or(wall, |cpu| cpu.max(wall / MAX_WALL_PER_CPU));
                used.as_secs_f64() / limit.as_secs_f64().max(1e-9)
            }
            Budget::Work(limit) => self.work as f64 / limit.max(1) as f64,
        }
    }
}

fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string(SCHEDSTAT).ok()?;
    let mut fields = text.split_ascii_whitespace();
    let nanoseconds = fields.next()?.parse().ok()?;
    // A kernel without these statistics prints zeros.
    let slices: u64 = fields.nth(1)?.parse().ok()?;
    (slices > 0).then_some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Instant;

    use super::*;

    #[test]
    fn sleep_is_not_counted_as_cpu_time() {
        let Some(start) = cpu_time() else { return };
        thread::sleep(Duration::from_millis(30));
        let asleep = cpu_time().unwrap() - start;
        assert!(asleep < Duration::from_millis(20), "{asleep:?}");
    }

    #[test]
    fn a_time_budget_ends_and_no_earlier_than_its_time() {
        // The CPU time of the thread includes what it did before.
        let used = cpu_time().unwrap_or_default();
        let limit = used + Duration::from_millis(40);
        let timer = Timer::start(Budget::Time(limit));
        let began = Instant::now();
        while timer.progress() < 1.0 {
            assert!(began.elapsed() < Duration::from_secs(60));
        }
        assert!(began.elapsed() >= Duration::from_millis(20));
    }
}
