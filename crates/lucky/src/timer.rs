//! The time of a case. The contest limits CPU time, so the timer counts CPU time where the system
//! provides it. This includes everything that the program does: thinking, reading calls and writing
//! answers. On other systems the timer counts the wall time within the player's calls.
//!
//! Linux keeps the CPU time of a thread in `/proc/thread-self/schedstat`, in ns, updated at every
//! tick of the scheduler. Before the first round the file is read at most once per
//! [`READ_INTERVAL`], later once per round. Within a round the timer estimates the time from the
//! work done and the calls answered. A unit of work costs as much as before the first round. The
//! calls share the rest of the time of the rounds so far. So interruptions of the program do not
//! change the work that a round gets.

use std::fs;
use std::mem;
use std::time::{Duration, Instant};

use common::clock::{Budget, Clock};

/// File with the thread's CPU time in ns, its waiting time in ns and its number of time slices.
const SCHEDSTAT: &str = "/proc/thread-self/schedstat";
/// Minimum wall time between two readings before the first round.
const READ_INTERVAL: Duration = Duration::from_millis(1);
/// Minimum CPU time assumed per wall time of thinking. Without it, a clock that stands still would
/// let the player think for ever.
const MIN_CPU_SHARE: f64 = 1.0 / 16.0;
/// Share of a time budget, in percent, for the player's calls if only wall time can be read. The
/// rest is for the hundred thousand exchanges.
const CALLS_PERCENT: u32 = 79;

/// The timer of a case.
pub enum Timer {
    Cpu(CpuTimer),
    /// Wall time within the player's calls, or work units.
    Clock(Clock),
}

impl Timer {
    /// Starts the timer. A time budget is CPU time of the whole program. With a budget of work
    /// units, play depends only on the calls.
    pub fn start(budget: Budget) -> Timer {
        match budget {
            Budget::Time(limit) => match read_cpu_time() {
                Some(used) => Timer::Cpu(CpuTimer::new(used, limit)),
                None => Timer::Clock(Clock::start(Budget::Time(limit * CALLS_PERCENT / 100))),
            },
            Budget::Work(_) => Timer::Clock(Clock::start(budget)),
        }
    }

    /// Marks the start of a call of the player.
    pub fn resume(&mut self) {
        match self {
            Timer::Cpu(timer) => timer.calls += 1,
            Timer::Clock(clock) => clock.resume(),
        }
    }

    /// Marks the end of a call of the player.
    pub fn pause(&mut self) {
        if let Timer::Clock(clock) = self {
            clock.pause();
        }
    }

    pub fn start_round(&mut self) {
        if let Timer::Cpu(timer) = self {
            timer.start_round();
        }
    }

    #[inline]
    pub fn work(&mut self, units: u64) {
        match self {
            Timer::Cpu(timer) => timer.units += units,
            Timer::Clock(clock) => clock.work(units),
        }
    }

    /// Returns the used share of the budget: 0 at the start, 1 or more when the budget is used up.
    pub fn progress(&mut self) -> f64 {
        match self {
            Timer::Cpu(timer) => timer.progress(),
            Timer::Clock(clock) => clock.progress(),
        }
    }

    /// Returns true if the budget is used up, by the last reading and the work since then.
    pub fn is_over(&self) -> bool {
        match self {
            Timer::Cpu(timer) => timer.estimate() >= timer.limit,
            Timer::Clock(clock) => clock.is_over(),
        }
    }
}

/// CPU times are in s.
pub struct CpuTimer {
    limit: f64,
    used: f64,
    read_at: Instant,
    /// Work units and calls in the present round.
    units: u64,
    calls: u64,
    rounds: Option<Rounds>,
}

struct Rounds {
    start: f64,
    unit_cost: f64,
    units: u64,
    calls: u64,
    call_cost: f64,
}

impl CpuTimer {
    fn new(used: Duration, limit: Duration) -> CpuTimer {
        CpuTimer {
            limit: limit.as_secs_f64().max(1e-9),
            used: used.as_secs_f64(),
            read_at: Instant::now(),
            units: 0,
            calls: 0,
            rounds: None,
        }
    }

    fn read(&mut self) {
        let wall = self.read_at.elapsed().as_secs_f64();
        self.read_at = Instant::now();
        let read = read_cpu_time().map_or(self.used + wall, |time| time.as_secs_f64());
        // After the first round has begun, wall time includes waiting for the judge.
        let thinking = self.rounds.is_none();
        let least = if thinking { MIN_CPU_SHARE * wall } else { 0.0 };
        self.used = read.max(self.used + least);
    }

    fn start_round(&mut self) {
        self.read();
        let (units, calls) = (mem::take(&mut self.units), mem::take(&mut self.calls));
        match &mut self.rounds {
            None => {
                self.rounds = Some(Rounds {
                    start: self.used,
                    unit_cost: self.used / units.max(1) as f64,
                    units: 0,
                    calls: 0,
                    call_cost: 0.0,
                });
            }
            Some(rounds) => {
                rounds.units += units;
                rounds.calls += calls;
                let working = rounds.units as f64 * rounds.unit_cost;
                let rest = (self.used - rounds.start - working).max(0.0);
                rounds.call_cost = rest / rounds.calls.max(1) as f64;
            }
        }
    }

    fn progress(&mut self) -> f64 {
        if self.rounds.is_none() && self.read_at.elapsed() >= READ_INTERVAL {
            self.read();
        }
        self.estimate() / self.limit
    }

    /// Estimates the present CPU time from the last reading and the work and calls since then.
    fn estimate(&self) -> f64 {
        let Some(rounds) = &self.rounds else {
            return self.used;
        };
        let (units, calls) = (self.units as f64, self.calls as f64);
        self.used + units * rounds.unit_cost + calls * rounds.call_cost
    }
}

fn read_cpu_time() -> Option<Duration> {
    let text = fs::read_to_string(SCHEDSTAT).ok()?;
    let mut fields = text.split_ascii_whitespace();
    let nanoseconds = fields.next()?.parse().ok()?;
    // A kernel without these statistics prints zeros.
    let slices: u64 = fields.nth(1)?.parse().ok()?;
    (slices > 0).then_some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_not_counted_as_cpu_time() {
        let Some(start) = read_cpu_time() else { return };
        std::thread::sleep(Duration::from_millis(30));
        let asleep = read_cpu_time().unwrap() - start;
        assert!(asleep < Duration::from_millis(20), "{asleep:?}");
        let began = Instant::now();
        while read_cpu_time().unwrap() < start + Duration::from_millis(30) {
            assert!(began.elapsed() < Duration::from_secs(60));
        }
        assert!(began.elapsed() >= Duration::from_millis(10));
    }

    #[test]
    fn a_time_budget_ends() {
        let limit = Duration::from_millis(40);
        let mut timer = Timer::start(Budget::Time(limit));
        let began = Instant::now();
        while timer.progress() < 1.0 {
            assert!(began.elapsed() < Duration::from_secs(60));
        }
        assert!(timer.is_over());
        assert!(began.elapsed() >= limit / 2);
    }

    #[test]
    fn a_round_goes_by_work_and_calls() {
        let mut timer = CpuTimer::new(Duration::ZERO, Duration::from_secs(1));
        timer.units = 50;
        // Readings never lower the time, so these are far above the real time of this test.
        let mut round = |used: f64, units: u64, calls: u64| {
            timer.used = used;
            timer.start_round();
            timer.units += units;
            timer.calls += calls;
            timer.estimate() - used
        };
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found}");
        // Before this round, a unit cost 1000 / 50 s.
        close(round(1000.0, 2, 10), 2.0 * 20.0);
        // The ten calls took 50 s in addition to two units of work.
        close(round(1090.0, 1, 4), 20.0 + 4.0 * 5.0);
        // A negative cost of calls counts as 0.
        close(round(1050.0, 3, 7), 3.0 * 20.0);
    }
}
