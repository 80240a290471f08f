//! All tuned constants of the solver.
//!
//! `EXPERIMENTS.md` records the trials that decided, with gains and standard errors. Constants
//! marked "Set by hand" were chosen without a recorded trial.

#[cfg(feature = "study")]
use std::sync::OnceLock;

use crate::schedule::Eighths;
#[cfg(feature = "study")]
use crate::study::variable;

/// Constants for which a study tries other values. They do not change the time of a unit of work.
pub struct Parameters {
    /// Expected duration of a block off the hole lines that needs one turn to reach such a line and
    /// first waits for blocks of higher priority. Durations were counted in 40 plays of 15 000
    /// states.
    pub queued: Eighths,
    /// Expected duration of a block that other blocks keep from reaching a hole line in one turn.
    pub obstructed: Eighths,
    /// Expected duration of a block that no single turn brings to a hole line.
    pub far: Eighths,
    /// Assumed gain of a turn that clears the way of an obstructed block, in eighths of the cost of
    /// one turn of delay at that block's priority. Set by hand.
    pub clearance_gain: i32,
    /// Temperature in points at the start of rerouting; it decreases linearly to 0.
    pub start_temperature: f64,
}

const TUNED: Parameters = Parameters {
    queued: Eighths::new(17),
    obstructed: Eighths::new(20),
    far: Eighths::new(23),
    clearance_gain: 4,
    start_temperature: 3.0,
};

#[cfg(not(feature = "study"))]
#[inline]
pub const fn parameters() -> Parameters {
    TUNED
}

/// Returns the values in use: the set variables, else the tuned values. A duration is at least one
/// turn, the duration of jobs of the highest priority.
#[cfg(feature = "study")]
pub fn parameters() -> &'static Parameters {
    static PARAMETERS: OnceLock<Parameters> = OnceLock::new();
    let eighths = |name, tuned: Eighths| Eighths::new(variable(name, tuned.get(), 8..=80));
    PARAMETERS.get_or_init(|| Parameters {
        queued: eighths("SLIDER_QUEUED", TUNED.queued),
        obstructed: eighths("SLIDER_OBSTRUCTED", TUNED.obstructed),
        far: eighths("SLIDER_FAR", TUNED.far),
        clearance_gain: variable("SLIDER_CLEARANCE_GAIN", TUNED.clearance_gain, 0..=100),
        start_temperature: variable(
            "SLIDER_START_TEMPERATURE",
            TUNED.start_temperature,
            0.0..=1000.0,
        ),
    })
}

/// The stages. Each searches once, then reorders and reroutes the play found. The first number is
/// the share of the incumbent's turns that the search keeps, the second the stage's share of the
/// budget. Tuned on boards with one to three holes.
pub const STAGES: [(f64, f64); 8] = [
    (0.0, 0.3),
    (0.0, 0.1),
    (0.2, 0.1),
    (0.4, 0.1),
    (0.6, 0.1),
    (0.1, 0.1),
    (0.3, 0.1),
    (0.5, 0.1),
];
/// Share of the whole budget that each stage spends on rerouting.
pub const REROUTING: f64 = 0.03;

/// Settings of the beam search.
pub mod beam {
    /// Maximum number of states per number of turns. It limits memory: 6000 took 370 MiB on the
    /// largest board.
    pub const MAX_WIDTH: usize = 2500;
    pub const CHILDREN: u8 = 6;
    /// Number of candidates examined per round, in multiples of the width. It is more than 1
    /// because duplicates and surplus siblings are skipped. Set by hand.
    pub const CANDIDATES: usize = 3;
    /// Minimum number of candidates that a bucket keeps, in multiples of the width. Set by hand;
    /// above [`CANDIDATES`] because a later round may be wider.
    pub const BUCKET: usize = 4;
    /// Number of candidates that a bucket keeps in addition. Set by hand.
    pub const BUCKET_EXTRA: usize = 64;
    /// Number of states expanded between two readings of the clock. Set by hand.
    pub const CLOCK_INTERVAL: usize = 8;
}

/// Settings of the beam width controller, all set by hand.
pub mod width {
    /// Ratio of the turns still to be played to the turns of the schedule.
    pub const TURNS_RATIO: f64 = 1.05;
    /// Turns added to the estimate, so that time is left for the last ones.
    pub const EXTRA_TURNS: f64 = 8.0;
    /// Weight of the newest round in the moving average of the cost of a state.
    pub const NEWEST: f64 = 0.3;
    pub const BEFORE: f64 = 0.7;
    /// Minimum cost of a state, as a share of the budget; it prevents a division by zero.
    pub const MIN_COST: f64 = 1e-7;
}

/// Expected duration of a block off the hole lines if one turn brings it to a hole line.
pub const CLEAR: Eighths = Eighths::new(16);

/// Quotas of the move generator, per state.
pub mod moves {
    pub const DELIVERIES: usize = 24;
    /// Longer deliveries are generated only if fewer than this take at most three turns. Set by
    /// hand.
    pub const FEW_DELIVERIES: usize = 8;
    /// Number of costly blocks whose single turns are ranked. Set by hand.
    pub const COSTLY_BLOCKS: usize = 30;
    /// Number of turns proposed for costly blocks.
    pub const APPROACHES: usize = 6;
    /// Number of obstructed blocks whose neighbours are considered. Set by hand.
    pub const OBSTRUCTED_BLOCKS: usize = 12;
    /// Number of turns proposed for these neighbours.
    pub const CLEARANCES: usize = 4;
    /// Number of squares on which a stopper is considered. Set by hand.
    pub const STOPPER_SQUARES: usize = 8;
    /// Number of turns proposed to these squares.
    pub const STOPPERS: usize = 4;
    /// Number of awaited blocks whose first turns are ranked.
    pub const AWAITED_BLOCKS: usize = 16;
    /// Number of first turns proposed.
    pub const FIRST_TURNS: usize = 6;
}

/// Settings of the prices that show which first turns other blocks wait for.
pub mod rewards {
    /// Share of the whole budget for the descent to these prices. Set by hand.
    pub const SHARE: f64 = 0.03;
    pub const MAX_STEPS: u32 = 100;
    /// Work units per step. One step took as long as 30 states of the beam on a board of side 11,
    /// 180 states on side 19 and 360 states on side 29.
    pub const STEP_WORK: u64 = 60;
}

/// Settings of rerouting (simulated annealing).
pub mod reroute {
    /// Work units per attempt. An attempt takes about as long as two states of the beam.
    pub const WORK: u64 = 2;
    /// Number of attempts without a better play after which rerouting ends.
    pub const MAX_IDLE_ATTEMPTS: u32 = 30_000;
    /// Mean number of turns by which a delivery is brought forward (exponential distribution). Set
    /// between 20 and 100, which were equally good in trials.
    pub const MEAN_ADVANCE: f64 = 60.0;
    /// Number of turns before the first and after the last change that are reordered; also the
    /// number of places that each turn may move.
    pub const WINDOW: usize = 60;
    /// Maximum number of other blocks rerouted in one attempt. Set by hand.
    pub const REPAIRS: usize = 4;
    /// Probability, 1 in this number, that the rerouted block may take one turn more. Set by hand.
    pub const LONGER_ONE_IN: u32 = 4;
    /// Probability, 1 in this number, that a longer route is tried. Set by hand.
    pub const DETOUR_ONE_IN: u32 = 3;
    /// A worthless block is left undelivered with probability 1 in this number. Set by hand.
    pub const LEAVE_ONE_IN: u32 = 2;
}
