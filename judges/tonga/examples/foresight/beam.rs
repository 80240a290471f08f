//! A player that knows the server's draws. It estimates the cost of not knowing them.
//!
//! If the draws are known, every stone has one outcome, so games are lines of play. A beam search
//! follows them: in every position it tries the stones that the policy prefers. It keeps the lines
//! with the highest fitted value some turns later. Its result is a game that can be played. A
//! better game may exist, so the score is an estimate and not a bound.

use std::collections::HashSet;

use common::tonga::server::Search;
use common::tonga::{Board, Case, Player, Square};
use game::PlayRng;
use tonga::position::Position;
use tonga_judge::{ReferencePlayer, start};

/// Stones tried in a position.
const TRIED: usize = 10;
/// Number of turns of the policy between a stone and the value of its line. With 0, the beam keeps
/// stones that the value overrates, and some games of side 12 end 10 points below our solver's.
const AHEAD: usize = 6;

/// A line of play with the contestant to move.
#[derive(Clone)]
struct Line {
    position: Position,
    stones: Vec<Square>,
    /// The server's draws that are still to come.
    draws: PlayRng,
}

/// Returns the contestant's stones and the score of the best game that a beam of this width finds
/// in a case with these draws.
///
/// # Panics
/// If the width is 0.
pub fn foreseen(case: &Case, draws: PlayRng, width: usize) -> (Vec<Square>, f64) {
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
                let mut after = line.clone();
                after.play(stone);
                if seen.insert(owners(after.position.board())) {
                    next.push((worth(&reference, &after), after));
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

impl Line {
    /// Plays a stone and the server's reply.
    fn play(&mut self, stone: Square) {
        self.stones.push(stone);
        self.position.play(Player::Contestant, stone);
        let best = Search::new(self.position.deltas()).best_squares().1;
        // The last square leaves one choice.
        let drawn = match self.position.board().empty().len() {
            0 | 1 => 0,
            _ => self.draws.draw(best.len() as usize).expect("a best square"),
        };
        if let Some(reply) = best.iter().nth(drawn) {
            self.position.play(Player::Server, reply);
        }
    }
}

/// Plays some turns of the policy's most probable stones; returns the fitted value.
fn worth(reference: &ReferencePlayer, line: &Line) -> f64 {
    let mut line = line.clone();
    for _ in 0..AHEAD {
        let Some(&stone) = favourites(reference, &line.position).first() else {
            break;
        };
        line.play(stone);
    }
    reference.value(&line.position)
}

/// Returns the stones that the policy prefers, the most probable first; none on a full board.
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

/// Returns the owner of every square, as a key.
fn owners(board: &Board) -> Vec<Option<u8>> {
    let owner = |square| board.owner(square).map(|owner| owner as u8);
    board.side().squares().map(owner).collect()
}
