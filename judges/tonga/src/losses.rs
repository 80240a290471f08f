//! Losses of a game of PseudoTonga, estimated by our solver's fitted policy and value.
//!
//! The worth of a stone is the mean value over all best replies of the server. A stone is compared
//! with stones drawn from the policy: the loss is their mean worth less its own, and the error that
//! of their mean. So a contestant that plays as the policy does loses 0 in the mean, and one that
//! plays better less than that. Luck is the worth of a stone less the value after the server's
//! draw; what the value changes by when it looks one stone ahead is the estimate's own.

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{Case, Player, Square, signed_root};
use game::{LUCK, Loss, LossBasis, Losses};
use tonga::fitted;
use tonga::policy::Policy;
use tonga::position::Position;
use tonga::value::{Inputs, ValueFunction};

/// Units of a point.
const UNITS: u32 = 1024;
/// Stones of the policy that one is compared with.
const DRAWN: usize = 16;

/// A stone that is worth less than the policy's.
const STONE: &str = "stone";
/// The value looks one stone ahead.
const ESTIMATE: &str = "estimate";

/// Returns the losses of a game of these stones, each with the server's reply, if there was one.
pub(crate) fn losses(case: &Case, stones: &[(Square, Option<Square>)]) -> Losses {
    let side = case.side();
    let player = ReferencePlayer {
        policy: fitted::policy(side),
        value: fitted::value(side),
        half: (side.area() / 2) as f64,
    };
    let mut rng = Rng::new(1);
    let mut position = Position::new(side);
    case.board()
        .side()
        .squares()
        .filter(|&square| !case.board().empty().has(square))
        .for_each(|square| position.play(Player::Server, square));
    let mut losses = Losses::new(LossBasis::Estimated, ("points", UNITS), stones.len() as u32);
    let mut before = None;
    for (turn, &(stone, reply)) in (1..).zip(stones) {
        let (mean, error) = player.drawn(&position, &mut rng);
        let worth = player.worth(&position, stone);
        let mut push = |cause, units, error, note| {
            losses.push(Loss {
                round: 0,
                // A change of the estimate is no turn's fault.
                turn: (cause != ESTIMATE).then_some(turn),
                cause,
                units,
                error,
                note,
            });
        };
        if let Some(before) = before {
            let note = "the value one stone ahead".into();
            push(ESTIMATE, before - units(mean), 0.0, note);
        }
        let (row, col) = side.row_and_col(stone);
        let note = format!("{row} {col} is worth {worth:.1}, the policy's {mean:.1}");
        let error = error * f64::from(UNITS);
        push(STONE, units(mean) - units(worth), error, note);
        position.play(Player::Contestant, stone);
        reply
            .into_iter()
            .for_each(|reply| position.play(Player::Server, reply));
        let after = units(player.value(&position));
        push(LUCK, units(worth) - after, 0.0, "the server's draw".into());
        if turn == 1 {
            losses.best = units(mean);
        }
        before = Some(after);
    }
    losses.reached = before.unwrap_or_default();
    losses
}

fn units(points: f64) -> i64 {
    (points * f64::from(UNITS)).round() as i64
}

/// The player whose stones and values are the measure.
struct ReferencePlayer {
    policy: Policy,
    value: ValueFunction,
    /// Highest possible score.
    half: f64,
}

impl ReferencePlayer {
    /// The score that is expected from a position with the contestant to move, or that it has.
    fn value(&self, position: &Position) -> f64 {
        if position.board().empty().is_empty() {
            return signed_root(position.board().points());
        }
        let inputs = Inputs::new(position, &self.policy.classes);
        f64::from(self.value.estimate(&inputs)) * self.half
    }

    /// The mean value over the server's best replies to a stone.
    fn worth(&self, position: &Position, stone: Square) -> f64 {
        let mut position = position.clone();
        position.play(Player::Contestant, stone);
        let replies = Search::new(position.deltas()).best_squares().1;
        if replies.is_empty() {
            return self.value(&position);
        }
        let values = replies.iter().map(|reply| {
            let mut after = position.clone();
            after.play(Player::Server, reply);
            self.value(&after)
        });
        values.sum::<f64>() / f64::from(replies.len())
    }

    /// The mean worth of stones drawn from the policy, and its standard error.
    fn drawn(&self, position: &Position, rng: &mut Rng) -> (f64, f64) {
        let mut known: Vec<(Square, f64)> = Vec::new();
        let worths: Vec<f64> = (0..DRAWN)
            .map(|_| {
                let stone = self.policy.sample(position, rng);
                if let Some(&(_, worth)) = known.iter().find(|(square, _)| *square == stone) {
                    return worth;
                }
                let worth = self.worth(position, stone);
                known.push((stone, worth));
                worth
            })
            .collect();
        let count = DRAWN as f64;
        let mean = worths.iter().sum::<f64>() / count;
        let squares: f64 = worths.iter().map(|worth| (worth - mean).powi(2)).sum();
        (mean, (squares / (count * (count - 1.0))).sqrt())
    }
}
