//! The numbers that were found by trial; NOTES.md tells how.

/// How states are judged and how wide the search branches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Charges of blocks off the hole lines, in units of 1/8 turn.
    pub charges: Charges,
    /// Deliveries proposed per state.
    pub deliveries: usize,
    /// Urgent blocks whose single turns are considered.
    pub movers: usize,
    /// Single turns of those proposed per state.
    pub moves: usize,
    /// Shut-in blocks whose neighbours are considered.
    pub shut_in: usize,
    /// Turns out of the way proposed per state.
    pub clearances: usize,
    /// Worth of a turn out of the way of one shut-in block, in units of 1/8
    /// turn of its charge.
    pub clearance_gain: i32,
    /// Squares considered for a stopper.
    pub stopper_squares: usize,
    /// Turns to such squares proposed per state.
    pub stoppers: usize,
    /// Deliveries of more than three turns are looked for while there are
    /// fewer than this.
    pub few: usize,
    /// Children of one state that may live in one round.
    pub children: u8,
    /// Most states kept per number of turns.
    pub widest: usize,
}

/// What a block off the hole lines is expected to cost, in units of 1/8 turn.
#[derive(Clone, Debug)]
pub struct Charges {
    /// One turn leads to a hole line, with nothing in its way.
    pub clear: u32,
    /// One turn will, once blocks that are more urgent have left.
    pub in_turn: u32,
    /// One turn would, were it not for other blocks.
    pub shut_in: u32,
    /// No turn would.
    pub far: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            charges: Charges {
                clear: 16,
                in_turn: 17,
                shut_in: 20,
                far: 23,
            },
            deliveries: 24,
            movers: 30,
            moves: 6,
            shut_in: 12,
            clearances: 4,
            clearance_gain: 4,
            stopper_squares: 8,
            stoppers: 4,
            few: 8,
            children: 6,
            widest: 6000,
        }
    }
}
