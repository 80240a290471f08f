//! One game played by the policy alone.

use common::rng::Rng;
use common::tonga::{referee, signed_root, Player, Side, Square};
use tonga::policy::Policy;
use tonga::scene::Scene;
use tonga::tree::answer;
use tonga::value::terms;

/// A finished game.
pub struct Episode {
    /// The side of the board.
    pub side: Side,
    /// The server's opening, if it started.
    pub opening: Option<Square>,
    /// The contestant's stones in turn, each with the server's answer; the
    /// last one may have none.
    pub moves: Vec<(Square, Option<Square>)>,
    /// The value's terms before each of the contestant's stones.
    pub views: Vec<Vec<(u16, f32)>>,
    /// Signed square root of the points.
    pub score: f64,
}

/// Plays a game on a board of `n` rows.
pub fn play(policy: &Policy, n: usize, rng: &mut Rng) -> Episode {
    let side = Side::new(n).expect("the schedule names sides of the game");
    let mut scene = Scene::new(side);
    let opening = (rng.below(2) == 0).then(|| {
        let middle: Vec<Square> = referee::openings(side).iter().collect();
        middle[rng.below(middle.len() as u32) as usize]
    });
    if let Some(square) = opening {
        scene.play(Player::Server, square);
    }
    let (mut moves, mut views) = (Vec::new(), Vec::new());
    while !scene.board().empty().is_empty() {
        views.push(terms(policy, &scene));
        let square = policy.draw(&scene, rng);
        scene.play(Player::Contestant, square);
        let reply = answer(scene.outlook(), rng);
        if let Some(reply) = reply {
            scene.play(Player::Server, reply);
        }
        moves.push((square, reply));
    }
    let score = signed_root(scene.board().points());
    Episode {
        side,
        opening,
        moves,
        views,
        score,
    }
}
