//! Losses of a case of Lucky Symbols. Without bonuses they are exact, relative to the best
//! strategy, and luck is separate. With bonuses they are charged with the duals of the
//! perfect-information bound, so they include points that only foresight could have won.
//!
//! The bound of a round is a sum of `ν` for every side between two squares, `μ` for every square,
//! and the excess over `μ` of each arrival's worth `w_i = v_i + 4 λ_s`. Here `μ` is the smallest
//! worth that is still placed. A play is charged for the part of each term that it does not
//! achieve. No charge is negative, whatever the duals are. If the record has a bound of this kind,
//! the account starts from that bound.

use common::grid::{Direction, Shape};
use common::lucky::stopping::StoppingValue;
use common::lucky::{Action, Case, Symbol, TURNS};
use game::{LUCK, LossBasis, Losses};

use crate::LuckyPlay;
use crate::bound::{Pdhg, RoundDuals, bound, edges, is_on_the_mean};

/// Units per point of a round.
const UNITS: u32 = 256;
/// Default number of PDHG steps for the duals of a round.
const STEPS: u64 = 500;

/// A symbol that was worth a square was discarded.
const PASSED: &str = "passed";
/// A symbol that was not worth its square was placed.
const POOR: &str = "poor";
/// A square was left empty.
const UNFILLED: &str = "unfilled";
/// A symbol is at the border, where it has fewer sides.
const BORDER: &str = "border";
/// Two adjacent symbols score less than the duals of their sides.
const PAIR: &str = "pair";
/// A side of a symbol is next to an empty square.
const OPEN: &str = "open";
/// The bound of the record minus the bound of the duals.
const SLACK: &str = "slack";

/// Returns the losses of complete rounds, in points of the mean score.
pub fn losses(case: &Case, play: &LuckyPlay, pair_multiplicity: u32, steps: Option<u64>) -> Losses {
    let is_exact = case.pairs().next().is_none();
    let basis = if is_exact { LossBasis::Exact } else { LossBasis::Charged };
    let scale = ("points", UNITS * play.rounds as u32);
    let mut losses = Losses::new(basis, scale, TURNS as u32);
    let rounds = play.symbols.chunks(TURNS).zip(play.actions.chunks(TURNS));
    let mut pdhg = Pdhg::new(case, pair_multiplicity);
    let worth = is_exact.then(|| StoppingValue::new(case.values(), case.shape().area()));
    for (number, (symbols, actions)) in (0..).zip(rounds) {
        let mut round = RoundAccount { case, number, symbols, actions, losses: &mut losses };
        match &worth {
            Some(worth) => round.decide(worth),
            None => {
                let duals = pdhg.solve(symbols, steps.unwrap_or(STEPS));
                round.charge(&duals, i64::from(pair_multiplicity));
            }
        }
    }
    if !is_on_the_mean(case)
        && let Some(bound) = bound(case, &play.symbols, pair_multiplicity, steps)
    {
        losses.start_from(bound.value, SLACK);
    }
    losses
}

struct RoundAccount<'a> {
    case: &'a Case,
    /// Index of the round, from 0.
    number: u32,
    symbols: &'a [Symbol],
    actions: &'a [Action],
    losses: &'a mut Losses,
}

impl RoundAccount<'_> {
    fn lose(&mut self, turn: Option<usize>, cause: &'static str, units: i64, note: String) {
        let place = (self.number, turn.map(|turn| turn as u32 + 1));
        self.losses.lose(place, cause, units, note);
    }

    /// Returns the points that a turn's symbol scores by its value; turns are counted from 0.
    fn value(&self, turn: usize) -> i64 {
        i64::from(self.case.value(self.symbols[turn])) * (TURNS - turn) as i64
    }

    /// Describes the symbol of a turn.
    fn symbol(&self, turn: usize) -> String {
        let symbol = self.symbols[turn];
        format!("symbol {symbol} of value {}", self.case.value(symbol))
    }

    /// Compares every answer with the answer of the best strategy.
    fn decide(&mut self, worth: &StoppingValue) {
        let to_come = |squares: usize, turns: usize| {
            (worth.value(squares, turns) * f64::from(UNITS)).round() as i64
        };
        let mut squares = self.case.shape().area();
        let mut reached = 0;
        self.losses.best += to_come(squares, TURNS);
        for turn in 0..TURNS {
            let left = TURNS - turn;
            let value = self.value(turn) * i64::from(UNITS);
            let passed = to_come(squares, left - 1);
            let placed = match squares {
                0 => i64::MIN,
                _ => value + to_come(squares - 1, left - 1),
            };
            let best = placed.max(passed);
            self.lose(None, LUCK, to_come(squares, left) - best, "the draw".into());
            if let Action::Place { .. } = self.actions[turn] {
                self.lose(Some(turn), POOR, best - placed, self.symbol(turn));
                reached += value;
                squares -= 1;
            } else {
                self.lose(Some(turn), PASSED, best - passed, self.symbol(turn));
            }
        }
        self.losses.reached += reached;
    }

    /// Charges the round with the duals of the perfect-information bound.
    fn charge(&mut self, duals: &RoundDuals, pair_multiplicity: i64) {
        let unit = i64::from(UNITS);
        // Rounding up preserves every inequality in whole units.
        let whole = |dual: f64| (dual * f64::from(UNITS)).ceil() as i64;
        let side = |symbol: Symbol| whole(duals.side[symbol.index()]);
        let pair = whole(duals.pair);
        let shape = self.case.shape();
        let worth = |turn| self.value(turn) * unit + 4 * side(self.symbols[turn]);
        let worth: Vec<i64> = (0..TURNS).map(worth).collect();
        let mut descending = worth.clone();
        descending.sort_unstable_by(|one, other| other.cmp(one));
        let least = descending.get(shape.area() - 1).copied().unwrap_or(0);
        let above: i64 = worth.iter().map(|worth| (worth - least).max(0)).sum();
        self.losses.best += pair * edges(shape) as i64 + least * shape.area() as i64 + above;

        let mut turns_of = vec![None; shape.area()];
        let mut reached = 0;
        for (turn, worth) in worth.into_iter().enumerate() {
            let price = worth - least;
            match self.actions[turn] {
                Action::Place { row, col } => {
                    self.lose(Some(turn), POOR, (-price).max(0), self.symbol(turn));
                    turns_of[row * shape.cols + col] = Some(turn);
                    reached += self.value(turn) * unit;
                }
                Action::Discard => {
                    self.lose(Some(turn), PASSED, price.max(0), self.symbol(turn));
                }
            }
        }
        let empty = turns_of.iter().filter(|turn| turn.is_none()).count();
        let unfilled = format!("{empty} empty squares");
        self.lose(None, UNFILLED, least * empty as i64, unfilled);
        for (square, &turn) in turns_of.iter().enumerate() {
            if let Some(turn) = turn {
                let missing = 4 - shape.neighbours(square).count() as i64;
                let units = missing * side(self.symbols[turn]);
                self.lose(Some(turn), BORDER, units, self.symbol(turn));
            }
        }
        for (one, other) in adjacent(shape) {
            match (turns_of[one], turns_of[other]) {
                (Some(one), Some(other)) => {
                    let [x, y] = [one, other].map(|turn| self.symbols[turn]);
                    let points = pair_multiplicity * i64::from(self.case.bonus(x, y)) * unit;
                    reached += points;
                    let units = side(x) + side(y) + pair - points;
                    let note = format!("symbols {x} and {y} pay {}", points / unit);
                    self.lose(Some(one.max(other)), PAIR, units, note);
                }
                (Some(turn), None) | (None, Some(turn)) => {
                    let units = side(self.symbols[turn]) + pair;
                    self.lose(Some(turn), OPEN, units, self.symbol(turn));
                }
                (None, None) => self.lose(None, OPEN, pair, "empty squares".into()),
            }
        }
        self.losses.reached += reached;
    }
}

/// Returns all pairs of adjacent squares.
fn adjacent(shape: Shape) -> impl Iterator<Item = (usize, usize)> {
    (0..shape.area()).flat_map(move |square| {
        let both = [Direction::Right, Direction::Down].into_iter();
        both.filter_map(move |direction| Some((square, shape.step(square, direction)?)))
    })
}
