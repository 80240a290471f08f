//! Compares the server's search with a plain three-ply search, and measures rollouts.
//!
//! A plain search takes minutes for a whole game. So its time is extrapolated from the number of
//! its leaves and the time for some of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{Board, IncrementalEvaluation, Player, Side};
use criterion::Criterion;
use tonga::fitted;
use tonga::policy::Policy;
use tonga::position::Position;
use tonga::tree::sample_reply;

/// A board as a plain array, evaluated by flood fill.
struct PlainBoard {
    n: usize,
    /// Owner of each square: 1 the server, -1 the contestant, 0 for an empty square.
    cells: Vec<i32>,
}

impl PlainBoard {
    fn of(board: &Board) -> PlainBoard {
        let cells = board.side().squares().map(|square| match board.owner(square) {
            Some(Player::Server) => 1,
            Some(Player::Contestant) => -1,
            None => 0,
        });
        PlainBoard { n: board.side().rows(), cells: cells.collect() }
    }

    fn evaluation(&self) -> i32 {
        let n = self.n;
        let mut filled = [false; 256];
        let mut counted = [usize::MAX; 256];
        let mut stack = Vec::new();
        let mut sum = 0;
        for start in 0..n * n {
            if self.cells[start] == 0 || filled[start] {
                continue;
            }
            let (mut area, mut perimeter) = (0, 0);
            filled[start] = true;
            stack.push(start);
            while let Some(at) = stack.pop() {
                area += 1;
                let (row, col) = (at / n, at % n);
                let near = [
                    (row > 0).then(|| at - n),
                    (row + 1 < n).then(|| at + n),
                    (col > 0).then(|| at - 1),
                    (col + 1 < n).then(|| at + 1),
                ];
                for next in near.into_iter().flatten() {
                    if self.cells[next] == 0 {
                        perimeter += i32::from(counted[next] != start);
                        counted[next] = start;
                    } else if self.cells[next] == self.cells[start] && !filled[next] {
                        filled[next] = true;
                        stack.push(next);
                    }
                }
            }
            sum += self.cells[start] * area * area * perimeter;
        }
        sum
    }

    /// Returns the time for the leaves after one first square and one reply, and their number.
    fn sample(&mut self) -> (Duration, u64) {
        let empty: Vec<usize> = (0..self.n * self.n).filter(|&at| self.cells[at] == 0).collect();
        let [first, reply, rest @ ..] = &empty[..] else {
            return (Duration::ZERO, 0);
        };
        let start = Instant::now();
        self.cells[*first] = 1;
        self.cells[*reply] = -1;
        for &at in rest {
            self.cells[at] = 1;
            black_box(self.evaluation());
            self.cells[at] = 0;
        }
        (start.elapsed(), rest.len() as u64)
    }
}

/// Plays a game of the policy against the server's exact replies and returns the points. Calls
/// `show` with each position before a move of the server.
fn rollout(
    policy: &Policy,
    side: Side,
    rng: &mut Rng,
    mut show: impl FnMut(&IncrementalEvaluation),
) -> i32 {
    let mut position = Position::new(side);
    while !position.board().empty().is_empty() {
        let square = policy.sample(&position, rng);
        position.play(Player::Contestant, square);
        show(position.deltas());
        if let Some(square) = sample_reply(position.deltas(), rng) {
            position.play(Player::Server, square);
        }
    }
    position.board().points()
}

/// Returns the extrapolated time of a plain search for the server's moves in all `positions`.
fn plain_game(positions: &[IncrementalEvaluation]) -> Duration {
    let time = |deltas: &IncrementalEvaluation| {
        let empty = u64::from(deltas.board().empty().len());
        let leaves = empty * empty.saturating_sub(1) * empty.saturating_sub(2);
        let (time, counted) = PlainBoard::of(deltas.board()).sample();
        time.mul_f64(leaves as f64 / counted.max(1) as f64)
    };
    positions.iter().map(time).sum()
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    for n in [6, 10, 16] {
        let side = Side::new(n).unwrap();
        let policy = fitted::policy(side);
        let mut positions = Vec::new();
        rollout(&policy, side, &mut Rng::new(1), |deltas| positions.push(deltas.clone()));
        let mut group = criterion.benchmark_group(format!("tonga game, N = {n}"));
        group.bench_function("baseline: plain server, extrapolated", |bencher| {
            bencher.iter_custom(|games| (0..games).map(|_| plain_game(&positions)).sum());
        });
        group.bench_function("all the server's moves", |bencher| {
            bencher.iter(|| {
                for deltas in &positions {
                    black_box(Search::new(deltas).best_squares());
                }
            });
        });
        let mut rng = Rng::new(1);
        group.bench_function("a rollout: policy and server", |bencher| {
            bencher.iter(|| rollout(&policy, side, &mut rng, |_| {}));
        });
        group.finish();
    }
    Ok(())
}
