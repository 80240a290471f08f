//! A player that knows the server's draws: an estimate of what not knowing them costs.
//!
//! Known draws leave every stone one outcome, so games are lines of play. A beam search follows
//! them: it tries the policy's favourite stones in every position and keeps the positions of
//! highest fitted value. What it finds is a game that can be played. A better one may exist, so
//! its score is an estimate and no bound.

use std::collections::HashSet;

use common::tonga::server::Search;
use common::tonga::{Board, Case, Player, Square};
use tonga::position::Position;

use crate::losses::{ReferencePlayer, start};

/// Stones tried in a position.
const TRIED: usize = 10;

/// A line of play with the contestant to move.
struct Line<D> {
    position: Position,
    stones: Vec<Square>,
    /// The server's draws that are left.
    draws: D,
}

/// Returns the contestant's stones and the score of the best game that a beam of this width
/// finds. `draws` gives the server's choice of so many equal squares, one call a turn.
///
/// # Panics
/// If the width is 0, or a draw is none of the squares.
pub fn foreseen<D>(case: &Case, draws: D, width: usize) -> (Vec<Square>, f64)
where
    D: Clone + FnMut(usize) -> usize,
{
    let reference = ReferencePlayer::new(case.side());
    let mut lines = vec![Line {
        position: start(case),
        stones: Vec::new(),
        draws,
    }];
    while !lines[0].position.board().empty().is_empty() {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for line in &lines {
            for stone in favourites(&reference, &line.position) {
                let after = line.after(stone);
                if seen.insert(owners(after.position.board())) {
                    next.push((reference.value(&after.position), after));
                }
            }
        }
        next.sort_by(|one, other| other.0.total_cmp(&one.0));
        next.truncate(width);
        lines = next.into_iter().map(|(_, line)| line).collect();
    }
    let best = lines.swap_remove(0);
    let score = reference.value(&best.position);
    (best.stones, score)
}

impl<D: Clone + FnMut(usize) -> usize> Line<D> {
    /// The line after a stone and the server's reply.
    fn after(&self, stone: Square) -> Line<D> {
        let mut position = self.position.clone();
        position.play(Player::Contestant, stone);
        let mut draws = self.draws.clone();
        let best = Search::new(position.deltas()).best_squares().1;
        let best: Vec<Square> = best.iter().collect();
        // The last square is no choice.
        let drawn = match position.board().empty().len() {
            0 | 1 => 0,
            _ => draws(best.len()),
        };
        if !best.is_empty() {
            position.play(Player::Server, best[drawn]);
        }
        let stones = self.stones.iter().copied().chain([stone]).collect();
        Line {
            position,
            stones,
            draws,
        }
    }
}

/// The most probable stones of the policy, the likeliest first.
fn favourites(reference: &ReferencePlayer, position: &Position) -> Vec<Square> {
    let mut scores = Vec::new();
    let push = |candidate: tonga::policy::Candidate| {
        scores.push((candidate.score, candidate.square));
    };
    reference.policy.score_squares(position, push);
    scores.sort_by(|one, other| other.0.total_cmp(&one.0));
    let squares = scores.into_iter().map(|(_, square)| square);
    squares.take(TRIED).collect()
}

/// The owner of every square, as a key.
fn owners(board: &Board) -> Vec<Option<u8>> {
    let owner = |square| board.owner(square).map(|owner| owner as u8);
    board.side().squares().map(owner).collect()
}
