//! One game against the server, by the policy alone or with the search.

use common::rng::Rng;
use common::tonga::{openings, signed_root, Player, Side, Square};
use tonga::endgame;
use tonga::policy::Policy;
use tonga::position::Position;
use tonga::tree::{sample_reply, Tree};
use tonga::value::{Inputs, ValueFunction};
use tonga::{selection, Selection};

/// A finished game.
pub struct Episode {
    pub side: Side,
    /// The server's first stone, or `None` if the contestant started.
    pub opening: Option<Square>,
    /// The contestant's stones in order, each with the server's reply, if there is one.
    pub moves: Vec<(Square, Option<Square>)>,
    /// The value's inputs before each of the contestant's stones. In a game with the search, only
    /// stones chosen by the search count.
    pub inputs: Vec<Inputs>,
    /// Signed square root of the points.
    pub score: f64,
}

/// A player that follows the policy first and searches later.
pub struct SearchPlayer {
    tree: Tree,
    simulations: usize,
    /// The first turn of the contestant that is searched.
    from: usize,
}

/// Maximum number of empty squares for which a position is solved exactly.
const EXACT_EMPTY: u32 = 9;

impl SearchPlayer {
    /// Returns a player with this number of simulations per move. Its first searched turn is drawn:
    /// in a quarter of the games the first turn, otherwise any turn of the first three quarters. So
    /// the value also learns positions that the search would have avoided.
    pub fn new(
        policy: &Policy,
        value: &ValueFunction,
        side: Side,
        simulations: usize,
        rng: &mut Rng,
    ) -> SearchPlayer {
        let turns = side.area() / 2;
        let from = rng.below(turns as u32) as usize;
        // The values in force were fitted to games searched by UCB1 alone.
        let ucb1 = Selection { bias: 0.0, amaf_visits: 0.0, ..selection(side) };
        SearchPlayer {
            tree: Tree::new(policy.clone(), value.clone(), ucb1),
            simulations,
            from: from.saturating_sub(turns / 4),
        }
    }

    fn choose(&mut self, position: &Position) -> Square {
        if position.board().empty().len() <= EXACT_EMPTY {
            return endgame::solve(position.deltas()).0;
        }
        for _ in 0..self.simulations {
            self.tree.simulate(position);
        }
        let best = self.tree.best();
        best.expect("there was a simulation of a board that is not full")
    }
}

/// Plays a game. The search starts at the player's first searched turn.
pub fn play(
    policy: &Policy,
    mut search: Option<SearchPlayer>,
    side: Side,
    rng: &mut Rng,
) -> Episode {
    let mut position = Position::new(side);
    let opening = (rng.below(2) == 0).then(|| {
        let middle: Vec<Square> = openings(side).iter().collect();
        middle[rng.below(middle.len() as u32) as usize]
    });
    if let Some(square) = opening {
        position.play(Player::Server, square);
    }
    let (mut moves, mut inputs) = (Vec::new(), Vec::new());
    let from = search.as_ref().map_or(0, |search| search.from);
    while !position.board().empty().is_empty() {
        if moves.len() >= from {
            inputs.push(Inputs::new(&position));
        }
        let square = match &mut search {
            Some(search) if moves.len() >= from => search.choose(&position),
            _ => policy.sample(&position, rng),
        };
        position.play(Player::Contestant, square);
        let reply = sample_reply(position.deltas(), rng);
        if let Some(reply) = reply {
            position.play(Player::Server, reply);
            if let Some(search) = &mut search {
                search.tree.advance(square, reply);
            }
        }
        moves.push((square, reply));
    }
    let score = signed_root(position.board().points());
    Episode { side, opening, moves, inputs, score }
}

impl Episode {
    /// Returns the score, divided by the maximum.
    pub fn outcome(&self) -> f64 {
        self.score / (self.side.area() / 2) as f64
    }
}
