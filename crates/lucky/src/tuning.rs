//! Tuned constants of the strategies, with their sources.
//!
//! Most were found by paired comparison of neighbouring values on the same symbols, then confirmed
//! on holdout cases. The comment of a constant states how much its neighbours lose.
//! A constant without such a statement is a first guess. Constants that follow from the rules or
//! from a formula are defined where they are used.

/// Share of the budget that is used at the end of the last round. The rest is for work between the
/// end of the budget and the next reading of the clock.
pub const CLOSING_SHARE: f64 = 0.95;

/// The rolling plan. Points are in units of twice the mean bonus, so that the constants do not
/// depend on the scale of a case.
pub mod rolling_plan {
    /// Maximum number of symbols to plan for. The plan beats bid prices by 8 % at 100 symbols and
    /// loses 7 % at 1000. Numbers in between were not measured.
    pub const MAX_SYMBOLS: usize = 300;
    /// Share of the budget for the initial plan. It leaves 1.1 s for the rounds. Their exchanges
    /// take 0.4 s of this on a quiet machine and twice as much on a busy one.
    pub const INITIAL_SHARE: f64 = 0.3;
    /// Number of moves between two readings of the clock, before the first round.
    pub const BLOCK_MOVES: u64 = 10_000;
    pub const MAX_TURN_MOVES: u64 = 2000;
    pub const START_TEMPERATURE: f32 = 0.4;
    /// Temperature at the end of the slow cooling. Without a quench 0.15 is best; 0.1 and 0.2 lose
    /// 0.08 % and 0.22 %. With the quench, 0.12 gains 0.06 % over 0.15.
    pub const SLOW_END_TEMPERATURE: f32 = 0.12;
    /// Temperature while a round is played, and at the end of the quench.
    pub const PLAY_TEMPERATURE: f32 = 0.02;
    /// Share of the initial annealing for the quench that follows the slow cooling.
    pub const QUENCH_SHARE: f32 = 0.1;
    /// Cost of a target whose symbol does not arrive. 1 loses 0.16 %, 2 loses 0.14 %.
    pub const ABSENCE_PENALTY: f32 = 1.5;
    /// Value, at the start of a round, of keeping an arrival for later: better ones may come than
    /// the plan expects. 0.05 loses 0.3 %, 2 loses 0.45 %.
    pub const OPPORTUNITY_COST: f32 = 0.75;
}

/// Bid-price control, its prices and its square values.
pub mod bid_price {
    /// Maximum number of entries in the table of bonuses by symbol and square (16 MiB).
    pub const MAX_ENTRIES: usize = 1 << 22;
    /// Minimum number of rounds simulated before the first one is played, if time is left.
    pub const MIN_SIMULATIONS: usize = 4;
    /// Maximum number of simulated rounds. 35 gain nothing.
    pub const MAX_SIMULATIONS: usize = 16;
    /// Number of squares evaluated exactly per symbol. 40 gain nothing, 6 lose 0.2 %, 3 lose 0.7 %.
    pub const MAX_CANDIDATES: usize = 10;
    /// Minimum number of squares evaluated exactly, when rounds begin late.
    pub const MIN_CANDIDATES: usize = 4;
    /// Share of the budget by which a round may start late and still evaluate squares.
    pub const MAX_DELAY: f64 = 0.04;
    /// Weight, in the estimate of a candidate, of partners that the square and the symbol share.
    pub const SHARED_WEIGHT: f32 = 0.5;
    /// Weight, in the estimate of a candidate, of the largest gain that a neighbour could have.
    pub const GAIN_WEIGHT: f32 = 0.5;
    /// Probability that a partner comes to the last open square around a symbol. Together with
    /// [`NEIGHBOUR_COST`] it gains 0.12 % over a probability of 1.
    pub const LAST_SQUARE_CHANCE: f32 = 0.8;
    /// Share of a filled square's premium that its neighbours keep, because they have other open
    /// neighbours. 0.2 loses 0.15 %, 0.8 loses 0.35 %.
    pub const TRANSFERRED_PREMIUM: f32 = 0.4;
    /// Cost of a filled square per open neighbour, in points per turn left: the bonus of two open
    /// squares can be chosen from both sides.
    pub const NEIGHBOUR_COST: f32 = 0.05;
    /// Weight of the best alternative of a symbol on distant squares, beyond the baseline bonus.
    /// 0.5 and 1.2 lose 0.1 %.
    pub const ALTERNATIVE_WEIGHT: f32 = 0.8;
    /// Minimum distance of an alternative, in steps. Nearer squares share neighbours with the
    /// square, so the values of both are not independent.
    pub const ALTERNATIVE_DISTANCE: usize = 3;
    /// Share of the mean best bonus that any symbol is assumed to get. 0.4 to 1.3 are equally good.
    pub const BASELINE_SHARE: f64 = 0.5;
    /// Learning rate of a fill level's mean gain when a symbol is placed.
    pub const RATE_TAKEN: f64 = 0.05;
    /// Learning rate of a fill level's mean gain when a symbol is discarded.
    pub const RATE_REFUSED: f64 = 0.003;
    /// Turns per stage of a forecast. 40 gain nothing, 100 and 125 lose 0.3 % and 0.6 %.
    pub const STAGE_TURNS: usize = 80;
}

/// Online matching.
pub mod matching {
    /// Maximum crowding of a square for a waiting symbol outside of the layout, per slot, at the
    /// start of a round. 0.2 loses 0.1 match, 0.6 loses 1.4.
    pub const MAX_CROWDING: f32 = 0.4;
    /// Squares for waiting symbols on 15 × 15 squares: a bit per column, by row. All cases of the
    /// contest have this grid and 2000 symbols, so one layout suits all of them. Annealed for the
    /// most expected matches with 900 turns left; 800 and 1000 turns are worse.
    pub const LAYOUT: [u16; 15] = [
        0x2a65, 0x63ac, 0x5ef5, 0x290d, 0x56d9, 0x6d57, 0x36b4, 0x196d, 0x66d2, 0x55ad, 0x1ab5,
        0x6b5b, 0x356c, 0x4a94, 0x4d6b,
    ];
}

/// Clusters.
pub mod clusters {
    /// Room in a symbol's region: standard deviations above the mean of the symbol's count.
    pub const ROOM_DEVIATIONS: f64 = 4.5;
}
