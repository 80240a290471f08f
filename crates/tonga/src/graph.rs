//! The nodes of the search, one for each position.
//!
//! Many orders of the same stones lead to one position (transpositions: Childs, Brodeur and Kocsis,
//! "Transpositions and move groups in Monte Carlo tree search", 2008). The value of a node is
//! computed from those of the nodes after it, so that a simulation also counts for nodes that it
//! did not pass (Czech, Korus and Kersting, "Improving AlphaZero using Monte-Carlo graph search",
//! 2021).

use std::collections::HashMap;
use std::mem::size_of;
use std::ops::{Index, IndexMut};

use common::rng::Rng;
use common::tonga::{Player, Square};

use crate::tuning::{MAX_MOVES, TREE_BYTES};

/// A node by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeIndex(u32);

impl NodeIndex {
    /// The position from which the search starts.
    pub const ROOT: NodeIndex = NodeIndex(0);
}

/// Number of simulations through a node or a move, and the sum of their outcomes. An outcome is a
/// share of the maximum score.
#[derive(Clone, Copy, Default)]
pub struct Stats {
    /// Number of simulations.
    pub visits: u32,
    /// A sum in single precision would lose outcomes from a million visits on.
    pub total: f64,
}

impl Stats {
    /// Adds the outcome of a simulation.
    pub fn add(&mut self, outcome: f32) {
        self.visits += 1;
        self.total += f64::from(outcome);
    }

    /// Returns the mean outcome, 0 before the first.
    pub fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits.max(1))) as f32
    }
}

/// Identifies a position of a game. It is the exclusive or of random numbers, one for each stone
/// (Zobrist, "A new hashing method with application for game playing", 1970).
type Key = u64;

/// A position with the contestant to move.
#[derive(Default)]
pub struct TreeNode {
    /// The key of the position, without the stones before the first root.
    key: Key,
    /// Number of simulations through the node.
    pub visits: u32,
    /// Expected outcome: the mean of the rollouts from here and of the moves' values, by visits.
    value: f32,
    /// The rollouts that started here.
    rollouts: Stats,
    /// Moves in descending order of probability. Empty until the second visit, and where memory for
    /// them was lacking.
    pub moves: Vec<TreeMove>,
}

/// A move of the contestant.
pub struct TreeMove {
    /// The square of the stone.
    pub square: Square,
    /// Logarithm of the probability, relative to the most probable move.
    pub log_probability: f32,
    /// The simulations of the move.
    pub stats: Stats,
    /// All moves as first: the simulations through the node that play the square now or later.
    pub amaf: Stats,
    /// The server's best replies, which are equally likely; empty until the first visit.
    pub replies: Box<[Reply]>,
}

/// A reply of the server.
#[derive(Clone, Copy)]
pub struct Reply {
    /// The square of the stone.
    pub square: Square,
    /// The position after the reply; `None` until the reply is drawn.
    child: Option<NodeIndex>,
}

/// Memory of a node and its key without the moves, in bytes. A growing vector of nodes has up to
/// twice its length as capacity, and exists twice while it is copied; so does the map of keys, an
/// eighth of which stays free.
const NODE_BYTES: usize = 4 * size_of::<TreeNode>() + 5 * size_of::<(Key, NodeIndex)>();
/// Maximum growth by a simulation: one node is expanded, one move has its replies listed, one child
/// is added.
const SIMULATION_BYTES: usize =
    vec_bytes::<TreeMove>(MAX_MOVES) + vec_bytes::<Reply>(256) + NODE_BYTES;

/// Returns the memory of a vector's entries, with that of the allocation itself.
const fn vec_bytes<T>(capacity: usize) -> usize {
    match capacity {
        0 => 0,
        _ => capacity * size_of::<T>() + 16,
    }
}

impl TreeNode {
    fn bytes(&self) -> usize {
        let replies = self
            .moves
            .iter()
            .map(|m| vec_bytes::<Reply>(m.replies.len()));
        NODE_BYTES + vec_bytes::<TreeMove>(self.moves.capacity()) + replies.sum::<usize>()
    }
}

/// The nodes below a root.
pub struct Graph {
    nodes: Vec<TreeNode>,
    ids: HashMap<Key, NodeIndex>,
    /// By player and square, the part of a stone in the keys.
    stone_keys: [[Key; 256]; 2],
    /// Maximum memory of the nodes, and an upper bound of what they have, in bytes.
    max_bytes: usize,
    bytes: usize,
}

impl Index<NodeIndex> for Graph {
    type Output = TreeNode;

    fn index(&self, id: NodeIndex) -> &TreeNode {
        &self.nodes[id.0 as usize]
    }
}

impl IndexMut<NodeIndex> for Graph {
    fn index_mut(&mut self, id: NodeIndex) -> &mut TreeNode {
        &mut self.nodes[id.0 as usize]
    }
}

impl Graph {
    /// Returns a root without moves.
    pub fn new() -> Graph {
        let mut rng = Rng::new(2);
        Graph {
            nodes: vec![TreeNode::default()],
            ids: HashMap::new(),
            stone_keys: std::array::from_fn(|_| std::array::from_fn(|_| rng.next_u64())),
            max_bytes: TREE_BYTES,
            bytes: NODE_BYTES,
        }
    }

    /// Returns true if there is memory for what a simulation may add.
    pub fn may_grow(&self) -> bool {
        self.bytes + SIMULATION_BYTES <= self.max_bytes
    }

    /// Lists the moves of a node.
    pub fn set_moves(&mut self, id: NodeIndex, moves: Vec<TreeMove>) {
        self.bytes += vec_bytes::<TreeMove>(moves.capacity());
        self[id].moves = moves;
    }

    /// Lists the replies to a move.
    pub fn set_replies(
        &mut self,
        id: NodeIndex,
        chosen: usize,
        squares: impl Iterator<Item = Square>,
    ) {
        let replies = squares.map(|square| Reply {
            square,
            child: None,
        });
        let replies: Box<[Reply]> = replies.collect();
        self.bytes += vec_bytes::<Reply>(replies.len());
        self[id].moves[chosen].replies = replies;
    }

    /// Returns the position after a move and a reply, given as index. Returns `None` if it is
    /// new and `may_grow` is false.
    pub fn child(
        &mut self,
        id: NodeIndex,
        chosen: usize,
        drawn: usize,
        may_grow: bool,
    ) -> Option<NodeIndex> {
        let played = &self[id].moves[chosen];
        let reply = played.replies[drawn];
        if reply.child.is_some() {
            return reply.child;
        }
        let stones = [
            (Player::Contestant, played.square),
            (Player::Server, reply.square),
        ];
        let key = stones.iter().fold(self[id].key, |key, &(player, square)| {
            key ^ self.stone_keys[player as usize][square.index()]
        });
        let known = self.ids.get(&key).copied();
        let child = known.or_else(|| may_grow.then(|| self.add(key)));
        self[id].moves[chosen].replies[drawn].child = child;
        child
    }

    fn add(&mut self, key: Key) -> NodeIndex {
        let id = NodeIndex(self.nodes.len() as u32);
        self.ids.insert(key, id);
        self.nodes.push(TreeNode {
            key,
            ..TreeNode::default()
        });
        self.bytes += NODE_BYTES;
        id
    }

    /// Adds the outcome of a simulation that played a move of the node, or started its rollout there,
    /// and computes the value of the node anew.
    pub fn record(&mut self, id: NodeIndex, chosen: Option<usize>, outcome: f32) {
        let node = &mut self[id];
        node.visits += 1;
        match chosen {
            Some(chosen) => node.moves[chosen].stats.add(outcome),
            None => node.rollouts.add(outcome),
        }
        let node = &self[id];
        let visited = node.moves.iter().filter(|m| m.stats.visits > 0);
        let totals = visited.map(|m| f64::from(m.stats.visits) * f64::from(self.move_value(m)));
        let total = node.rollouts.total + totals.sum::<f64>();
        self[id].value = (total / f64::from(node.visits)) as f32;
    }

    /// Returns the mean of the values after the replies to a move, or of the outcomes if no node is
    /// known there.
    pub fn move_value(&self, played: &TreeMove) -> f32 {
        let (mut total, mut count) = (0.0, 0);
        for id in played.replies.iter().filter_map(|reply| reply.child) {
            total += self[id].value;
            count += 1;
        }
        match count {
            0 => played.stats.mean(),
            _ => total / count as f32,
        }
    }

    /// Makes the position after a move and its reply the root. Drops all nodes that do not follow
    /// it.
    pub fn advance(&mut self, square: Square, reply: Square) {
        let moves = &self[NodeIndex::ROOT].moves;
        let replies = moves
            .iter()
            .filter(|m| m.square == square)
            .flat_map(|m| &m.replies);
        let child = replies
            .filter(|known| known.square == reply)
            .find_map(|known| known.child);
        let mut old = std::mem::take(&mut self.nodes);
        self.ids = HashMap::new();
        let mut moved = vec![None; old.len()];
        let mut keep = |nodes: &mut Vec<TreeNode>, id: NodeIndex| {
            *moved[id.0 as usize].get_or_insert_with(|| {
                nodes.push(std::mem::take(&mut old[id.0 as usize]));
                NodeIndex(nodes.len() as u32 - 1)
            })
        };
        match child {
            Some(child) => {
                keep(&mut self.nodes, child);
            }
            None => self.nodes.push(TreeNode::default()),
        }
        let mut next = 0;
        while next < self.nodes.len() {
            let mut moves = std::mem::take(&mut self.nodes[next].moves);
            let replies = moves.iter_mut().flat_map(|m| &mut m.replies);
            for id in replies.filter_map(|reply| reply.child.as_mut()) {
                *id = keep(&mut self.nodes, *id);
            }
            self.nodes[next].moves = moves;
            next += 1;
        }
        let keys = self.nodes.iter().map(|node| node.key);
        self.ids = keys.zip((0..).map(NodeIndex)).collect();
        self.bytes = self.nodes.iter().map(TreeNode::bytes).sum();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::*;

    type Stones = BTreeSet<(bool, Square)>;

    fn squares(numbers: impl Iterator<Item = u8>) -> Vec<Square> {
        numbers.map(Square::new).collect()
    }

    fn moves(squares: &[Square]) -> Vec<TreeMove> {
        let moves = squares.iter().map(|&square| TreeMove {
            square,
            log_probability: 0.0,
            stats: Stats::default(),
            amaf: Stats::default(),
            replies: Box::default(),
        });
        moves.collect()
    }

    /// Plays random stones on the free squares as far as there are nodes, and one new one. Each
    /// move has two replies.
    fn walk(graph: &mut Graph, mut free: Vec<Square>, rng: &mut Rng) {
        let may_grow = graph.may_grow();
        let mut path = Vec::new();
        let mut id = NodeIndex::ROOT;
        loop {
            if graph[id].moves.is_empty() {
                path.push((id, None));
                if may_grow && free.len() > 4 {
                    graph.set_moves(id, moves(&free));
                }
                break;
            }
            let chosen = rng.below(free.len() as u32) as usize;
            free.remove(chosen);
            if graph[id].moves[chosen].replies.is_empty() && may_grow {
                graph.set_replies(id, chosen, free.iter().copied().take(2));
            }
            path.push((id, Some(chosen)));
            let drawn = rng.below(2) as usize;
            let known = !graph[id].moves[chosen].replies.is_empty();
            let child = known
                .then(|| graph.child(id, chosen, drawn, may_grow))
                .flatten();
            let Some(child) = child else { break };
            free.remove(drawn);
            id = child;
        }
        let outcome = rng.unit() as f32;
        for (id, chosen) in path.into_iter().rev() {
            graph.record(id, chosen, outcome);
        }
    }

    /// Follows every sequence of stones from the root. Checks that nodes and sets of stones
    /// correspond one to one. Returns the number of links.
    fn check(graph: &Graph) -> usize {
        let mut nodes: HashMap<Stones, NodeIndex> = HashMap::new();
        let mut links = 0;
        let mut stack = vec![(NodeIndex::ROOT, Stones::new())];
        while let Some((id, stones)) = stack.pop() {
            let fresh = !nodes.contains_key(&stones);
            assert_eq!(*nodes.entry(stones.clone()).or_insert(id), id);
            for m in graph[id].moves.iter().filter(|_| fresh) {
                for reply in &m.replies {
                    let after = [(true, m.square), (false, reply.square)];
                    let after = stones.iter().copied().chain(after).collect();
                    links += usize::from(reply.child.is_some());
                    stack.extend(reply.child.map(|child| (child, after)));
                }
            }
        }
        let distinct: HashSet<u32> = nodes.values().map(|id| id.0).collect();
        assert_eq!(distinct.len(), nodes.len());
        assert_eq!(nodes.len(), graph.nodes.len());
        links
    }

    #[test]
    fn a_position_is_one_node_however_it_is_reached() {
        let mut rng = Rng::new(1);
        let mut free = squares(0..14);
        let mut graph = Graph::new();
        for _ in 0..4 {
            (0..3_000).for_each(|_| walk(&mut graph, free.clone(), &mut rng));
            assert!(check(&graph) > graph.nodes.len() * 5 / 4);
            let played = &graph[NodeIndex::ROOT].moves[3];
            let (square, reply) = (played.square, played.replies[1].square);
            let visits = graph[played.replies[1].child.unwrap()].visits;
            graph.advance(square, reply);
            free.retain(|&other| other != square && other != reply);
            assert_eq!(graph[NodeIndex::ROOT].visits, visits);
            check(&graph);
        }
        // The square was not a move there.
        graph.advance(Square::new(200), Square::new(201));
        assert_eq!((graph.nodes.len(), graph[NodeIndex::ROOT].visits), (1, 0));
    }

    #[test]
    fn an_outcome_counts_for_every_order_of_the_stones() {
        let [a, b, x, y] = [0, 1, 2, 3].map(Square::new);
        let mut graph = Graph::new();
        let play = |graph: &mut Graph, id: NodeIndex, square: Square, reply: Square| {
            if graph[id].moves.is_empty() {
                graph.set_moves(id, moves(&[a, b]));
            }
            let chosen = usize::from(square == b);
            graph.set_replies(id, chosen, [reply].into_iter());
            graph.child(id, chosen, 0, true).unwrap()
        };
        let first = play(&mut graph, NodeIndex::ROOT, a, x);
        let last = play(&mut graph, first, b, y);
        let other = play(&mut graph, NodeIndex::ROOT, b, y);
        assert_eq!(play(&mut graph, other, a, x), last);
        graph.record(last, None, 0.75);
        assert_eq!(graph.move_value(&graph[other].moves[0]), 0.75);
        graph.record(other, None, 0.25);
        graph.record(other, Some(0), 0.0);
        assert_eq!(graph.move_value(&graph[NodeIndex::ROOT].moves[1]), 0.5);
    }

    #[test]
    fn the_nodes_stay_within_their_memory() {
        let mut rng = Rng::new(5);
        let mut graph = Graph::new();
        graph.max_bytes = 1 << 20;
        (0..20_000).for_each(|_| walk(&mut graph, squares(0..36), &mut rng));
        let moves = graph.nodes.iter().map(|node| node.bytes() - NODE_BYTES);
        let nodes = 2 * size_of::<TreeNode>() * graph.nodes.capacity();
        let keys = 2 * (size_of::<(Key, NodeIndex)>() + 1) * graph.ids.capacity() * 8 / 7;
        let bytes = moves.sum::<usize>() + nodes + keys;
        assert!((500_000..=graph.bytes).contains(&bytes), "{bytes}");
        assert!(!graph.may_grow() && graph.bytes <= 1 << 20);
        let (held, played) = (graph.bytes, &graph[NodeIndex::ROOT].moves[0]);
        let (square, reply) = (played.square, played.replies[0].square);
        graph.advance(square, reply);
        assert!((1..held).contains(&graph.bytes));
    }
}
