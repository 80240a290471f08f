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
    /// Expectations after the contestant's move.
    known: HashMap<u32, f64>,
}

impl Solver {
    /// The best move and its expectation.
    fn best(&mut self, outlook: &Outlook, code: u32) -> (Square, f64) {
        let mut best = (0, f64::MIN);
        for square in outlook.board().empty() {
            let code = code | self.bits(Player::Contestant, square);
            let known = self.known.get(&code).copied();
            let value = known.unwrap_or_else(|| {
                let mut next = outlook.clone();
                next.play(Player::Contestant, square);
                let value = self.expectation(&next, code);
                self.known.insert(code, value);
                value
            });
            if value > best.1 {
                best = (square, value);
            }
        }
        best
    }

    /// What to expect with the server to move.
    fn expectation(&mut self, outlook: &Outlook, code: u32) -> f64 {
        let answers = Search::new(outlook).best_squares().1;
        if answers.is_empty() {
            return signed_root(outlook.board().points());
        }
        let mut total = 0.0;
        for square in answers {
            let mut next = outlook.clone();
            next.play(Player::Server, square);
            total += if next.board().empty().is_empty() {
                signed_root(next.board().points())
            } else {
                self.best(&next, code | self.bits(Player::Server, square)).1
            };
        }
        total / f64::from(answers.len())
    }

    fn bits(&self, player: Player, square: Square) -> u32 {
        (player as u32 + 1) << (2 * self.places[usize::from(square)])
    }
}
