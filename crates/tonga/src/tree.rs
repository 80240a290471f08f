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

/// Number of simulations, and the sum of their outcomes, which are shares of the maximum score.
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

    /// Returns the mean outcome, 0 before the first.
    fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits.max(1))) as f32
    }
}

/// A position with the contestant to move.
#[derive(Default)]
struct TreeNode {
    /// Number of simulations through the node.
    visits: u32,
    /// Moves in descending order of probability. Empty until the second visit, and where memory for
    /// them was lacking.
    moves: Vec<TreeMove>,
}

/// A move of the contestant.
struct TreeMove {
    square: Square,
    /// Logarithm of the probability, relative to the most probable move.
    log_probability: f32,
    /// The simulations of the move.
    stats: Stats,
    /// All moves as first: the simulations through the node that play the square now or later.
    amaf: Stats,
    /// The server's best replies, which are equally likely; empty until the first visit.
    replies: Box<[Reply]>,
}

/// A reply of the server.
struct Reply {
    square: Square,
    /// The position after the reply; `None` until the reply is drawn.
    child: Option<Box<TreeNode>>,
}

/// Memory that an allocation takes beside its content, in bytes.
const ALLOCATION_BYTES: usize = 16;
/// Memory of a node without its moves, in bytes.
const NODE_BYTES: usize = size_of::<TreeNode>() + ALLOCATION_BYTES;
/// Maximum growth by a simulation: one node is expanded, one move has its replies listed, one child
/// is added.
const SIMULATION_BYTES: usize =
    slice_bytes::<TreeMove>(MAX_MOVES) + slice_bytes::<Reply>(256) + NODE_BYTES;

/// Returns the memory of a slice of this length, in bytes.
const fn slice_bytes<T>(len: usize) -> usize {
    match len {
        0 => 0,
        _ => len * size_of::<T>() + ALLOCATION_BYTES,
    }
}

impl TreeMove {
    fn new(square: Square, log_probability: f32) -> TreeMove {
        TreeMove {
            square,
            log_probability,
            stats: Stats::default(),
            amaf: Stats::default(),
            replies: Box::default(),
        }
    }
}

impl TreeNode {
    /// Returns the memory of the node and of all that follow it, in bytes.
    fn bytes(&self) -> usize {
        let moves = self.moves.iter().map(|m| {
            let children = m.replies.iter().filter_map(|reply| reply.child.as_ref());
            slice_bytes::<Reply>(m.replies.len())
                + children.map(|child| child.bytes()).sum::<usize>()
        });
        NODE_BYTES + slice_bytes::<TreeMove>(self.moves.capacity()) + moves.sum::<usize>()
    }
}

/// The search tree of one game, kept from move to move.
pub struct Tree {
    policy: Policy,
    value: ValueFunction,
    selection: Selection,
    root: TreeNode,
    /// Memory of all nodes, and its maximum, in bytes.
    bytes: usize,
    max_bytes: usize,
    rng: Rng,
    /// The position of a simulation.
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
            root: TreeNode::default(),
            bytes: NODE_BYTES,
            max_bytes: TREE_BYTES,
            rng: Rng::new(1),
            scratch: None,
        }
    }

    /// Returns the most visited move of the root, or `None` before the first simulation.
    pub fn best(&self) -> Option<Square> {
        // Of several best moves, the one with the highest probability is chosen.
        let best = self.root.moves.iter().rev().max_by_key(|m| m.stats.visits);
        best.map(|chosen| chosen.square)
    }

    /// Makes the position after a move and its reply the root, and drops all others.
    pub fn advance(&mut self, square: Square, reply: Square) {
        let root = std::mem::take(&mut self.root);
        let played = root.moves.into_iter().find(|m| m.square == square);
        let replies = played.map_or_else(Box::default, |m| m.replies).into_vec();
        let drawn = replies.into_iter().find(|known| known.square == reply);
        self.root =
            drawn.and_then(|known| known.child).map_or_else(TreeNode::default, |child| *child);
        self.bytes = self.root.bytes();
    }

    /// Runs one simulation from the root at position `root`.
    pub fn simulate(&mut self, root: &Position) {
        let scratch = self.scratch.take();
        let mut position = scratch.unwrap_or_else(|| Box::new(root.clone()));
        Position::clone_from(&mut position, root);
        let mut node = std::mem::take(&mut self.root);
        if node.moves.is_empty() {
            self.expand(&mut node, &position);
        }
        let may_grow = self.bytes + SIMULATION_BYTES <= self.max_bytes;
        self.descend(&mut node, &mut position, may_grow);
        self.root = node;
        self.scratch = Some(position);
    }

    /// Plays on from a node, and records the outcome there. Adds nodes only if `may_grow`.
    fn descend(&mut self, node: &mut TreeNode, position: &mut Position, may_grow: bool) -> f32 {
        if node.moves.is_empty() && node.visits > 0 && may_grow {
            self.expand(node, position);
        }
        let outcome = match self.select(node, highest_score(position)) {
            Some(chosen) => self.follow(&mut node.moves[chosen], position, may_grow),
            None => self.rollout(position),
        };
        node.visits += 1;
        // The squares of the node's moves were empty there.
        let owner = |m: &TreeMove| position.board().owner(m.square);
        let moves = node.moves.iter_mut();
        for m in moves.filter(|m| owner(m) == Some(Player::Contestant)) {
            m.amaf.add(outcome);
        }
        outcome
    }

    /// Plays a move and a reply and goes on; records the outcome of the move.
    fn follow(&mut self, m: &mut TreeMove, position: &mut Position, may_grow: bool) -> f32 {
        position.play(Player::Contestant, m.square);
        if m.replies.is_empty() && may_grow {
            let squares = Search::new(position.deltas()).best_squares().1;
            let replies = squares.iter().map(|square| Reply { square, child: None });
            m.replies = replies.collect();
            self.bytes += slice_bytes::<Reply>(m.replies.len());
        }
        let outcome = if m.replies.is_empty() {
            // The board is full, or memory for the replies is lacking.
            if let Some(square) = sample_reply(position.deltas(), &mut self.rng) {
                position.play(Player::Server, square);
            }
            self.rollout(position)
        } else {
            let drawn = self.rng.below(m.replies.len() as u32) as usize;
            let reply = &mut m.replies[drawn];
            position.play(Player::Server, reply.square);
            // The tree ends before a full board.
            if reply.child.is_none() && may_grow && !position.board().empty().is_empty() {
                reply.child = Some(Box::default());
                self.bytes += NODE_BYTES;
            }
            match &mut reply.child {
                Some(child) => self.descend(child, position, may_grow),
                None => self.rollout(position),
            }
        };
        m.stats.add(outcome);
        outcome
    }

    /// Lists the most probable moves in descending order of probability.
    fn expand(&mut self, node: &mut TreeNode, position: &Position) {
        let mut logits = Vec::new();
        self.policy
            .for_each_logit(position, |candidate| logits.push((candidate.logit, candidate.square)));
        logits.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let best = logits[0].0;
        let moves = logits.into_iter().take(MAX_MOVES);
        let moves = moves
            .map(|(logit, square)| TreeMove::new(square, (logit - best).max(MIN_LOG_PROBABILITY)));
        node.moves = moves.collect();
        self.bytes += slice_bytes::<TreeMove>(node.moves.capacity());
    }

    /// Returns the index of the move to simulate next: first each move once, then by UCB1 with the
    /// progressive bias and RAVE. Returns `None` if the node has no moves. `highest` is the maximum score.
    fn select(&self, node: &TreeNode, highest: f32) -> Option<usize> {
        let visits = node.visits.max(1) as f32;
        let width = (WIDENING_C * visits.powf(WIDENING_ALPHA)).ceil() as usize;
        let Selection { exploration, bias, amaf_visits } = self.selection;
        let bonus = exploration / highest * visits.ln().sqrt();
        let bound = |m: &TreeMove| {
            let visits = m.stats.visits as f32;
            let handicap = bias / highest * m.log_probability / (visits + 1.0);
            // The weight of RAVE is at most a half from `amaf_visits` visits on.
            let count = m.amaf.visits as f32;
            let weight = count / (count + visits + count * visits / amaf_visits);
            let mean = m.stats.mean();
            mean + weight * (m.amaf.mean() - mean) + bonus / visits.sqrt() + handicap
        };
        let mut best = None;
        for (index, m) in node.moves.iter().take(width).enumerate() {
            if m.stats.visits == 0 {
                return Some(index);
            }
            let bound = bound(m);
            if best.map_or(true, |(most, _)| bound > most) {
                best = Some((bound, index));
            }
        }
        best.map(|(_, index)| index)
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
            return final_outcome(position);
        }
        let inputs = Inputs::new(position);
        self.value.estimate(&inputs)
    }
}

/// Returns the score of a full board, divided by the maximum.
fn final_outcome(position: &Position) -> f32 {
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
    fn the_most_visited_move_is_as_good_as_the_best() {
        let mut rng = Rng::new(7);
        for round in 0..20 {
            let position = draw_position(&mut rng, 4 + round % 2 * 2);
            let best = endgame::solve(position.deltas()).1;
            let mut tree = Tree::for_side(position.board().side());
            for _ in 0..8_000 {
                tree.simulate(&position);
            }
            let chosen = expectation(&position, tree.best().unwrap());
            assert!(chosen > best - 0.3, "{chosen} of {best} in round {round}");
        }
    }

    /// Selects 1,000 moves of a node with these moves, each with the outcome 0.5. Returns the visits
    /// of each move.
    fn select_often(selection: Selection, moves: [TreeMove; 3]) -> [u32; 3] {
        let mut tree = Tree::for_side(Side::new(6).unwrap());
        tree.selection = selection;
        let mut node = TreeNode { visits: 0, moves: moves.into() };
        for visits in 0..1_000 {
            node.visits = visits;
            let chosen = tree.select(&node, 1.0).unwrap();
            node.moves[chosen].stats.add(0.5);
        }
        std::array::from_fn(|index| node.moves[index].stats.visits)
    }

    /// Checks that earlier moves have more visits, and that none is left out.
    fn assert_descending(visits: [u32; 3]) {
        assert!(visits[0] > visits[1] && visits[1] > visits[2], "{visits:?}");
        assert!(visits[2] > 200, "{visits:?}");
    }

    #[test]
    fn of_equally_good_moves_the_more_probable_one_has_more_visits() {
        let selection = Selection { exploration: 0.1, bias: 0.1, amaf_visits: 0.0 };
        let moves = [0.0, -2.0, -4.0].map(|log| TreeMove {
            amaf: Stats { visits: 1, total: 1.0 },
            ..TreeMove::new(Square::default(), log)
        });
        assert_descending(select_often(selection, moves));
    }

    #[test]
    fn of_equally_good_moves_the_one_that_is_good_later_has_more_visits() {
        let visits = |amaf_visits| {
            let moves = [52.0, 50.0, 48.0].map(|total| TreeMove {
                amaf: Stats { visits: 100, total },
                ..TreeMove::new(Square::default(), 0.0)
            });
            let selection = Selection { exploration: 0.1, bias: 0.0, amaf_visits };
            select_often(selection, moves)
        };
        assert_descending(visits(20.0));
        let even = visits(0.0);
        assert!(even.iter().all(|n| (333..=334).contains(n)), "{even:?}");
    }

    #[test]
    fn all_moves_as_first_count_the_squares_that_are_played_later() {
        let position = draw_position(&mut Rng::new(9), 6);
        let mut tree = Tree::for_side(position.board().side());
        for _ in 0..500 {
            tree.simulate(&position);
        }
        // Every simulation ends with a full board, of which three more squares are the contestant's.
        let moves = &tree.root.moves;
        let counted: u32 = moves.iter().map(|m| m.amaf.visits).sum();
        assert_eq!(counted, 3 * 500);
        assert!(moves.iter().all(|m| m.amaf.visits > m.stats.visits));
    }

    #[test]
    fn what_follows_the_new_root_is_kept_within_the_memory() {
        let mut rng = Rng::new(5);
        let mut position = draw_position(&mut rng, 30);
        let mut tree = Tree::for_side(position.board().side());
        tree.max_bytes = 1 << 20;
        while tree.bytes + SIMULATION_BYTES <= tree.max_bytes {
            tree.simulate(&position);
        }
        for _ in 0..1_000 {
            tree.simulate(&position);
        }
        assert!(tree.bytes == tree.root.bytes() && tree.bytes <= tree.max_bytes);
        let best = tree.best().unwrap();
        let played = tree.root.moves.iter().find(|m| m.square == best).unwrap();
        let (reply, child) = (played.replies[0].square, &played.replies[0].child);
        let visits = child.as_ref().unwrap().visits;
        tree.advance(best, reply);
        assert_eq!(tree.root.visits, visits);
        assert!(tree.bytes == tree.root.bytes() && tree.bytes < tree.max_bytes / 2);
        // This square was not a move.
        position.play(Player::Contestant, best);
        position.play(Player::Server, reply);
        tree.advance(best, reply);
        assert_eq!((tree.root.visits, tree.bytes), (0, NODE_BYTES));
        tree.simulate(&position);
        assert!(tree.best().is_some());
    }
}
