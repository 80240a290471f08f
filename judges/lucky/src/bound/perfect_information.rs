//! Upper bound on the score of one round for a player who knows the whole sequence of symbols.
//!
//! It ignores the positions of symbols and keeps three facts about a round:
//!
//! 1. the grid has room for a limited number of placed arrivals, one per square;
//! 2. a square has at most four sides, so a symbol that is placed `m` times takes part in at most
//!    `4 m` sides of pairs (a pair has two sides, one of each of its squares);
//! 3. the number of pairs of adjacent squares is at most the number of edges of the grid.
//!
//! These facts make a linear program. It has a dual variable `λ_s >= 0` for a side of symbol `s`,
//! and `ν >= 0` for an edge, both in points. If the duals of every bonus pair cover its points,
//! `λ_s + λ_t + ν >= b_st`, then for any set `P` of placed arrivals:
//!
//! ```text
//! points of all pairs <= sum over P of 4 λ_s + ν * edges                                   (2, 3)
//! score <= ν * edges + sum of the largest v_i + 4 λ_s, one for each square of the grid     (1)
//! ```
//!
//! where `v_i` is the number of points that the value of arrival `i` scores until the end of the
//! round. This holds for all duals that meet the condition; better ones only lower the bound. They
//! come from the primal-dual hybrid gradient method (PDHG, Chambolle and Pock, 2011) with diagonal
//! step sizes (Pock and Chambolle, 2011). Its duals may violate the condition slightly, so
//! `covering` raises them to meet it before the bound is computed.

use common::grid::Shape;
use common::lucky::{BonusPair, Case, ROUNDS, Symbol, TURNS};

/// Number of steps between two evaluations of the bound.
const LOOK: u64 = 50;

/// Ratio of the dual to the primal step size: points of a dual per unit of the primal solution.
const SCALE: f64 = 800.0;

/// Step lengths of the primal solution: for placed shares of arrivals, and for numbers of edges.
const PLACED_STEP: f64 = 1.0 / (5.0 * SCALE);
const ADJACENT_STEP: f64 = 1.0 / (3.0 * SCALE);

/// Maximum relative error of the sum of some hundred floating-point numbers.
const ROUNDING: f64 = 1e-9;

/// State of PDHG. A round starts from the duals of the preceding round.
pub struct Pdhg<'a> {
    case: &'a Case,
    pairs: Vec<BonusPair>,
    /// Number of times that a pair scores its points.
    pair_multiplicity: f64,
    duals: Duals,
    /// The primal solution: number of edges with each pair.
    adjacent: Vec<f64>,
}

/// A number for each dual variable.
#[derive(Clone)]
struct Duals {
    /// `λ`: points of a side, by symbol (fact 2).
    side: Vec<f64>,
    /// `ν`: points of an edge (fact 3).
    pair: f64,
    /// `μ`: points of a square (fact 1).
    square: f64,
}

/// Duals that cover every pair, and the bound that they prove.
// Only losses read the duals.
#[cfg_attr(not(feature = "cases"), allow(dead_code))]
#[derive(Clone, Debug)]
pub struct RoundDuals {
    /// `λ`: points of a side, by symbol (fact 2).
    pub side: Vec<f64>,
    /// `ν`: points of an edge (fact 3).
    pub pair: f64,
    /// The bound on the round.
    pub bound: f64,
}

/// One symbol of the sequence.
struct Arrival {
    symbol: Symbol,
    /// Points of its value until the end of the round.
    value: f64,
}

impl<'a> Pdhg<'a> {
    /// Returns the initial state for `case`, where a pair scores `pair_multiplicity` times.
    pub fn new(case: &'a Case, pair_multiplicity: u32) -> Pdhg<'a> {
        let pairs: Vec<BonusPair> = case.pairs().collect();
        Pdhg {
            case,
            pair_multiplicity: f64::from(pair_multiplicity),
            duals: Duals { side: vec![0.0; case.values().len()], pair: 0.0, square: 0.0 },
            adjacent: vec![0.0; pairs.len()],
            pairs,
        }
    }

    /// Returns the bound on a round that offers `symbols`, one per turn, with the duals that prove
    /// it. The number of steps is `steps`, rounded up to a multiple of [`LOOK`].
    pub fn solve(&mut self, symbols: &[Symbol], steps: u64) -> RoundDuals {
        let arrivals = arrivals(self.case, symbols);
        let mut counts = vec![0usize; self.case.values().len()];
        for arrival in &arrivals {
            counts[arrival.symbol.index()] += 1;
        }
        // A side of an absent symbol has the dual 0, so only pairs of present symbols count.
        let present: Vec<usize> = (0..self.pairs.len())
            .filter(|&index| ends(self.pairs[index]).into_iter().all(|end| counts[end] > 0))
            .collect();
        self.descend(&arrivals, &counts, &present, steps)
    }

    /// Improves the duals step by step; returns those with the smallest bound.
    fn descend(
        &mut self,
        arrivals: &[Arrival],
        counts: &[usize],
        present: &[usize],
        steps: u64,
    ) -> RoundDuals {
        let squares = self.case.shape().area() as f64;
        let edges = edges(self.case.shape()) as f64;
        let sizes = self.step_sizes(arrivals, counts, present);
        let mut placed = vec![(squares / arrivals.len() as f64).min(1.0); arrivals.len()];
        // The primal solution converges only if duals are extrapolated by one step.
        let mut ahead = self.duals.clone();
        let mut slope = vec![0.0; counts.len()];
        let mut best = self.covering(arrivals, present);
        for _ in 0..steps.div_ceil(LOOK) {
            for _ in 0..LOOK {
                slope.fill(0.0);
                let mut free_squares = squares;
                for (share, arrival) in placed.iter_mut().zip(arrivals) {
                    let side = ahead.side[arrival.symbol.index()];
                    let gain = arrival.value + 4.0 * side - ahead.square;
                    *share = (*share + PLACED_STEP * gain).clamp(0.0, 1.0);
                    slope[arrival.symbol.index()] += 4.0 * *share;
                    free_squares -= *share;
                }
                let free_edges = self.move_pairs(present, edges, &ahead, &mut slope);
                self.move_duals(&sizes, &slope, [free_edges, free_squares], &mut ahead);
            }
            let found = self.covering(arrivals, present);
            if found.bound < best.bound {
                best = found;
            }
        }
        best
    }

    /// Returns the step lengths of the duals. A dual that affects a larger part of the primal
    /// solution moves by shorter steps.
    fn step_sizes(&self, arrivals: &[Arrival], counts: &[usize], present: &[usize]) -> Duals {
        let mut degrees = vec![0.0; counts.len()];
        for &index in present {
            for end in ends(self.pairs[index]) {
                degrees[end] += 1.0;
            }
        }
        let sides = (degrees.iter().zip(counts))
            .map(|(degree, &count)| SCALE / (degree + 4.0 * count as f64).max(1.0));
        Duals {
            side: sides.collect(),
            pair: SCALE / (present.len() as f64).max(1.0),
            square: SCALE / arrivals.len() as f64,
        }
    }

    /// Moves the number of edges of each pair by one step and subtracts their sides from `slope`.
    /// Returns the number of `edges` left.
    fn move_pairs(
        &mut self,
        present: &[usize],
        edges: f64,
        ahead: &Duals,
        slope: &mut [f64],
    ) -> f64 {
        let mut free = edges;
        for &index in present {
            let [x, y] = ends(self.pairs[index]);
            let points = self.pair_multiplicity * f64::from(self.pairs[index].points);
            let gain = points - ahead.side[x] - ahead.side[y] - ahead.pair;
            let count = &mut self.adjacent[index];
            *count = (*count + ADJACENT_STEP * gain).max(0.0);
            slope[x] -= *count;
            slope[y] -= *count;
            free -= *count;
        }
        free
    }

    /// Moves every dual by one step: down if its constraint is slack, up if it is violated.
    fn move_duals(
        &mut self,
        sizes: &Duals,
        slope: &[f64],
        [free_edges, free_squares]: [f64; 2],
        ahead: &mut Duals,
    ) {
        let step = |dual: &mut f64, ahead: &mut f64, change: f64| {
            let next = (*dual - change).max(0.0);
            *ahead = 2.0 * next - *dual;
            *dual = next;
        };
        let duals = &mut self.duals;
        let sides = duals.side.iter_mut().zip(&mut ahead.side);
        for ((dual, ahead), (size, slope)) in sides.zip(sizes.side.iter().zip(slope)) {
            step(dual, ahead, size * slope);
        }
        let change = sizes.square * free_squares;
        step(&mut duals.square, &mut ahead.square, change);
        step(&mut duals.pair, &mut ahead.pair, sizes.pair * free_edges);
    }

    /// Raises the duals to cover every pair, then lowers them as far as the pairs allow. Returns
    /// the result with its bound.
    fn covering(&self, arrivals: &[Arrival], present: &[usize]) -> RoundDuals {
        let (mut side, pair) = (self.duals.side.clone(), self.duals.pair);
        let owed =
            |index: usize| self.pair_multiplicity * f64::from(self.pairs[index].points) - pair;
        for &index in present {
            let [x, y] = ends(self.pairs[index]);
            let missing = owed(index) - side[x] - side[y];
            if missing > 0.0 {
                side[x] += missing / 2.0;
                side[y] += missing / 2.0;
            }
        }
        self.tighten(&mut side, present, owed);
        let mut worth: Vec<f64> = (arrivals.iter())
            .map(|arrival| arrival.value + 4.0 * side[arrival.symbol.index()])
            .collect();
        worth.sort_unstable_by(|one, other| other.total_cmp(one));
        let placed: f64 = worth.iter().take(self.case.shape().area()).sum();
        RoundDuals {
            bound: (placed + pair * edges(self.case.shape()) as f64) * (1.0 + ROUNDING),
            side,
            pair,
        }
    }

    /// Lowers the dual of each symbol in turn to the minimum that its pairs require.
    fn tighten(&self, side: &mut [f64], present: &[usize], owed: impl Fn(usize) -> f64) {
        let mut pairs_of = vec![Vec::new(); side.len()];
        for &index in present {
            let [x, y] = ends(self.pairs[index]);
            pairs_of[x].push(index);
            if x != y {
                pairs_of[y].push(index);
            }
        }
        for symbol in 0..side.len() {
            let needed = pairs_of[symbol].iter().map(|&index| {
                let [x, y] = ends(self.pairs[index]);
                if x == y { owed(index) / 2.0 } else { owed(index) - side[x + y - symbol] }
            });
            side[symbol] = needed.fold(0.0, f64::max);
        }
    }
}

fn ends(pair: BonusPair) -> [usize; 2] {
    [pair.x, pair.y].map(Symbol::index)
}

/// Returns the symbols of a round with the points of their own values.
fn arrivals(case: &Case, symbols: &[Symbol]) -> Vec<Arrival> {
    let turns_left = (1..=symbols.len()).rev();
    (symbols.iter().zip(turns_left))
        .map(|(&symbol, left)| Arrival {
            symbol,
            value: f64::from(case.value(symbol)) * left as f64,
        })
        .collect()
}

/// Returns the number of edges of the grid: pairs of adjacent squares.
pub fn edges(shape: Shape) -> usize {
    shape.rows * (shape.cols - 1) + shape.cols * (shape.rows - 1)
}

/// Returns a bound on the mean score of the rounds that offer `symbols`, in order, for a player who
/// knows all symbols in advance. Returns `None` unless the rounds are complete. A pair scores
/// `pair_multiplicity` times. More `steps` per round make the bound tighter.
pub fn perfect_information_bound(
    case: &Case,
    symbols: &[Symbol],
    pair_multiplicity: u32,
    steps: u64,
) -> Option<f64> {
    (symbols.len() == ROUNDS * TURNS).then(|| {
        let mut pdhg = Pdhg::new(case, pair_multiplicity);
        let sum: f64 = symbols.chunks(TURNS).map(|round| pdhg.solve(round, steps).bound).sum();
        sum / ROUNDS as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::lucky::Action;
    use common::lucky::round::Round;
    use proptest::prelude::*;

    /// Returns the maximum score over all plays of `symbols`; tries every play.
    fn best_play(case: &Case, round: &Round, symbols: &[Symbol], pair_multiplicity: u64) -> u64 {
        let Some((&symbol, rest)) = symbols.split_first() else {
            let score = round.score();
            return score.value + pair_multiplicity * (score.equal + score.different);
        };
        let empty = (0..case.shape().area()).filter(|&square| round.squares()[square].is_none());
        let placings = empty.map(|square| {
            let (row, col) = case.shape().position(square);
            Action::Place { row, col }
        });
        let results = placings.chain([Action::Discard]).map(|action| {
            let mut next = round.clone();
            next.play(symbol, action).unwrap();
            best_play(case, &next, rest, pair_multiplicity)
        });
        results.max().unwrap()
    }

    /// A case and a sequence of its symbols.
    fn tiny() -> impl Strategy<Value = (Case, Vec<Symbol>)> {
        (1usize..3, 1usize..4, 1u16..5).prop_flat_map(|(rows, cols, kinds)| {
            let all: Vec<(u16, u16)> =
                (0..kinds).flat_map(|x| (x..kinds).map(move |y| (x, y))).collect();
            let count = all.len();
            (
                proptest::collection::vec(0u32..30, usize::from(kinds)),
                proptest::sample::subsequence(all, 0..=count),
                proptest::collection::vec(1u32..60, count),
                proptest::collection::vec((0..kinds).prop_map(Symbol::new), 1..6),
            )
                .prop_map(move |(values, chosen, points, symbols)| {
                    let pair = |((x, y), points)| BonusPair {
                        x: Symbol::new(x),
                        y: Symbol::new(y),
                        points,
                    };
                    let pairs = chosen.into_iter().zip(points).map(pair).collect();
                    let case = Case::new(Shape { rows, cols }, values, pairs).unwrap();
                    (case, symbols)
                })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn no_play_beats_the_bound((case, symbols) in tiny(), pair_multiplicity in 1u32..3) {
            let best = best_play(&case, &Round::new(&case), &symbols, pair_multiplicity.into()) as f64;
            let mut pdhg = Pdhg::new(&case, pair_multiplicity);
            // The second round starts from the duals of the first.
            for _ in 0..2 {
                let bound = pdhg.solve(&symbols, 1000).bound;
                prop_assert!(best <= bound, "{} > {}", best, bound);
            }
        }

        /// The bound holds for any duals.
        #[test]
        fn any_duals_bound_every_play(
            (case, symbols) in tiny(),
            side in proptest::collection::vec(0.0f64..40.0, 5),
            pair in 0.0f64..40.0,
        ) {
            let best = best_play(&case, &Round::new(&case), &symbols, 1) as f64;
            let mut pdhg = Pdhg::new(&case, 1);
            pdhg.duals.side = side[..case.values().len()].to_vec();
            pdhg.duals.pair = pair;
            let arrivals = arrivals(&case, &symbols);
            let all: Vec<usize> = (0..pdhg.pairs.len()).collect();
            let bound = pdhg.covering(&arrivals, &all).bound;
            prop_assert!(best <= bound, "{} > {}", best, bound);
        }
    }
}
