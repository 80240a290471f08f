//! The last moves, exactly: the contestant's best expectation against the
//! server's uniform ties.

use common::tonga::server::Search;
use common::tonga::{signed_root, Outlook, Player, Square};

/// The best move and the signed square root to expect from it, with the
/// contestant to move on a board that is not full.
///
/// Visits every line of play: meant for ten empty squares at most.
pub fn solve(outlook: &Outlook) -> (Square, f64) {
    let mut best = (0, f64::MIN);
    for square in outlook.board().empty() {
        let mut next = outlook.clone();
        next.play(Player::Contestant, square);
        let value = expectation(&next);
        if value > best.1 {
            best = (square, value);
        }
    }
    best
}

/// What to expect with the server to move.
fn expectation(outlook: &Outlook) -> f64 {
    let answers = Search::new(outlook).best_squares().1;
    if answers.is_empty() {
        return signed_root(outlook.board().points());
    }
    let after = |square| {
        let mut next = outlook.clone();
        next.play(Player::Server, square);
        if next.board().empty().is_empty() {
            signed_root(next.board().points())
        } else {
            solve(&next).1
        }
    };
    answers.iter().map(after).sum::<f64>() / f64::from(answers.len())
}
