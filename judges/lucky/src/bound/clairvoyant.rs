//! Upper bound on a round for a player who knows all its symbols in advance: the
//! dual of a linear program that relaxes the grid.
//!
//! A set `P` of placed arrivals has at most as many as there are squares; a square has at most four sides, so a symbol placed `m` times has
//! at most `4 m` sides in pairs; and all pairs together are at most the
//! sides between two squares of the grid. Any price `λ_s >= 0` for a side of
//! symbol `s`, and `ν >= 0` for a pair, with `λ_s + λ_t + ν >= b_st` for
//! every bonus pair, therefore bounds the round:
//!
//! ```text
//! sum of b_st over the pairs <= sum over P of 4 λ_s + ν * (sides of the grid)
//! score <= ν * (sides of the grid) + sum of the largest v_i + 4 λ_s, one for each square
//! ```
//!
//! where `v_i` is what the value of arrival `i` pays until the end. So the
//! bound holds whatever the prices are; good ones come from a primal-dual
//! gradient method (Chambolle and Pock, 2011, with the diagonal step sizes of
//! Pock and Chambolle, 2011), and are then made to keep the inequalities.

use common::grid::Shape;
use common::lucky::{BonusPair, Case, Symbol};

/// Steps between two looks at how good the prices are.
const LOOK: u64 = 50;

/// Points that one unit of the primal side is weighed against.
const SCALE: f64 = 800.0;

/// Covers what adding up some hundred numbers may lose, relative.
const ROUNDING: f64 = 1e-9;

/// The prices, kept from round to round.
pub(crate) struct Dual<'a> {
    case: &'a Case,
    pairs: Vec<BonusPair>,
    /// Times that a pair pays.
    times: f64,
    /// `λ`, a side of each symbol.
    side: Vec<f64>,
    /// `ν`, a pair.
    pair: f64,
    /// `μ`, a square.
    square: f64,
    /// The primal solution: how many adjacent squares hold each pair.
    adjacent: Vec<f64>,
}

/// Prices that keep every inequality, and the bound that they prove.
#[derive(Clone, Debug)]
pub(crate) struct RoundPrices {
    /// `λ`, a side of each symbol.
    pub side: Vec<f64>,
    /// `ν`, a pair.
    pub pair: f64,
    /// The bound on the round.
    pub bound: f64,
}

/// One symbol of the sequence.
struct Arrival {
    symbol: Symbol,
    /// Points that its value pays until the end of the round.
    value: f64,
}

impl<'a> Dual<'a> {
    /// Prices for `case`, where a pair pays `times` times.
    pub fn new(case: &'a Case, times: u32) -> Dual<'a> {
        let pairs: Vec<BonusPair> = case.pairs().collect();
        Dual {
            case,
            times: f64::from(times),
            side: vec![0.0; case.values().len()],
            pair: 0.0,
            square: 0.0,
            adjacent: vec![0.0; pairs.len()],
            pairs,
        }
    }

    /// The bound on a round that offers `symbols`, one a turn, after `steps`, rounded up to
    /// whole looks; it starts from the prices of the round before.
    pub fn bound(&mut self, symbols: &[Symbol], steps: u64) -> f64 {
        self.prices(symbols, steps).bound
    }

    /// The prices that prove this bound.
    pub fn prices(&mut self, symbols: &[Symbol], steps: u64) -> RoundPrices {
        let arrivals = arrivals(self.case, symbols);
        let mut counts = vec![0usize; self.case.values().len()];
        for arrival in &arrivals {
            counts[arrival.symbol.index()] += 1;
        }
        // A side of a symbol that never comes costs nothing: no other pairs count.
        let present: Vec<usize> = (0..self.pairs.len())
            .filter(|&index| {
                ends(self.pairs[index])
                    .into_iter()
                    .all(|end| counts[end] > 0)
            })
            .collect();
        self.descend(&arrivals, &counts, &present, steps)
    }

    /// Improves the prices step by step; returns those of the least bound.
    fn descend(
        &mut self,
        arrivals: &[Arrival],
        counts: &[usize],
        present: &[usize],
        steps: u64,
    ) -> RoundPrices {
        let squares = self.case.shape().area() as f64;
        let sides = sides(self.case.shape()) as f64;
        let mut degrees = vec![0.0; counts.len()];
        for &index in present {
            for end in ends(self.pairs[index]) {
                degrees[end] += 1.0;
            }
        }
        let price_step: Vec<f64> = (degrees.iter().zip(counts))
            .map(|(degree, &count)| SCALE / (degree + 4.0 * count as f64).max(1.0))
            .collect();
        let pair_step = SCALE / (present.len() as f64).max(1.0);
        let square_step = SCALE / arrivals.len() as f64;
        let (placed_step, adjacent_step) = (1.0 / (5.0 * SCALE), 1.0 / (3.0 * SCALE));

        let mut placed = vec![squares / arrivals.len() as f64; arrivals.len()];
        for share in &mut placed {
            *share = share.min(1.0);
        }
        // Prices one step ahead, which make the method converge.
        let mut ahead = self.side.clone();
        let (mut pair_ahead, mut square_ahead) = (self.pair, self.square);
        let mut slope = vec![0.0; counts.len()];
        let mut best = self.kept(arrivals, present, sides, &self.side, self.pair);
        for _ in 0..steps.div_ceil(LOOK) {
            for _ in 0..LOOK {
                slope.fill(0.0);
                let mut free_squares = squares;
                for (share, arrival) in placed.iter_mut().zip(arrivals) {
                    let gain = arrival.value + 4.0 * ahead[arrival.symbol.index()] - square_ahead;
                    *share = (*share + placed_step * gain).clamp(0.0, 1.0);
                    slope[arrival.symbol.index()] += 4.0 * *share;
                    free_squares -= *share;
                }
                let mut free_sides = sides;
                for &index in present {
                    let [x, y] = ends(self.pairs[index]);
                    let points = self.pairs[index].points;
                    let gain = self.times * f64::from(points) - ahead[x] - ahead[y] - pair_ahead;
                    let count = &mut self.adjacent[index];
                    *count = (*count + adjacent_step * gain).max(0.0);
                    slope[x] -= *count;
                    slope[y] -= *count;
                    free_sides -= *count;
                }
                for symbol in 0..counts.len() {
                    let price = self.side[symbol];
                    let next = (price - price_step[symbol] * slope[symbol]).max(0.0);
                    ahead[symbol] = 2.0 * next - price;
                    self.side[symbol] = next;
                }
                let next = (self.pair - pair_step * free_sides).max(0.0);
                pair_ahead = 2.0 * next - self.pair;
                self.pair = next;
                let next = (self.square - square_step * free_squares).max(0.0);
                square_ahead = 2.0 * next - self.square;
                self.square = next;
            }
            let found = self.kept(arrivals, present, sides, &self.side, self.pair);
            if found.bound < best.bound {
                best = found;
            }
        }
        best
    }

    /// These prices, raised and lowered to keep every inequality.
    fn kept(
        &self,
        arrivals: &[Arrival],
        present: &[usize],
        sides: f64,
        side: &[f64],
        pair: f64,
    ) -> RoundPrices {
        let mut side = side.to_vec();
        let owed = |index: usize| self.times * f64::from(self.pairs[index].points) - pair;
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
        RoundPrices {
            bound: (placed + pair * sides) * (1.0 + ROUNDING),
            side,
            pair,
        }
    }

    /// Lowers one symbol's price after another to what its pairs require.
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
                match x == y {
                    true => owed(index) / 2.0,
                    false => owed(index) - side[x + y - symbol],
                }
            });
            side[symbol] = needed.fold(0.0, f64::max);
        }
    }
}

/// Numbers of the two symbols of a pair.
fn ends(pair: BonusPair) -> [usize; 2] {
    [pair.x, pair.y].map(Symbol::index)
}

/// The symbols of a round with what they are worth by themselves.
fn arrivals(case: &Case, symbols: &[Symbol]) -> Vec<Arrival> {
    let turns_left = (1..=symbols.len()).rev();
    (symbols.iter().zip(turns_left))
        .map(|(&symbol, left)| Arrival {
            symbol,
            value: f64::from(case.value(symbol)) * left as f64,
        })
        .collect()
}

/// Sides between two squares of the grid.
pub(crate) fn sides(shape: Shape) -> usize {
    shape.rows * (shape.cols - 1) + shape.cols * (shape.rows - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::lucky::Action;
    use common::lucky::round::Round;
    use proptest::prelude::*;

    /// The most that any play of `symbols` scores, by trying all of them.
    fn best_play(case: &Case, round: &Round, symbols: &[Symbol], times: u64) -> u64 {
        let Some((&symbol, rest)) = symbols.split_first() else {
            let score = round.score();
            return score.value + times * (score.equal + score.different);
        };
        let empty = (0..case.shape().area()).filter(|&square| round.squares()[square].is_none());
        let placings = empty.map(|square| {
            let (row, col) = case.shape().position(square);
            Action::Place { row, col }
        });
        let results = placings.chain([Action::Discard]).map(|action| {
            let mut next = round.clone();
            next.play(symbol, action).unwrap();
            best_play(case, &next, rest, times)
        });
        results.max().unwrap()
    }

    /// Shape, values, pairs, symbols.
    fn tiny() -> impl Strategy<Value = (Case, Vec<Symbol>)> {
        (1usize..3, 1usize..4, 1u16..5).prop_flat_map(|(rows, cols, kinds)| {
            let all: Vec<(u16, u16)> = (0..kinds)
                .flat_map(|x| (x..kinds).map(move |y| (x, y)))
                .collect();
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
        fn no_play_beats_the_bound((case, symbols) in tiny(), times in 1u32..3) {
            let best = best_play(&case, &Round::new(&case), &symbols, times.into()) as f64;
            let mut dual = Dual::new(&case, times);
            // A second round starts from the prices of the first.
            for _ in 0..2 {
                let bound = dual.bound(&symbols, 1000);
                prop_assert!(best <= bound, "{} > {}", best, bound);
            }
        }

        /// Prices need not be good for the bound to hold.
        #[test]
        fn any_prices_bound_every_play(
            (case, symbols) in tiny(),
            side in proptest::collection::vec(0.0f64..40.0, 5),
            pair in 0.0f64..40.0,
        ) {
            let best = best_play(&case, &Round::new(&case), &symbols, 1) as f64;
            let dual = Dual::new(&case, 1);
            let arrivals = arrivals(&case, &symbols);
            let all: Vec<usize> = (0..dual.pairs.len()).collect();
            let side = &side[..case.values().len().min(5)];
            let bound = dual.kept(&arrivals, &all, sides(case.shape()) as f64, side, pair);
            let bound = bound.bound;
            prop_assert!(best <= bound, "{} > {}", best, bound);
        }
    }

    #[test]
    fn where_the_grid_is_no_hindrance_it_is_reached() {
        let bound = |rows, cols, values: &[u32], points: &[u32], symbols: &[u16]| {
            let pair = |(x, &points): (Symbol, &u32)| BonusPair { x, y: x, points };
            let pairs = (0..).map(Symbol::new).zip(points).map(pair).collect();
            let case = Case::new(Shape { rows, cols }, values.to_vec(), pairs).unwrap();
            let symbols: Vec<Symbol> = symbols.iter().copied().map(Symbol::new).collect();
            Dual::new(&case, 1).bound(&symbols, 1000)
        };
        let close = |found: f64, best: f64| {
            assert!(
                (0.0..0.02 * best).contains(&(found - best)),
                "{found} {best}"
            )
        };
        // The best single arrival: 3 * 2 against 5 * 1 and 1 * 3.
        close(bound(1, 1, &[1, 3, 5], &[], &[0, 1, 2]), 6.0);
        // Four of a kind in a square, and values on top.
        close(bound(2, 2, &[0], &[1000], &[0; 6]), 4000.0);
        close(bound(2, 2, &[10], &[1000], &[0; 6]), 4000.0 + 10.0 * 18.0);
    }
}
