//! The last moves, exactly: the contestant's best expectation against the
//! server's uniform ties.

use std::collections::HashMap;

use common::tonga::server::Search;
use common::tonga::{signed_root, Outlook, Player, Square};

/// The best move and the signed square root to expect from it, with the
/// contestant to move on a board with 1 to 16 empty squares.
///
/// Thirteen take a fifth of a second, two more five times as long.
pub fn solve(outlook: &Outlook) -> (Square, f64) {
    let mut bit_index = [0; 256];
    for (place, square) in outlook.board().empty().into_iter().enumerate() {
        bit_index[usize::from(square)] = place;
    }
    let values = HashMap::new();
    Solver { bit_index, values }.contestant_best(outlook, 0)
}

/// What has been solved from one position on.
///
/// A position is known by what has become of the squares empty at the start,
/// two bits each: 0 empty, else the owner's number plus 1.
struct Solver {
    /// Where the bits of a square are.
    bit_index: [usize; 256],
    /// What to expect in a position.
    values: HashMap<u32, f64>,
}

impl Solver {
    /// The contestant's best move and its expectation.
    fn contestant_best(&mut self, outlook: &Outlook, code: u32) -> (Square, f64) {
        let mut best = (0, f64::MIN);
        for square in outlook.board().empty() {
            let value = self.value_after(Player::Contestant, square, outlook, code);
            if value > best.1 {
                best = (square, value);
            }
        }
        best
    }

    /// What to expect with the server to move.
    fn server_value(&mut self, outlook: &Outlook, code: u32) -> f64 {
        let replies = Search::new(outlook).best_squares().1;
        let values = replies
            .into_iter()
            .map(|square| self.value_after(Player::Server, square, outlook, code));
        values.sum::<f64>() / f64::from(replies.len())
    }

    /// What to expect after one more stone.
    fn value_after(&mut self, player: Player, square: Square, outlook: &Outlook, code: u32) -> f64 {
        let code = code | (player as u32 + 1) << (2 * self.bit_index[usize::from(square)]);
        if let Some(&value) = self.values.get(&code) {
            return value;
        }
        let mut next = outlook.clone();
        next.play(player, square);
        let value = if next.board().empty().is_empty() {
            signed_root(next.board().points())
        } else if player == Player::Contestant {
            self.server_value(&next, code)
        } else {
            self.contestant_best(&next, code).1
        };
        self.values.insert(code, value);
        value
    }
}
