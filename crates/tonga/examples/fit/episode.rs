//! One game, played by the policy alone or by the search.

use common::rng::Rng;
use common::tonga::{referee, signed_root, Player, Side, Square};
use tonga::endgame;
use tonga::policy::Policy;
use tonga::position::Position;
use tonga::tree::{sample_reply, Tree};
use tonga::value::{Inputs, Value};

/// A finished game.
pub struct Episode {
    /// The side of the board.
    pub side: Side,
    /// The server's opening, if it started.
    pub opening: Option<Square>,
    /// The contestant's stones in turn, each with the server's answer; the
    /// last one may have none.
    pub moves: Vec<(Square, Option<Square>)>,
    /// What the value sees before each of the contestant's stones; with a
    /// search, before each that the search chose.
    pub inputs: Vec<Inputs>,
    /// Signed square root of the points.
    pub score: f64,
}

/// A search that takes over from the policy.
pub struct Search {
    tree: Tree,
    simulations: usize,
    /// The first of the contestant's turns that is the search's.
    from: usize,
}

/// From so few empty squares on the search solves the game.
const EXACT_EMPTY: u32 = 9;

impl Search {
    /// A search of so many simulations a move. It takes over anywhere from the
    /// start, in a quarter of the games, to the last quarter: so it also sees
    /// how positions go on that it would not have come to.
    pub fn new(
        policy: &Policy,
        value: &Value,
        side: Side,
        simulations: usize,
        rng: &mut Rng,
    ) -> Search {
        let turns = side.area() / 2;
        let from = rng.below(turns as u32) as usize;
        Search {
            tree: Tree::new(policy.clone(), value.clone()),
            simulations,
            from: from.saturating_sub(turns / 4),
        }
    }

    fn choose(&mut self, position: &Position) -> Square {
        if position.board().empty().len() <= EXACT_EMPTY {
            return endgame::solve(position.outlook()).0;
        }
        for _ in 0..self.simulations {
            self.tree.simulate(position);
        }
        let best = self.tree.best();
        best.expect("there was a simulation of a board that is not full")
    }
}

/// Plays a game, from the search's first turn on by the search.
pub fn play(policy: &Policy, mut search: Option<Search>, side: Side, rng: &mut Rng) -> Episode {
    let mut position = Position::new(side);
    let opening = (rng.below(2) == 0).then(|| {
        let middle: Vec<Square> = referee::openings(side).iter().collect();
        middle[rng.below(middle.len() as u32) as usize]
    });
    if let Some(square) = opening {
        position.play(Player::Server, square);
    }
    let (mut moves, mut inputs) = (Vec::new(), Vec::new());
    let from = search.as_ref().map_or(0, |search| search.from);
    while !position.board().empty().is_empty() {
        if moves.len() >= from {
            inputs.push(Inputs::new(&position, &policy.classes));
        }
        let square = match &mut search {
            Some(search) if moves.len() >= from => search.choose(&position),
            _ => policy.sample(&position, rng),
        };
        position.play(Player::Contestant, square);
        let reply = sample_reply(position.outlook(), rng);
        if let Some(reply) = reply {
            position.play(Player::Server, reply);
            if let Some(search) = &mut search {
                search.tree.advance(square, reply);
            }
        }
        moves.push((square, reply));
    }
    let score = signed_root(position.board().points());
    Episode {
        side,
        opening,
        moves,
        inputs,
        score,
    }
}

impl Episode {
    /// The score's share of the largest possible one.
    pub fn share(&self) -> f64 {
        self.score / (self.side.area() / 2) as f64
    }
}
