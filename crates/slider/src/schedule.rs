//! What the blocks left will score if they fall one after the other, the most
//! urgent first (Smith, 1956).

/// Units of a duration in one turn.
pub const TURN: u32 = 8;

/// How urgent a block is: its worth per turn in steps of 1/8, rounded down.
pub type Priority = u8;

/// Number of priorities: worths are at most 8.
pub const PRIORITIES: usize = 8 * 8 + 1;

/// The priority of jobs that are worth `worth` and take `duration` units.
#[inline]
pub fn priority(worth: u32, duration: u32) -> Priority {
    (worth * 8 * TURN / duration) as Priority
}

/// One block to be played: its worth, its duration in units and its priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Points per unit of the multiplier.
    pub worth: u32,
    /// Expected turns, in units of 1 / [`TURN`].
    pub duration: u32,
    /// When it is to be played.
    pub priority: Priority,
}

impl Job {
    /// A job that waits for no other.
    #[inline]
    pub fn new(worth: u32, duration: u32) -> Job {
        Job {
            worth,
            duration,
            priority: priority(worth, duration),
        }
    }
}

/// All jobs, summed up by priority. Jobs of one priority count as equally urgent, so
/// that their order among themselves does not matter.
#[derive(Clone)]
pub struct Schedule {
    worth: [i32; PRIORITIES],
    duration: [i32; PRIORITIES],
    product: [i32; PRIORITIES],
}

/// What a schedule estimate.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Points.
    pub points: i64,
    /// Turns it takes.
    pub turns: f64,
}

impl Schedule {
    /// Nothing to do.
    pub const EMPTY: Schedule = Schedule {
        worth: [0; PRIORITIES],
        duration: [0; PRIORITIES],
        product: [0; PRIORITIES],
    };

    /// Adds a job.
    #[inline]
    pub fn add(&mut self, job: Job) {
        self.count(job, 1);
    }

    /// Takes out a job that was added.
    #[inline]
    pub fn remove(&mut self, job: Job) {
        self.count(job, -1);
    }

    #[inline]
    fn count(&mut self, job: Job, sign: i32) {
        let (worth, duration) = (sign * job.worth as i32, job.duration as i32);
        self.worth[job.priority as usize] += worth;
        self.duration[job.priority as usize] += sign * duration;
        self.product[job.priority as usize] += worth * duration;
    }

    /// `sums[k]`: the worth of all jobs with priorities up to k. Dearer or cheaper
    /// by one turn, a job of priority k shifts that much by one turn.
    pub fn delay_costs(&self) -> [i32; PRIORITIES] {
        let mut sums = self.worth;
        for priority in 1..PRIORITIES {
            sums[priority] += sums[priority - 1];
        }
        sums
    }

    /// What all jobs bring if the next turn has this multiplier. Jobs of priority
    /// 0 are left out: they are worth nothing.
    pub fn estimate(&self, multiplier: u32) -> Estimate {
        const UNIT: i32 = TURN as i32;
        let start = (multiplier as i32 + 1) * UNIT;
        let mut left = start;
        let mut twice = 0i64;
        for priority in (1..PRIORITIES).rev() {
            let (worth, duration) = (self.worth[priority], self.duration[priority]);
            if duration > left {
                if left > UNIT {
                    let played = i64::from(worth) * i64::from(left) / i64::from(duration);
                    twice += played * i64::from(left - UNIT);
                }
                left = 0;
                break;
            }
            twice += i64::from(2 * worth * left - self.product[priority] - worth * duration);
            left -= duration;
        }
        Estimate {
            points: twice / (2 * UNIT as i64),
            turns: f64::from(start - left) / f64::from(UNIT),
        }
    }
}
