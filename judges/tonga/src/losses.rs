//! Losses of a game of PseudoTonga, estimated by our solver's fitted policy and value.
//!
//! A stone is compared with stones drawn from the policy, in pairs. After both stones of a pair,
//! the policy plays three more turns with the same random numbers; then the positions are valued.
//! The loss is the mean difference, with its standard error. So a contestant that plays like the
//! policy loses 0 on average, and a better contestant less than 0. Luck compares the server's draw
//! with its other best replies: the mean value over all best replies minus the value after the
//! actual draw.
//!
//! The account starts from the mean score of the policy's own games. The value is higher, because
//! it is fitted to games of a search. This difference, and the changes of the value when it sees
//! more stones, are attributed to the estimate. The mean of both is 0 if the contestant plays like
//! the policy, and less than 0 if it wins more than single stones show.

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{Case, Player, Side, Square, signed_root};
use game::{LUCK, Loss, LossBasis, Losses};
use tonga::fitted;
use tonga::policy::Policy;
use tonga::position::Position;
use tonga::tree::sample_reply;
use tonga::value::{Inputs, ValueFunction};

/// Units per point.
const UNITS: u32 = 1024;
/// Number of the policy's stones with which a stone is compared.
const DRAWN: usize = 16;
/// Number of complete games that the policy plays.
const PLAYED: usize = 32;
/// Number of turns of the policy between a compared stone and the value. With 0, a random stone is
/// detected less often; with more than 3, chance makes the values differ.
const AHEAD: u32 = 3;

/// A stone was worse than the policy's stones.
const STONE: &str = "stone";
/// The value changes after more stones, or at the end.
const ESTIMATE: &str = "estimate";

/// Returns the losses of a game with these stones. The stones of both sides alternate; the
/// contestant's comes first.
pub(crate) fn losses(case: &Case, stones: &[Square]) -> Losses {
    let side = case.side();
    let player = ReferencePlayer::new(side);
    // Every game has its own seed, so the errors of several games are independent.
    let seed = stones.iter().step_by(2).fold(1_u64, |seed, stone| {
        seed.wrapping_mul(257).wrapping_add(stone.index() as u64)
    });
    let mut rng = Rng::new(seed);
    let mut position = start(case);
    let turns = stones.len().div_ceil(2) as u32;
    let mut losses = Losses::new(LossBasis::Estimated, ("points", UNITS), turns);
    let (reached, reached_error) = player.reached(&position, &mut Rng::new(!seed));
    losses.best = units(reached);
    let mut before = losses.best;
    for (turn, stones) in (1..).zip(stones.chunks(2)) {
        let (stone, reply) = (stones[0], stones.get(1));
        let (loss, error) = player.loss(&position, stone, &mut rng);
        let worth = player.worth(&position, stone);
        let mean = units(worth) + units(loss);
        let mut push = |cause, units, error, note| {
            losses.push(Loss {
                round: 0,
                // A change of the estimate is not attributed to a turn.
                turn: (cause != ESTIMATE).then_some(turn),
                cause,
                units,
                error,
                note,
            });
        };
        let (error_before, note) = match turn {
            1 => (reached_error, "the value of the start"),
            _ => (0.0, "the value some stones ahead"),
        };
        push(
            ESTIMATE,
            before - mean,
            error_before * f64::from(UNITS),
            note.into(),
        );
        let (row, col) = side.row_and_col(stone);
        let policys = worth + loss;
        let note = format!("{row} {col} is worth {worth:.1}, the policy's {policys:.1}");
        push(STONE, units(loss), error * f64::from(UNITS), note);
        position.play(Player::Contestant, stone);
        if let Some(&reply) = reply {
            position.play(Player::Server, reply);
        }
        let after = units(player.value(&position));
        push(LUCK, units(worth) - after, 0.0, "the server's draw".into());
        before = after;
    }
    losses.reached = before;
    losses
}

/// Returns the position before the contestant's first stone.
pub fn start(case: &Case) -> Position {
    let mut position = Position::new(case.side());
    if let Some(opening) = case.opening() {
        position.play(Player::Server, opening);
    }
    position
}

fn units(points: f64) -> i64 {
    (points * f64::from(UNITS)).round() as i64
}

/// The player with which stones and values are compared.
pub struct ReferencePlayer {
    /// The policy from which stones are drawn.
    pub policy: Policy,
    value: ValueFunction,
    /// Maximum score.
    half: f64,
}

impl ReferencePlayer {
    /// Loads our solver's policy and value for boards of this side.
    pub fn new(side: Side) -> ReferencePlayer {
        ReferencePlayer {
            policy: fitted::policy(side),
            value: fitted::value(side),
            half: (side.area() / 2) as f64,
        }
    }

    /// Returns the expected score of a position with the contestant to move, or the final score.
    pub fn value(&self, position: &Position) -> f64 {
        if position.board().empty().is_empty() {
            return signed_root(position.board().points());
        }
        let inputs = Inputs::new(position);
        f64::from(self.value.estimate(&inputs)) * self.half
    }

    /// Returns the mean value over the server's best replies to a stone.
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

    /// Returns the mean loss of a stone compared with the policy's stones, and its standard error.
    fn loss(&self, position: &Position, stone: Square, rng: &mut Rng) -> (f64, f64) {
        let differences: Vec<f64> = (0..DRAWN)
            .map(|_| {
                let drawn = self.policy.sample(position, rng);
                let seed = rng.next_u64();
                let ahead = |stone| self.ahead(position, stone, &mut Rng::new(seed));
                if drawn == stone {
                    return 0.0;
                }
                ahead(drawn) - ahead(stone)
            })
            .collect();
        mean_and_error(&differences)
    }

    /// Returns the mean score of the policy's games from a position, and its standard error.
    fn reached(&self, start: &Position, rng: &mut Rng) -> (f64, f64) {
        let turns = start.board().empty().len();
        let scores: Vec<f64> = (0..PLAYED)
            .map(|_| {
                let mut position = start.clone();
                self.play(&mut position, turns, rng);
                self.value(&position)
            })
            .collect();
        mean_and_error(&scores)
    }

    /// Returns the value after a stone and some turns of the policy.
    fn ahead(&self, position: &Position, stone: Square, rng: &mut Rng) -> f64 {
        let mut position = position.clone();
        turn(&mut position, stone, rng);
        self.play(&mut position, AHEAD, rng);
        self.value(&position)
    }

    /// Plays `turns` turns of the policy, or fewer if the game ends.
    fn play(&self, position: &mut Position, turns: u32, rng: &mut Rng) {
        for _ in 0..turns {
            if position.board().empty().is_empty() {
                break;
            }
            let stone = self.policy.sample(position, rng);
            turn(position, stone, rng);
        }
    }
}

/// Plays a stone and, if a square is left, the server's reply.
fn turn(position: &mut Position, stone: Square, rng: &mut Rng) {
    position.play(Player::Contestant, stone);
    if let Some(reply) = sample_reply(position.deltas(), rng) {
        position.play(Player::Server, reply);
    }
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count * (count - 1.0))).sqrt())
}
