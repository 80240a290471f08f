//! Estimates the points that the remaining blocks will score: the relaxation of the game to the
//! one-machine problem 1‖ΣwC, which the WSPT rule solves (Smith, 1956).
//!
//! The blocks are jobs: a job has a weight (its worth) and a duration (its expected number of
//! turns). The multiplier falls by one per turn, so the goal is a minimum sum of weighted
//! completion times. In the best order, weight per duration descends. This
//! ratio, in 65 steps, is the priority. An estimate needs only sums by priority, so a job is added
//! or removed in constant time.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eighths(u16);

impl Eighths {
    pub const TURN: Eighths = Eighths(8);

    pub const fn new(count: u16) -> Eighths {
        Eighths(count)
    }

    pub const fn turns(count: u16) -> Eighths {
        Eighths(count * Eighths::TURN.0)
    }

    #[inline]
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// Smith's ratio of a job: its worth per turn, in steps of 1/8, rounded down. Jobs of higher
/// priority come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Priority(u8);

impl Priority {
    /// Number of priorities: 0 to 8 points per turn in steps of 1/8.
    const COUNT: usize = 8 * 8 + 1;
    /// Priority of jobs that are not scheduled.
    pub const NONE: Priority = Priority(0);
    /// The lowest priority of a scheduled job.
    pub const LOWEST: Priority = Priority(1);
    pub const HIGHEST: Priority = Priority(Priority::COUNT as u8 - 1);

    /// Returns the priority of a job with up to 8 points per turn of its duration.
    #[inline]
    pub fn of(worth: u32, duration: Eighths) -> Priority {
        Priority((worth * 8 * u32::from(Eighths::TURN.0) / u32::from(duration.0)) as u8)
    }

    /// Returns the mean of two priorities, rounded up.
    #[inline]
    pub fn mean(self, other: Priority) -> Priority {
        Priority((self.0 + other.0).div_ceil(2))
    }

    #[inline]
    pub fn is_scheduled(self) -> bool {
        self > Priority::NONE
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Points per unit of the multiplier, 0 to 8.
    pub worth: u8,
    pub duration: Eighths,
    pub priority: Priority,
}

impl Job {
    /// Returns a job that does not wait for others, so that its own ratio is its priority.
    #[inline]
    pub fn new(worth: u8, duration: Eighths) -> Job {
        Job { worth, duration, priority: Priority::of(u32::from(worth), duration) }
    }
}

/// Sums over all jobs, by priority. Jobs of the same priority share their turns evenly, so their
/// order does not matter.
#[derive(Clone)]
pub struct Schedule {
    sums: [Sums; Priority::COUNT],
    /// Bit 64 - p is set if a job of priority p > 0 was ever added.
    used: u64,
}

#[derive(Clone, Copy)]
struct Sums {
    worth: i32,
    duration: i32,
    /// Sum of worth times duration.
    product: i32,
}

#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    pub points: i64,
    /// Number of turns until the last job ends or the turns run out.
    pub turns: f64,
}

impl Schedule {
    pub const EMPTY: Schedule =
        Schedule { sums: [Sums { worth: 0, duration: 0, product: 0 }; Priority::COUNT], used: 0 };

    #[inline]
    pub fn add(&mut self, job: Job) {
        self.count(job, 1);
    }

    #[inline]
    pub fn remove(&mut self, job: Job) {
        self.count(job, -1);
    }

    #[inline]
    fn count(&mut self, job: Job, times: i32) {
        let (worth, duration) = (times * i32::from(job.worth), i32::from(job.duration.0));
        let sums = &mut self.sums[job.priority.index()];
        sums.worth += worth;
        sums.duration += times * duration;
        sums.product += worth * duration;
        self.used |= 1u64.checked_shl(64 - u32::from(job.priority.0)).unwrap_or(0);
    }

    pub fn delay_costs(&self) -> DelayCosts {
        let mut sums = self.sums.map(|sums| sums.worth);
        for priority in 1..Priority::COUNT {
            sums[priority] += sums[priority - 1];
        }
        DelayCosts(sums)
    }

    /// Estimates the points of all scheduled jobs if the next turn has this `multiplier`.
    pub fn estimate(&self, multiplier: u32) -> Estimate {
        const TURN: i32 = Eighths::TURN.0 as i32;
        // A job of d eighths starts with `left` eighths and ends at the multiplier (left - d) / 8.
        let start = (multiplier as i32 + 1) * TURN;
        let mut left = start;
        // Twice the points, in eighths.
        let mut twice = 0i64;
        let mut used = self.used;
        while used != 0 {
            let bit = used.trailing_zeros();
            used &= used - 1;
            let Sums { worth, duration, product } = self.sums[64 - bit as usize];
            if duration > left {
                if left > TURN {
                    let played = i64::from(worth) * i64::from(left) / i64::from(duration);
                    twice += played * i64::from(left - TURN);
                }
                left = 0;
                break;
            }
            // The sum over the jobs, as the mean of an order and its reverse.
            twice += i64::from(2 * worth * left - product - worth * duration);
            left -= duration;
        }
        Estimate {
            points: twice / (2 * TURN as i64),
            turns: f64::from(start - left) / f64::from(TURN),
        }
    }
}

/// By priority of a job that causes a delay: the cost to jobs of the same and lower priorities.
pub struct DelayCosts([i32; Priority::COUNT]);

impl DelayCosts {
    /// Returns the points lost by a delay of one turn.
    #[inline]
    pub fn per_turn(&self, priority: Priority) -> i32 {
        self.0[priority.index()]
    }

    /// Returns the points lost by the duration of a job, in eighths of a point.
    #[inline]
    pub fn of(&self, job: Job) -> i32 {
        self.0[job.priority.index()] * i32::from(job.duration.0)
    }

    /// Returns the points lost if everything is delayed by one turn, in eighths.
    #[inline]
    pub fn of_all(&self) -> i32 {
        self.0[Priority::HIGHEST.index()] * i32::from(Eighths::TURN.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_mean_of_priorities_is_rounded_up() {
        let [two, three, four] = [2, 3, 4].map(|worth| Priority::of(worth, Eighths::TURN));
        assert_eq!(two.mean(four), three);
        assert_eq!(Priority::LOWEST.mean(Priority::NONE), Priority::LOWEST);
        assert_eq!(Priority::of(8, Eighths::TURN), Priority::HIGHEST);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn an_estimate_is_what_the_jobs_bring_one_by_one(
            jobs in proptest::collection::vec(
                (0u8..=8, prop_oneof![Just(8u16), Just(16), Just(24)]),
                0..40,
            ),
        ) {
            let mut schedule = Schedule::EMPTY;
            let mut list = Vec::new();
            for &(worth, eighths) in &jobs {
                schedule.add(Job::new(worth, Eighths::new(eighths)));
                list.push((u32::from(worth), u32::from(eighths)));
            }
            list.sort_by(|a, b| (b.0 * a.1).cmp(&(a.0 * b.1)));
            let (mut points, mut left) = (0, 900);
            for (worth, eighths) in list.into_iter().filter(|&(worth, _)| worth > 0) {
                left -= eighths / 8;
                points += i64::from(worth * (left + 1));
            }
            let estimate = schedule.estimate(900).points;
            // The order of jobs of equal priority but different ratios is arbitrary: 24 eighths are
            // not a multiple of every worth.
            let slack = 40 * 40;
            prop_assert!((estimate - points).abs() <= slack, "{estimate} {points}");
            if jobs.iter().all(|&(_, eighths)| eighths != 24) {
                prop_assert_eq!(estimate, points);
            }
        }
    }
}
