//! Monte Carlo tree search over the contestant's moves, with chance nodes for the server's ties.
//! A position that is reached in several ways is one node (`graph.rs`).
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

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{signed_root, IncrementalEvaluation, Player, Side, Square};

use crate::fitted;
use crate::graph::{Graph, NodeIndex, Stats, TreeMove, TreeNode};
use crate::policy::Policy;
use crate::position::Position;
use crate::tuning::{
    selection, Selection, MAX_MOVES, MIN_LOG_PROBABILITY, ROLLOUT_MOVES, WIDENING_ALPHA, WIDENING_C,
};
use crate::value::{Inputs, ValueFunction};

/// The search tree of one game, kept from move to move.
pub struct Tree {
    policy: Policy,
    value: ValueFunction,
    selection: Selection,
    graph: Graph,
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
            graph: Graph::new(),
            rng: Rng::new(1),
            scratch: None,
        }
    }

    /// Returns the most visited move of the root, or `None` before the first simulation.
    pub fn best(&self) -> Option<Square> {
        // Of several best moves, the one with the highest probability is chosen.
        let moves = self.graph[NodeIndex::ROOT].moves.iter().rev();
        let best = moves.max_by_key(|m| m.stats.visits);
        best.map(|chosen| chosen.square)
    }

    /// Makes the position after a move and its reply the new root.
    pub fn advance(&mut self, square: Square, reply: Square) {
        self.graph.advance(square, reply);
    }

    /// Runs one simulation from the root at position `root`.
    pub fn simulate(&mut self, root: &Position) {
        let scratch = self.scratch.take();
        let mut position = scratch.unwrap_or_else(|| Box::new(root.clone()));
        Position::clone_from(&mut position, root);
        let may_grow = self.graph.may_grow();
        let mut path = Vec::new();
        let mut id = NodeIndex::ROOT;
        let highest = highest_score(root);
        let outcome = loop {
            let node = &self.graph[id];
            if node.moves.is_empty() {
                let known = node.visits > 0 || id == NodeIndex::ROOT;
                if !known || !may_grow {
                    path.push((id, None));
                    break self.rollout(&mut position);
                }
                self.graph.set_moves(id, expand(&self.policy, &position));
            }
            let chosen = self.select(&self.graph[id], highest);
            path.push((id, Some(chosen)));
            let played = &self.graph[id].moves[chosen];
            position.play(Player::Contestant, played.square);
            if played.replies.is_empty() && may_grow {
                let squares = Search::new(position.deltas()).best_squares().1;
                self.graph.set_replies(id, chosen, squares.iter());
            }
            let replies = &self.graph[id].moves[chosen].replies;
            if replies.is_empty() {
                // The board is full, or memory for the replies is lacking.
                if let Some(square) = sample_reply(position.deltas(), &mut self.rng) {
                    position.play(Player::Server, square);
                }
                break self.rollout(&mut position);
            }
            let drawn = self.rng.below(replies.len() as u32) as usize;
            position.play(Player::Server, replies[drawn].square);
            // The graph ends before a full board.
            let is_full = position.board().empty().is_empty();
            let next = (!is_full).then(|| self.graph.child(id, chosen, drawn, may_grow));
            let Some(child) = next.flatten() else {
                break self.rollout(&mut position);
            };
            id = child;
        };
        for (id, chosen) in path.into_iter().rev() {
            self.graph.record(id, chosen, outcome);
            // The squares of a node's moves were empty there.
            let owner = |m: &TreeMove| position.board().owner(m.square);
            let moves = self.graph[id].moves.iter_mut();
            for m in moves.filter(|m| owner(m) == Some(Player::Contestant)) {
                m.amaf.add(outcome);
            }
        }
        self.scratch = Some(position);
    }

    /// Returns the index of the move to simulate next: first each move once, then by UCB1 with the
    /// progressive bias and RAVE. `highest` is the maximum score.
    fn select(&self, node: &TreeNode, highest: f32) -> usize {
        let visits = node.visits.max(1) as f32;
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
            let value = self.graph.move_value(m);
            let value = value + weight * (m.amaf.mean() - value);
            let bound = value + bonus / visits.sqrt() + handicap;
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
fn expand(policy: &Policy, position: &Position) -> Vec<TreeMove> {
    let mut scores = Vec::new();
    policy.score_squares(position, |candidate| {
        scores.push((candidate.score, candidate.square))
    });
    scores.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let best = scores[0].0;
    let moves = scores
        .into_iter()
        .take(MAX_MOVES)
        .map(|(score, square)| TreeMove {
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

    /// Selects 1,000 moves of a root with these moves, each with the outcome 0.5. Returns the visits
    /// of each move.
    fn select_often(selection: Selection, moves: &[(f32, Stats)]) -> Vec<u32> {
        let mut tree = Tree::for_side(Side::new(6).unwrap());
        tree.selection = selection;
        let moves = moves.iter().map(|&(log_probability, amaf)| TreeMove {
            square: Square::default(),
            log_probability,
            stats: Stats::default(),
            amaf,
            replies: Box::default(),
        });
        tree.graph.set_moves(NodeIndex::ROOT, moves.collect());
        for _ in 0..1_000 {
            let root = &tree.graph[NodeIndex::ROOT];
            let chosen = tree.select(root, 1.0);
            tree.graph.record(NodeIndex::ROOT, Some(chosen), 0.5);
        }
        let moves = tree.graph[NodeIndex::ROOT].moves.iter();
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
            tree.simulate(&position);
        }
        // Every simulation ends with a full board, of which three more squares are the contestant's.
        let moves = &tree.graph[NodeIndex::ROOT].moves;
        let counted: u32 = moves.iter().map(|m| m.amaf.visits).sum();
        assert_eq!(counted, 3 * 500);
        assert!(moves.iter().all(|m| m.amaf.visits > m.stats.visits));
    }
}
