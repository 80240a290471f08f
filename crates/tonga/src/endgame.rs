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
    let mut places = [0; 256];
    for (place, square) in outlook.board().empty().into_iter().enumerate() {
        places[usize::from(square)] = place;
    }
    let known = HashMap::new();
    Solver { places, known }.best(outlook, 0)
}

/// What has been solved from one position on.
///
/// A position is known by what has become of the squares empty at the start,
/// two bits each: 0 empty, else the owner's number plus 1.
struct Solver {
    /// Where the bits of a square are.
    places: [usize; 256],
    /// What to expect in a position.
    known: HashMap<u32, f64>,
}

impl Solver {
    /// The contestant's best move and its expectation.
    fn best(&mut self, outlook: &Outlook, code: u32) -> (Square, f64) {
        let mut best = (0, f64::MIN);
        for square in outlook.board().empty() {
            let value = self.after(Player::Contestant, square, outlook, code);
            if value > best.1 {
                best = (square, value);
            }
        }
        best
    }

    /// What to expect with the server to move.
    fn expectation(&mut self, outlook: &Outlook, code: u32) -> f64 {
        let answers = Search::new(outlook).best_squares().1;
        let values = answers
            .into_iter()
            .map(|square| self.after(Player::Server, square, outlook, code));
        values.sum::<f64>() / f64::from(answers.len())
    }

    /// What to expect after one more stone.
    fn after(&mut self, player: Player, square: Square, outlook: &Outlook, code: u32) -> f64 {
        let code = code | (player as u32 + 1) << (2 * self.places[usize::from(square)]);
        if let Some(&value) = self.known.get(&code) {
            return value;
        }
        let mut next = outlook.clone();
        next.play(player, square);
        let value = if next.board().empty().is_empty() {
            signed_root(next.board().points())
        } else if player == Player::Contestant {
            self.expectation(&next, code)
        } else {
            self.best(&next, code).1
        };
        self.known.insert(code, value);
        value
    }
}
