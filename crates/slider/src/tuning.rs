//! All tuned constants of the solver. Paired trials decided, except where a comment says "Set by
//! hand".

use crate::schedule::Eighths;

/// Expected durations of a block off the hole lines. They were counted in 40 plays of 15 000
/// states, except for [`FAR`].
/// One turn brings it to a hole line.
pub const CLEAR: Eighths = Eighths::new(16);
/// One turn will bring it there, after blocks of higher priority have left.
pub const QUEUED: Eighths = Eighths::new(17);
/// Blocks of lower priority keep it from a hole line that one turn would reach.
pub const OBSTRUCTED: Eighths = Eighths::new(20);
/// No single turn brings it to a hole line. Such blocks take 2.4 turns, but 2 7/8 score more.
pub const FAR: Eighths = Eighths::new(23);

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
    /// Assumed gain of such a turn: a share, in eighths, of what one turn of delay costs at the
    /// priority of the obstructed block. Set by hand.
    pub const CLEARANCE_GAIN: i32 = 4;
    /// Number of squares on which a stopper is considered. Set by hand.
    pub const STOPPER_SQUARES: usize = 8;
    /// Number of turns proposed to these squares.
    pub const STOPPERS: usize = 4;
}

/// Settings of rerouting (simulated annealing).
pub mod reroute {
    /// Work units per attempt. An attempt takes about as long as two states of the beam.
    pub const WORK: u64 = 2;
    /// Temperature in points at the start; it decreases linearly to 0.
    pub const START_TEMPERATURE: f64 = 3.0;
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
