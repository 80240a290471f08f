//! Monte Carlo tree search over the contestant's moves, with the server's
//! ties as chance.

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{signed_root, Outlook, Player, Square};

use crate::policy::Policy;
use crate::position::Position;
use crate::value::{Inputs, Value};

/// Moves looked at after so many visits: `WIDENING_C` × visits^`WIDENING_ALPHA`.
const WIDENING_C: f32 = 2.0;
const WIDENING_ALPHA: f32 = 0.3;
/// Moves of the contestant in a rollout before the rest is estimated.
const ROLLOUT_MOVES: usize = 4;
/// The most moves considered in a position.
const MAX_MOVES: usize = 36;
/// The most positions held: 27 MiB at most were measured (N = 6).
const MAX_NODES: usize = 100_000;

/// An index into the nodes.
type NodeId = u32;

/// Simulations through a node or a move, and the sum of their outcomes as
/// shares of the largest possible score.
#[derive(Clone, Copy, Default)]
struct Stats {
    visits: u32,
    total: f32,
}

impl Stats {
    fn add(&mut self, outcome: f32) {
        self.visits += 1;
        self.total += outcome;
    }

    fn mean(&self) -> f32 {
        self.total / self.visits.max(1) as f32
    }
}

/// A position with the contestant to move.
#[derive(Default)]
struct Node {
    stats: Stats,
    /// By falling chance; empty until the second visit.
    moves: Vec<Move>,
}

/// A move of the contestant.
struct Move {
    square: Square,
    stats: Stats,
    /// The server's best replies and the positions after them; empty until
    /// the first visit.
    replies: Vec<(Square, Option<NodeId>)>,
}

/// The search of one game, kept from move to move.
pub struct Tree {
    policy: Policy,
    value: Value,
    /// The root comes first.
    nodes: Vec<Node>,
    rng: Rng,
}

impl Tree {
    /// A tree that has seen nothing.
    pub fn new(policy: Policy, value: Value) -> Tree {
        Tree {
            policy,
            value,
            nodes: vec![Node::default()],
            rng: Rng::new(1),
        }
    }

    /// The move from the root with the most simulations, if there were any.
    pub fn best(&self) -> Option<Square> {
        // Of equals the one that the policy prefers: the first.
        let moves = self.nodes[0].moves.iter().rev();
        let best = moves.max_by_key(|m| m.stats.visits);
        best.map(|chosen| chosen.square)
    }

    /// Makes the position after a move and its reply the root and forgets
    /// the others.
    pub fn advance(&mut self, square: Square, reply: Square) {
        let mut old = std::mem::take(&mut self.nodes);
        let played = old[0].moves.iter().find(|m| m.square == square);
        let replies = played.map_or(&[][..], |played| &played.replies);
        let child = replies.iter().find(|known| known.0 == reply);
        let Some(child) = child.and_then(|known| known.1) else {
            self.nodes.push(Node::default());
            return;
        };
        self.nodes.push(std::mem::take(&mut old[child as usize]));
        let mut next = 0;
        while next < self.nodes.len() {
            let mut moves = std::mem::take(&mut self.nodes[next].moves);
            for (_, child) in moves.iter_mut().flat_map(|m| &mut m.replies) {
                if let Some(id) = child {
                    self.nodes.push(std::mem::take(&mut old[*id as usize]));
                    *id = self.nodes.len() as NodeId - 1;
                }
            }
            self.nodes[next].moves = moves;
            next += 1;
        }
    }

    /// One simulation from the root, whose position is `root`.
    pub fn simulate(&mut self, root: &Position) {
        let mut position = root.clone();
        let mut path = Vec::new();
        let mut id: NodeId = 0;
        let exploration = exploration(root);
        let outcome = loop {
            let node = &mut self.nodes[id as usize];
            if node.moves.is_empty() {
                let known = node.stats.visits > 0 || id == 0;
                if !known || self.nodes.len() >= MAX_NODES {
                    path.push((id, None));
                    break self.rollout(&mut position);
                }
                self.nodes[id as usize].moves = expand(&self.policy, &position);
            }
            let chosen = self.select(id, exploration);
            path.push((id, Some(chosen)));
            let played = &mut self.nodes[id as usize].moves[chosen];
            position.play(Player::Contestant, played.square);
            if played.replies.is_empty() {
                let replies = Search::new(position.outlook()).best_squares().1;
                played.replies = replies.iter().map(|reply| (reply, None)).collect();
            }
            if played.replies.is_empty() {
                break share(&position);
            }
            let drawn = self.rng.below(played.replies.len() as u32) as usize;
            let (reply, child) = played.replies[drawn];
            position.play(Player::Server, reply);
            if position.board().empty().is_empty() {
                break share(&position);
            }
            id = child.unwrap_or_else(|| {
                let fresh = self.nodes.len() as NodeId;
                self.nodes[id as usize].moves[chosen].replies[drawn].1 = Some(fresh);
                self.nodes.push(Node::default());
                fresh
            });
        };
        for (id, chosen) in path {
            let node = &mut self.nodes[id as usize];
            node.stats.add(outcome);
            if let Some(chosen) = chosen {
                node.moves[chosen].stats.add(outcome);
            }
        }
    }

    /// The move to simulate next among the first few, more with more visits:
    /// each once, then by upper confidence bounds (UCB1).
    fn select(&self, id: NodeId, exploration: f32) -> usize {
        let node = &self.nodes[id as usize];
        let visits = node.stats.visits.max(1) as f32;
        let width = (WIDENING_C * visits.powf(WIDENING_ALPHA)).ceil() as usize;
        let bonus = exploration * visits.ln().sqrt();
        let mut best = (f32::MIN, 0);
        for (index, m) in node.moves.iter().take(width).enumerate() {
            if m.stats.visits == 0 {
                return index;
            }
            let bound = m.stats.mean() + bonus / (m.stats.visits as f32).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// Plays on by the policy for some moves and estimates the rest.
    fn rollout(&mut self, position: &mut Position) -> f32 {
        for _ in 0..ROLLOUT_MOVES {
            let square = self.policy.sample(position, &mut self.rng);
            position.play(Player::Contestant, square);
            if let Some(square) = sample_reply(position.outlook(), &mut self.rng) {
                position.play(Player::Server, square);
            }
            if position.board().empty().is_empty() {
                return share(position);
            }
        }
        self.value
            .estimate(&Inputs::new(position, &self.policy.classes))
    }
}

/// Weight of the bonus for few visits: 1.6 points of the score on the smallest
/// boards, 0.7 on others, where the policy knows better than a few simulations.
fn exploration(position: &Position) -> f32 {
    let points = if position.board().side().rows() <= 8 {
        1.6
    } else {
        0.7
    };
    points / largest(position)
}

/// The score of a full board as a share of the largest possible one.
fn share(position: &Position) -> f32 {
    signed_root(position.board().points()) as f32 / largest(position)
}

/// The largest possible score.
fn largest(position: &Position) -> f32 {
    (position.board().side().area() / 2) as f32
}

/// One of the server's best squares, unless the board is full.
pub fn sample_reply(outlook: &Outlook, rng: &mut Rng) -> Option<Square> {
    let squares = Search::new(outlook).best_squares().1;
    let drawn = rng.below(squares.len()) as usize;
    squares.iter().nth(drawn)
}

/// The moves worth considering, by falling chance.
fn expand(policy: &Policy, position: &Position) -> Vec<Move> {
    let mut scores = Vec::new();
    policy.score_squares(position, |candidate| {
        scores.push((candidate.score, candidate.square))
    });
    scores.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let squares = scores.into_iter().take(MAX_MOVES).map(|(_, square)| square);
    let moves = squares.map(|square| Move {
        square,
        stats: Stats::default(),
        replies: Vec::new(),
    });
    moves.collect()
}
