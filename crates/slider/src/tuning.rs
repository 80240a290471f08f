//! All tuned constants of the solver.
//!
//! `EXPERIMENTS.md` records the trials that decided them, with gains and
//! standard errors. Constants "set by hand" were chosen when the code was
//! written; no trial of them is recorded.

use crate::schedule::Eighths;

/// One search and the reordering and rerouting of the play it found.
pub struct Stage {
    /// Part of the incumbent's turns that the search keeps.
    pub kept: f64,
    /// Share of the whole budget.
    pub share: f64,
}

/// The searches in turn; tuned on boards with one to three holes.
pub const STAGES: [Stage; 8] = {
    const fn stage(kept: f64, share: f64) -> Stage {
        Stage { kept, share }
    }
    [
        stage(0.0, 0.3),
        stage(0.0, 0.1),
        stage(0.2, 0.1),
        stage(0.4, 0.1),
        stage(0.6, 0.1),
        stage(0.1, 0.1),
        stage(0.3, 0.1),
        stage(0.5, 0.1),
    ]
};
/// Part of each stage for rerouting, as a share of the whole budget.
pub const REROUTING: f64 = 0.03;

/// Settings of the beam search.
pub mod beam {
    /// Maximum number of states per number of turns. It limits memory: 6000 took
    /// 370 MiB on the largest board.
    pub const MAX_WIDTH: usize = 2500;
    /// Maximum number of children of one state in one round.
    pub const CHILDREN: u8 = 6;
    /// Candidates that a round looks through, in multiples of its width: duplicates
    /// and surplus siblings are skipped. Set by hand.
    pub const CANDIDATES: usize = 3;
    /// Candidates that a bucket is sure to keep, in multiples of the width. Set by
    /// hand; above [`CANDIDATES`], because the width of a later round may be greater.
    pub const BUCKET: usize = 4;
    /// Candidates that a bucket is sure to keep in addition. Set by hand.
    pub const BUCKET_EXTRA: usize = 64;
    /// Number of states expanded between two looks at the clock. Set by hand.
    pub const CLOCK_INTERVAL: usize = 8;
}

/// Settings of the beam width controller, all set by hand.
pub mod width {
    /// Ratio of the turns still to come to those that the schedule estimates.
    pub const TURNS_RATIO: f64 = 1.05;
    /// Turns added to the estimate, so that the last ones have time left.
    pub const EXTRA_TURNS: f64 = 8.0;
    /// Weight of the newest round in the moving average of the cost of a state.
    pub const NEWEST: f64 = 0.3;
    /// Weight of all rounds before.
    pub const BEFORE: f64 = 0.7;
    /// Least cost of a state, as a share of the budget: guards a division.
    pub const MIN_COST: f64 = 1e-7;
}

/// Expected durations of blocks off the hole lines, by their access to one; counted in
/// 40 plays of 15 000 states.
pub mod durations {
    use super::Eighths;

    /// One turn leads to a hole line: 2 turns.
    pub const CLEAR: Eighths = Eighths::new(16);
    /// One turn will, once blocks of higher priority have left: 2 1/8 turns.
    pub const QUEUED: Eighths = Eighths::new(17);
    /// One turn would, but for other blocks: 2 1/2 turns.
    pub const OBSTRUCTED: Eighths = Eighths::new(20);
    /// No single turn leads there: 2 7/8 turns.
    pub const FAR: Eighths = Eighths::new(23);
}

/// Quotas of the move generator, per state.
pub mod moves {
    /// Number of deliveries proposed.
    pub const DELIVERIES: usize = 24;
    /// Deliveries of more than three turns are generated below this number of shorter
    /// ones. Set by hand.
    pub const FEW_DELIVERIES: usize = 8;
    /// Number of costly blocks whose single turns are ranked. Set by hand.
    pub const COSTLY_BLOCKS: usize = 30;
    /// Number of their turns proposed.
    pub const APPROACHES: usize = 6;
    /// Number of obstructed blocks whose neighbours are looked at. Set by hand.
    pub const OBSTRUCTED_BLOCKS: usize = 12;
    /// Number of turns of such neighbours proposed.
    pub const CLEARANCES: usize = 4;
    /// Gain assumed for a turn that clears the way of an obstructed block, in eighths of
    /// the points that a turn of delay costs at that block's priority. Set by hand.
    pub const CLEARANCE_GAIN: i32 = 4;
    /// Number of squares on which a stopper is considered. Set by hand.
    pub const STOPPER_SQUARES: usize = 8;
    /// Number of turns to such squares proposed.
    pub const STOPPERS: usize = 4;
}

/// Settings of rerouting (simulated annealing).
pub mod reroute {
    /// Units of work of one attempt: it takes about as long as two states of the beam.
    pub const WORK: u64 = 2;
    /// Number of attempts without a better play after which rerouting ends.
    pub const MAX_IDLE_ATTEMPTS: u32 = 30_000;
    /// Temperature at the start, in points; it falls linearly to 0.
    pub const START_TEMPERATURE: f64 = 3.0;
    /// Mean number of turns by which a block's delivery is brought forward
    /// (exponentially distributed).
    pub const MEAN_ADVANCE: f64 = 60.0;
    /// Number of turns before the first and after the last change that are reordered,
    /// and of places that each is moved.
    pub const WINDOW: usize = 60;
    /// Maximum number of other blocks rerouted in one attempt. Set by hand.
    pub const REPAIRS: usize = 4;
    /// Chance, one in this number, that the rerouted block may take a turn more than
    /// before. Set by hand.
    pub const LONGER_ONE_IN: u32 = 4;
    /// Chance, one in this number, that a longer route than the shortest is tried. Set by
    /// hand.
    pub const DETOUR_ONE_IN: u32 = 3;
    /// Chance, one in this number, that a worthless block is left where it is. Set by
    /// hand.
    pub const LEAVE_ONE_IN: u32 = 2;
}
