//! Monte Carlo tree search over the contestant's moves, with chance nodes for the server's ties.
//!
//! Moves are selected by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002; in trees: Kocsis and
//! Szepesvári, "Bandit based Monte-Carlo planning", 2006), but only among the first few in the
//! policy's order. This number grows with the visits (progressive widening), and moves that the
//! policy finds unlikely have a handicap, which fades with their visits (progressive bias; both
//! Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008; widening in the form
//! C·v^α: Couëtoux et al., "Continuous upper confidence trees", 2011). While a move has few visits,
//! simulations that play it later count, too (RAVE: Gelly and Silver, "Monte-Carlo tree search and
//! rapid action value estimation in computer Go", 2011). A rollout is cut off after a few moves of
//! the policy, and the rest is estimated (Lorentz, "Amazons discover Monte-Carlo", 2008).
//! Alternatively, sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in
//! multi-armed bandits", 2013) chooses among the moves of the root.

use std::mem::size_of;

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{signed_root, IncrementalEvaluation, Player, Side, Square};

use crate::fitted;
use crate::policy::Policy;
use crate::position::Position;
use crate::tuning::{
    selection, Selection, MAX_MOVES, MIN_LOG_PROBABILITY, ROLLOUT_MOVES, TREE_BYTES,
    WIDENING_ALPHA, WIDENING_C,
};
use crate::value::{Inputs, ValueFunction};

#[derive(Clone, Copy, PartialEq, Eq)]
struct NodeId(u32);

impl NodeId {
    const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Number of simulations through a node or a move, and the sum of their outcomes. An outcome is a
/// share of the maximum score.
#[derive(Clone, Copy, Default)]
struct Stats {
    visits: u32,
    /// A sum in single precision would lose outcomes from a million visits on.
    total: f64,
}

impl Stats {
    fn add(&mut self, outcome: f32) {
        self.visits += 1;
        self.total += f64::from(outcome);
    }

    fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits.max(1))) as f32
    }
}

#[derive(Default)]
struct Node {
    stats: Stats,
    /// Moves in descending order of probability. Empty until the second visit, and where there is
    /// no memory for them.
    moves: Vec<Move>,
}

/// Memory of a node without its moves, in bytes: a growing vector of nodes has up to twice its
/// length as capacity, and exists twice while it is copied.
const NODE_BYTES: usize = 4 * size_of::<Node>();
/// Maximum growth of the tree by a simulation: one node is expanded, one move has its replies
/// listed, one child is added.
const SIMULATION_BYTES: usize = vec_bytes::<Move>(MAX_MOVES) + vec_bytes::<Reply>(256) + NODE_BYTES;

/// Returns the memory of a vector's entries, with that of the allocation itself.
const fn vec_bytes<T>(capacity: usize) -> usize {
    match capacity {
        0 => 0,
        _ => capacity * size_of::<T>() + 16,
    }
}

impl Node {
    fn bytes(&self) -> usize {
        let replies = self
            .moves
            .iter()
            .map(|m| vec_bytes::<Reply>(m.replies.len()));
        NODE_BYTES + vec_bytes::<Move>(self.moves.capacity()) + replies.sum::<usize>()
    }
}

struct Move {
    square: Square,
    /// Logarithm of the probability, relative to the most probable move.
    log_probability: f32,
    stats: Stats,
    /// All moves as first: the simulations through the node that play the square now or later.
    amaf: Stats,
    /// The server's best replies, which are equally likely; empty until the first visit.
    replies: Box<[Reply]>,
}

#[derive(Clone, Copy)]
struct Reply {
    square: Square,
    /// The position after the reply; `None` until the reply is drawn.
    child: Option<NodeId>,
}

/// A move of the root, by its index.
#[derive(Clone, Copy)]
pub struct RootMove(usize);

/// The search tree of one game, kept from move to move.
pub struct Tree {
    policy: Policy,
    value: ValueFunction,
    selection: Selection,
    nodes: Vec<Node>,
    /// Maximum memory of the nodes, and an upper bound of what they have, in bytes.
    max_bytes: usize,
    bytes: usize,
    rng: Rng,
    /// Room for the position of a simulation.
    scratch: Option<Box<Position>>,
}

impl Tree {
    /// Returns the tree for an empty board of `side`.
    pub fn for_side(side: Side) -> Tree {
        Tree::new(fitted::policy(side), fitted::value(side), selection(side))
    }

    /// Returns a tree that consists of the root.
    pub fn new(policy: Policy, value: ValueFunction, selection: Selection) -> Tree {
        Tree {
            policy,
            value,
            selection,
            nodes: vec![Node::default()],
            max_bytes: TREE_BYTES,
            bytes: NODE_BYTES,
            rng: Rng::new(1),
            scratch: None,
        }
    }

    /// Returns the most visited move of the root, or `None` before the first simulation.
    pub fn best(&self) -> Option<Square> {
        // Of several best moves, the one with the highest probability is chosen.
        let moves = self.nodes[NodeId::ROOT.index()].moves.iter().rev();
        let best = moves.max_by_key(|m| m.stats.visits);
        best.map(|chosen| chosen.square)
    }

    /// Makes the position after a move and its reply the new root. Drops all nodes outside its
    /// subtree.
    pub fn advance(&mut self, square: Square, reply: Square) {
        let mut old = std::mem::take(&mut self.nodes);
        let played = old[NodeId::ROOT.index()]
            .moves
            .iter()
            .find(|m| m.square == square);
        let replies = played.map_or(&[][..], |played| &played.replies);
        let known = replies.iter().find(|known| known.square == reply);
        let Some(child) = known.and_then(|known| known.child) else {
            self.nodes.push(Node::default());
            self.bytes = NODE_BYTES;
            return;
        };
        self.nodes.push(std::mem::take(&mut old[child.index()]));
        let mut next = 0;
        while next < self.nodes.len() {
            let mut moves = std::mem::take(&mut self.nodes[next].moves);
            for reply in moves.iter_mut().flat_map(|m| &mut m.replies) {
                if let Some(id) = &mut reply.child {
                    self.nodes.push(std::mem::take(&mut old[id.index()]));
                    *id = NodeId(self.nodes.len() as u32 - 1);
                }
            }
            self.nodes[next].moves = moves;
            next += 1;
        }
        self.bytes = self.nodes.iter().map(Node::bytes).sum();
    }

    /// Returns the first `count` moves of the root in the policy's order, or all moves if there are
    /// fewer. `root` is the position at the root.
    pub fn first_moves(&mut self, root: &Position, count: usize) -> Vec<RootMove> {
        let moves = &mut self.nodes[NodeId::ROOT.index()].moves;
        if moves.is_empty() {
            *moves = expand(&self.policy, root);
            self.bytes += vec_bytes::<Move>(moves.len());
        }
        (0..moves.len().min(count)).map(RootMove).collect()
    }

    /// Drops the half of `moves` (rounded down) that has the lower mean outcomes.
    pub fn halve(&self, moves: &mut Vec<RootMove>) {
        moves.sort_by(|&a, &b| self.mean(b).total_cmp(&self.mean(a)));
        moves.truncate(moves.len().div_ceil(2));
    }

    fn mean(&self, chosen: RootMove) -> f32 {
        self.root_move(chosen).stats.mean()
    }

    /// Returns the square of a move of the root.
    pub fn square(&self, chosen: RootMove) -> Square {
        self.root_move(chosen).square
    }

    fn root_move(&self, chosen: RootMove) -> &Move {
        &self.nodes[NodeId::ROOT.index()].moves[chosen.0]
    }

    /// Runs one simulation from the root at position `root`. `first` fixes its first move.
    pub fn simulate(&mut self, root: &Position, first: Option<RootMove>) {
        let scratch = self.scratch.take();
        let mut position = scratch.unwrap_or_else(|| Box::new(root.clone()));
        Position::clone_from(&mut position, root);
        let may_grow = self.bytes + SIMULATION_BYTES <= self.max_bytes;
        let mut path = Vec::new();
        let mut id = NodeId::ROOT;
        let highest = highest_score(root);
        let outcome = loop {
            let node = &mut self.nodes[id.index()];
            if node.moves.is_empty() {
                let known = node.stats.visits > 0 || id == NodeId::ROOT;
                if !known || !may_grow {
                    path.push((id, None));
                    break self.rollout(&mut position);
                }
                let moves = expand(&self.policy, &position);
                self.bytes += vec_bytes::<Move>(moves.len());
                self.nodes[id.index()].moves = moves;
            }
            let chosen = match first {
                Some(RootMove(index)) if id == NodeId::ROOT => index,
                _ => self.select(id, highest),
            };
            path.push((id, Some(chosen)));
            let played = &mut self.nodes[id.index()].moves[chosen];
            position.play(Player::Contestant, played.square);
            if played.replies.is_empty() && may_grow {
                let squares = Search::new(position.deltas()).best_squares().1;
                let replies = squares.iter().map(|square| Reply {
                    square,
                    child: None,
                });
                played.replies = replies.collect();
                self.bytes += vec_bytes::<Reply>(played.replies.len());
            }
            if played.replies.is_empty() {
                // The board is full, or memory for the replies is lacking.
                if let Some(square) = sample_reply(position.deltas(), &mut self.rng) {
                    position.play(Player::Server, square);
                }
                break self.rollout(&mut position);
            }
            let drawn = self.rng.below(played.replies.len() as u32) as usize;
            let reply = played.replies[drawn];
            position.play(Player::Server, reply.square);
            id = match reply.child {
                Some(child) => child,
                None if may_grow && !position.board().empty().is_empty() => {
                    let fresh = NodeId(self.nodes.len() as u32);
                    self.nodes[id.index()].moves[chosen].replies[drawn].child = Some(fresh);
                    self.nodes.push(Node::default());
                    self.bytes += NODE_BYTES;
                    fresh
                }
                None => break self.rollout(&mut position),
            };
        };
        for (id, chosen) in path {
            let node = &mut self.nodes[id.index()];
            node.stats.add(outcome);
            if let Some(chosen) = chosen {
                node.moves[chosen].stats.add(outcome);
            }
            // The squares of a node's moves were empty there.
            let owner = |m: &Move| position.board().owner(m.square);
            let moves = node.moves.iter_mut();
            for m in moves.filter(|m| owner(m) == Some(Player::Contestant)) {
                m.amaf.add(outcome);
            }
        }
        self.scratch = Some(position);
    }

    /// Returns the index of the move to simulate next: first each move once, then by UCB1 with the
    /// progressive bias and RAVE. `highest` is the maximum score.
    fn select(&self, id: NodeId, highest: f32) -> usize {
        let node = &self.nodes[id.index()];
        let visits = node.stats.visits.max(1) as f32;
        let width = (WIDENING_C * visits.powf(WIDENING_ALPHA)).ceil() as usize;
        let Selection {
            exploration,
            bias,
            amaf_visits,
        } = self.selection;
        let bonus = exploration / highest * visits.ln().sqrt();
        let mut best = (f32::MIN, 0);
        for (index, m) in node.moves.iter().take(width).enumerate() {
            if m.stats.visits == 0 {
                return index;
            }
            let visits = m.stats.visits as f32;
            let handicap = bias / highest * m.log_probability / (visits + 1.0);
            // The weight of RAVE is at most a half from `amaf_visits` visits on.
            let count = m.amaf.visits as f32;
            let weight = count / (count + visits + count * visits / amaf_visits);
            let mean = m.stats.mean();
            let mean = mean + weight * (m.amaf.mean() - mean);
            let bound = mean + bonus / visits.sqrt() + handicap;
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    fn rollout(&mut self, position: &mut Position) -> f32 {
        for _ in 0..ROLLOUT_MOVES {
            if position.board().empty().is_empty() {
                break;
            }
            let square = self.policy.sample(position, &mut self.rng);
            position.play(Player::Contestant, square);
            if let Some(square) = sample_reply(position.deltas(), &mut self.rng) {
                position.play(Player::Server, square);
            }
        }
        if position.board().empty().is_empty() {
            return share(position);
        }
        let inputs = Inputs::new(position);
        self.value.estimate(&inputs)
    }
}

/// Returns the score of a full board as a share of the maximum.
fn share(position: &Position) -> f32 {
    signed_root(position.board().points()) as f32 / highest_score(position)
}

/// Returns the maximum score, reached if all own stones form one isle and the server does not
/// score.
fn highest_score(position: &Position) -> f32 {
    (position.board().side().area() / 2) as f32
}

/// Draws one of the server's best squares, or returns `None` on a full board.
pub fn sample_reply(deltas: &IncrementalEvaluation, rng: &mut Rng) -> Option<Square> {
    let squares = Search::new(deltas).best_squares().1;
    let drawn = rng.below(squares.len()) as usize;
    squares.iter().nth(drawn)
}

/// Returns the most probable moves in descending order of probability.
fn expand(policy: &Policy, position: &Position) -> Vec<Move> {
    let mut scores = Vec::new();
    policy.score_squares(position, |candidate| {
        scores.push((candidate.score, candidate.square))
    });
    scores.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let best = scores[0].0;
    let moves = scores
        .into_iter()
        .take(MAX_MOVES)
        .map(|(score, square)| Move {
            square,
            log_probability: (score - best).max(MIN_LOG_PROBABILITY),
            stats: Stats::default(),
            amaf: Stats::default(),
            replies: Box::default(),
        });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame;

    /// Plays random stones on the smallest board until `empty` squares, an even number, are left.
    /// The contestant is then to move.
    fn draw_position(rng: &mut Rng, empty: u32) -> Position {
        let mut position = Position::new(Side::new(6).unwrap());
        let mut player = Player::Contestant;
        while position.board().empty().len() > empty {
            let squares: Vec<Square> = position.board().empty().iter().collect();
            position.play(player, squares[rng.below(squares.len() as u32) as usize]);
            player = player.opponent();
        }
        position
    }

    /// Returns the expected result of a move of the contestant, with best play after it.
    fn expectation(position: &Position, square: Square) -> f64 {
        let mut after = position.deltas().clone();
        after.play(Player::Contestant, square);
        let replies = Search::new(&after).best_squares().1;
        let values = replies.iter().map(|reply| {
            let mut next = after.clone();
            next.play(Player::Server, reply);
            endgame::solve(&next).1
        });
        values.sum::<f64>() / f64::from(replies.len())
    }

    #[test]
    fn a_first_move_given_is_the_one_simulated() {
        let position = draw_position(&mut Rng::new(3), 20);
        let mut tree = Tree::for_side(position.board().side());
        let moves = tree.first_moves(&position, 5);
        assert_eq!(moves.len(), 5);
        for (times, &first) in moves.iter().enumerate() {
            for _ in 0..times {
                tree.simulate(&position, Some(first));
            }
        }
        let visits: Vec<u32> = moves
            .iter()
            .map(|&m| tree.root_move(m).stats.visits)
            .collect();
        assert_eq!(visits, [0, 1, 2, 3, 4]);
        let root = &tree.nodes[NodeId::ROOT.index()];
        assert_eq!(root.stats.visits, 10);
        assert!(root.moves[5..].iter().all(|m| m.stats.visits == 0));
    }

    #[test]
    fn a_tree_stays_within_its_memory() {
        let position = draw_position(&mut Rng::new(5), 30);
        let mut tree = Tree::for_side(position.board().side());
        tree.max_bytes = 1 << 20;
        for _ in 0..20_000 {
            tree.simulate(&position, None);
        }
        let moves: usize = tree
            .nodes
            .iter()
            .map(|node| node.bytes() - NODE_BYTES)
            .sum();
        let bytes = moves + 2 * size_of::<Node>() * tree.nodes.capacity();
        assert!((500_000..=1 << 20).contains(&bytes), "{bytes}");
        let (held, visits) = (tree.bytes, tree.nodes[0].stats.visits);
        assert!(held > (1 << 20) - SIMULATION_BYTES && bytes <= held && visits == 20_000);
        let first = &tree.nodes[0].moves[0];
        let (square, reply) = (first.square, first.replies[0].square);
        tree.advance(square, reply);
        assert!((1..held).contains(&tree.bytes));
    }

    #[test]
    fn the_most_visited_move_is_as_good_as_the_best() {
        let mut rng = Rng::new(7);
        for round in 0..20 {
            let position = draw_position(&mut rng, 4 + round % 2 * 2);
            let best = endgame::solve(position.deltas()).1;
            let mut tree = Tree::for_side(position.board().side());
            for _ in 0..8_000 {
                tree.simulate(&position, None);
            }
            let chosen = expectation(&position, tree.best().unwrap());
            assert!(chosen > best - 0.3, "{chosen} of {best} in round {round}");
        }
    }

    #[test]
    fn halving_ends_with_a_move_as_good_as_the_best() {
        let mut rng = Rng::new(7);
        let mut dropped_worse = 0;
        for round in 0..40 {
            let position = draw_position(&mut rng, 4 + round % 2 * 2);
            let best = endgame::solve(position.deltas()).1;
            let mut tree = Tree::for_side(position.board().side());
            let mut moves = tree.first_moves(&position, MAX_MOVES);
            assert_eq!(moves.len() as u32, position.board().empty().len());
            while moves.len() > 1 {
                for _ in 0..300 {
                    for &first in &moves {
                        tree.simulate(&position, Some(first));
                    }
                }
                let before = moves.clone();
                tree.halve(&mut moves);
                assert_eq!(moves.len(), before.len().div_ceil(2));
                let worst = moves.iter().map(|&m| tree.mean(m)).fold(1.0, f32::min);
                let kept: Vec<usize> = moves.iter().map(|m| m.0).collect();
                for &dropped in before.iter().filter(|m| !kept.contains(&m.0)) {
                    assert!(tree.mean(dropped) <= worst);
                    let value = expectation(&position, tree.square(dropped));
                    dropped_worse += u32::from(value < best - 1.0);
                }
            }
            let left = expectation(&position, tree.square(moves[0]));
            assert!(left > best - 0.3, "{left} of {best} in round {round}");
        }
        assert!(dropped_worse > 40, "{dropped_worse}");
    }

    /// Selects 1,000 moves of a root with these moves, each with the outcome 0.5. Returns the visits
    /// of each move.
    fn select_often(selection: Selection, moves: &[(f32, Stats)]) -> Vec<u32> {
        let mut tree = Tree::for_side(Side::new(6).unwrap());
        tree.selection = selection;
        let moves = moves.iter().map(|&(log_probability, amaf)| Move {
            square: Square::default(),
            log_probability,
            stats: Stats::default(),
            amaf,
            replies: Box::default(),
        });
        tree.nodes[0].moves = moves.collect();
        for _ in 0..1_000 {
            let chosen = tree.select(NodeId::ROOT, 1.0);
            tree.nodes[0].stats.add(0.5);
            tree.nodes[0].moves[chosen].stats.add(0.5);
        }
        let moves = tree.nodes[0].moves.iter();
        moves.map(|m| m.stats.visits).collect()
    }

    #[test]
    fn of_equally_good_moves_the_more_probable_one_has_more_visits() {
        let selection = Selection {
            exploration: 0.1,
            bias: 0.1,
            amaf_visits: 0.0,
        };
        let amaf = Stats {
            visits: 1,
            total: 1.0,
        };
        let visits = select_often(selection, &[0.0, -2.0, -4.0].map(|log| (log, amaf)));
        // The bias fades: none is left out.
        assert!(
            visits.windows(2).all(|pair| pair[0] > pair[1]),
            "{visits:?}"
        );
        assert!(visits[2] > 200, "{visits:?}");
    }

    #[test]
    fn of_equally_good_moves_the_one_that_is_good_later_has_more_visits() {
        let later = |total| Stats { visits: 100, total };
        let moves = [52.0, 50.0, 48.0].map(|total| (0.0, later(total)));
        let by_amaf = |amaf_visits| {
            let selection = Selection {
                exploration: 0.1,
                bias: 0.0,
                amaf_visits,
            };
            select_often(selection, &moves)
        };
        let visits = by_amaf(20.0);
        assert!(
            visits.windows(2).all(|pair| pair[0] > pair[1]),
            "{visits:?}"
        );
        assert!(visits[2] > 200, "{visits:?}");
        let spread = by_amaf(0.0);
        assert!(
            spread.iter().all(|visits| (333..=334).contains(visits)),
            "{spread:?}"
        );
    }

    #[test]
    fn all_moves_as_first_count_the_squares_that_are_played_later() {
        let position = draw_position(&mut Rng::new(9), 6);
        let mut tree = Tree::for_side(position.board().side());
        for _ in 0..500 {
            tree.simulate(&position, None);
        }
        // Every simulation ends with a full board, of which three more squares are the contestant's.
        let moves = &tree.nodes[0].moves;
        let counted: u32 = moves.iter().map(|m| m.amaf.visits).sum();
        assert_eq!(counted, 3 * 500);
        assert!(moves.iter().all(|m| m.amaf.visits > m.stats.visits));
    }
}
