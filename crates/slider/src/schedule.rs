//! What the blocks left will score if they fall one after the other, the most
//! urgent first (Smith, 1956).

/// Units of a charge in one turn.
pub const TURN: u32 = 8;

/// How urgent a block is: its worth per turn in steps of 1/8, rounded down.
pub type Key = u8;

/// Number of keys: worths are at most 8.
pub const KEYS: usize = 8 * 8 + 1;

/// The key of jobs that are worth `worth` and take `charge` units.
#[inline]
pub fn key(worth: u32, charge: u32) -> Key {
    (worth * 8 * TURN / charge) as Key
}

/// One block to be played: its worth, its charge in units and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Points per unit of the multiplier.
    pub worth: u32,
    /// Expected turns, in units of 1 / [`TURN`].
    pub charge: u32,
    /// When it is to be played.
    pub key: Key,
}

impl Job {
    /// A job that waits for no other.
    #[inline]
    pub fn new(worth: u32, charge: u32) -> Job {
        Job {
            worth,
            charge,
            key: key(worth, charge),
        }
    }
}

/// All jobs, summed up by key. Jobs of one key count as equally urgent, so
/// that their order among themselves does not matter.
#[derive(Clone)]
pub struct Schedule {
    worth: [i32; KEYS],
    charge: [i32; KEYS],
    product: [i32; KEYS],
}

/// What a schedule promises.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// Points.
    pub points: i64,
    /// Turns it takes.
    pub turns: f64,
}

impl Schedule {
    /// Nothing to do.
    pub const EMPTY: Schedule = Schedule {
        worth: [0; KEYS],
        charge: [0; KEYS],
        product: [0; KEYS],
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
        let (worth, charge) = (sign * job.worth as i32, job.charge as i32);
        self.worth[job.key as usize] += worth;
        self.charge[job.key as usize] += sign * charge;
        self.product[job.key as usize] += worth * charge;
    }

    /// `sums[k]`: the worth of all jobs with keys up to k. Dearer or cheaper
    /// by one turn, a job of key k shifts that much by one turn.
    pub fn worth_up_to(&self) -> [i32; KEYS] {
        let mut sums = self.worth;
        for key in 1..KEYS {
            sums[key] += sums[key - 1];
        }
        sums
    }

    /// What all jobs bring if the next turn has this multiplier. Jobs of key
    /// 0 are left out: they are worth nothing.
    pub fn promise(&self, multiplier: u32) -> Promise {
        const UNIT: i32 = TURN as i32;
        let start = (multiplier as i32 + 1) * UNIT;
        let mut left = start;
        let mut twice = 0i64;
        for key in (1..KEYS).rev() {
            let (worth, charge) = (self.worth[key], self.charge[key]);
            if charge > left {
                if left > UNIT {
                    let played = i64::from(worth) * i64::from(left) / i64::from(charge);
                    twice += played * i64::from(left - UNIT);
                }
                left = 0;
                break;
            }
            twice += i64::from(2 * worth * left - self.product[key] - worth * charge);
            left -= charge;
        }
        Promise {
            points: twice / (2 * UNIT as i64),
            turns: f64::from(start - left) / f64::from(UNIT),
        }
    }
}
