//! Ioiwari (IOI 2001): seven pits in a circle and a bank for each player.
//!
//! A move takes the beads of a pit into the hand and visits the next pits clockwise. With two or
//! more beads in the hand, a pit of five gives one bead to the mover's bank; any other pit receives
//! one bead from the hand. At a pit of one to four, the last bead goes to the mover's bank with the
//! beads of the pit. At any other pit it goes to the opponent's bank.

use std::fmt;
use std::io::Read;

use crate::tokens::{Malformed, Tokens};

/// Number of pits.
pub const PITS: usize = 7;

/// Maximum number of beads in a pit.
pub const FULL: u8 = 5;

/// One of the seven pits. Protocols count them from 1, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit(u8);

impl Pit {
    /// Returns all pits, clockwise.
    pub fn all() -> impl Iterator<Item = Pit> {
        (0..PITS as u8).map(Pit)
    }

    /// Returns the pit with this label of the protocol, 1 to 7.
    ///
    /// ```
    /// use common::ioiwari::Pit;
    /// assert_eq!(Pit::from_label(7).map(|pit| pit.to_string()), Some("7".into()));
    /// assert_eq!(Pit::from_label(0), None);
    /// assert_eq!(Pit::from_label(8), None);
    /// ```
    pub fn from_label(label: i64) -> Option<Pit> {
        let number = u8::try_from(label.checked_sub(1)?).ok()?;
        (usize::from(number) < PITS).then_some(Pit(number))
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// The beads in all pits, at most [`FULL`] in each: three bits per pit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board(u32);

impl Board {
    /// Returns the board with `beads` in its pits, or `None` if a pit has more than [`FULL`].
    pub fn new(beads: [u8; PITS]) -> Option<Board> {
        let fits = beads.iter().all(|&count| count <= FULL);
        fits.then(|| {
            Board((0..PITS).fold(0, |bits, pit| bits | u32::from(beads[pit]) << (3 * pit)))
        })
    }

    /// Reads the initial position of a game.
    ///
    /// # Errors
    /// A number is missing or malformed, a pit has more than [`FULL`] beads, or all pits are empty.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Board, Malformed> {
        let mut beads = [0; PITS];
        for count in &mut beads {
            *count = tokens.number("a pit of 0 to 5 beads")?;
        }
        let board = Board::new(beads).filter(|board| !board.is_empty());
        board.ok_or_else(|| {
            tokens.breaks("expected 0 to 5 beads in each pit, at least one in all".into())
        })
    }

    /// Returns the number of beads in each pit.
    pub fn beads(self) -> [u8; PITS] {
        std::array::from_fn(|pit| self.get(pit))
    }

    /// Returns true if all pits are empty: the game is over.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the legal moves: the pits with beads.
    pub fn moves(self) -> impl Iterator<Item = Pit> {
        Pit::all().filter(move |&pit| self.get(usize::from(pit.0)) > 0)
    }

    /// Empties `pit` and sows its beads. Returns `None` if the pit is empty.
    ///
    /// ```
    /// use common::ioiwari::{Board, Pit};
    /// let board = Board::new([4, 3, 2, 4, 2, 3, 2]).unwrap();
    /// let sown = board.sow(Pit::from_label(2).unwrap()).unwrap();
    /// assert_eq!(sown.board.beads(), [4, 0, 3, 5, 0, 3, 2]);
    /// assert_eq!((sown.own, sown.other), (3, 0));
    /// ```
    #[inline]
    pub fn sow(self, pit: Pit) -> Option<Sown> {
        let mut at = usize::from(pit.0);
        let mut hand = self.get(at);
        if hand == 0 {
            return None;
        }
        let mut bits = self.0 & !(7 << (3 * at));
        let mut own = 0;
        while hand > 1 {
            at = next(at);
            if Board(bits).get(at) == FULL {
                bits -= 1 << (3 * at);
                own += 1;
            } else {
                bits += 1 << (3 * at);
                hand -= 1;
            }
        }
        at = next(at);
        let last = Board(bits).get(at);
        let captures = (1..FULL).contains(&last);
        if captures {
            bits -= u32::from(last) << (3 * at);
            own += last + 1;
        }
        Some(Sown { board: Board(bits), own, other: u8::from(!captures) })
    }

    #[inline]
    fn get(self, pit: usize) -> u8 {
        (self.0 >> (3 * pit) & 7) as u8
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beads = self.beads().map(|count| count.to_string());
        writeln!(f, "{}", beads.join(" "))
    }
}

fn next(pit: usize) -> usize {
    if pit + 1 == PITS {
        0
    } else {
        pit + 1
    }
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown {
    /// The pits after the move.
    pub board: Board,
    /// Beads won by the mover.
    pub own: u8,
    /// Beads won by the opponent.
    pub other: u8,
}

impl Sown {
    /// Returns the mover's beads minus the opponent's.
    pub fn gain(self) -> i8 {
        self.own as i8 - self.other as i8
    }
}

/// A memo of negamax values by board. Every move takes beads out of the pits, so the recursion
/// ends.
pub struct Table {
    /// Value + [`OFFSET`], indexed by the board's bits; 0 if unknown.
    values: Vec<u8>,
}

/// Offset that makes every difference of the banks positive.
const OFFSET: i8 = 64;

impl Table {
    /// Returns an empty table. It reserves 2 MiB, but only pages that are used become resident.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Table {
        Table { values: vec![0; 1 << (3 * PITS)] }
    }

    /// Returns the value of a board for the player to move if both players maximise their
    /// difference: beads won minus beads lost until the end.
    pub fn value(&mut self, board: Board) -> i8 {
        if board.is_empty() {
            return 0;
        }
        let known = self.values[board.0 as usize];
        if known != 0 {
            return known as i8 - OFFSET;
        }
        let mut best = -OFFSET;
        for pit in Pit::all() {
            if let Some(sown) = board.sow(pit) {
                best = best.max(sown.gain() - self.value(sown.board));
            }
        }
        self.values[board.0 as usize] = (best + OFFSET) as u8;
        best
    }

    /// Returns all moves that reach the value of `board`, or an empty list at the end of a game.
    pub fn best_moves(&mut self, board: Board) -> Vec<Pit> {
        let value = self.value(board);
        board
            .moves()
            .filter(|&pit| {
                let sown = board.sow(pit);
                sown.is_some_and(|sown| sown.gain() - self.value(sown.board) == value)
            })
            .collect()
    }
}
