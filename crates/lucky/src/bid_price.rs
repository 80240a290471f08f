//! Bid-price control, for cases with many symbols.
//!
//! As in network revenue management (Talluri and van Ryzin, 1998), a request is accepted if it
//! brings more than the resource that it uses is worth. An arrival brings its value, its bonuses
//! and its marginal gain for the adjacent open squares. It is placed if the sum reaches the bid
//! price of an open square. The prices are learned from simulated rounds, later from the rounds
//! played.

use common::lucky::{Case, Symbol, ROUNDS, TURNS};
use common::rng::Rng;

use crate::board::{Board, BySquare, Square};
use crate::prices::{Observation, PriceTable};
use crate::square_value::{PartnerGains, RoundProfile, SharedPartner, SquareValue};
use crate::strategy::Strategy;
use crate::timer::Timer;
use crate::tuning::bid_price::*;
use crate::tuning::CLOSING_SHARE;

/// The strategy. All amounts are points of one round.
pub struct BidPrice {
    case: Case,
    prices: PriceTable,
    profile: RoundProfile,
    /// Number of rounds learned from, simulated ones included.
    rounds: usize,
    state: State,
    partner_gains: PartnerGains,
    candidates: Vec<Candidate>,
    /// By square, points of an arrival's partners that also score a bonus there without it.
    shared_points: BySquare<f32>,
    /// Share of the budget used before the first round.
    prepared: f64,
    /// Number of squares evaluated exactly per symbol in the present round.
    candidates_tried: usize,
    /// True if the present round starts too late for evaluations.
    too_late: bool,
}

#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    /// Premium lost if the square is filled, in points.
    loss: f32,
    /// Estimate of bonus plus gain minus loss, in points.
    estimate: f32,
}

struct Choice {
    square: Square,
    /// Bonus in points.
    bonus: f32,
    /// Gain of the adjacent squares minus the loss of the chosen square, in points.
    gain: f32,
}

impl BidPrice {
    /// Learns prices from simulated rounds. Their number leaves enough time for the real rounds.
    pub fn new(case: &Case, timer: &mut Timer) -> BidPrice {
        let board = Board::new(case.shape());
        let prices = PriceTable::new(case, board.area());
        let mut player = BidPrice {
            profile: prices.profile(),
            prices,
            rounds: 0,
            partner_gains: PartnerGains::default(),
            candidates: vec![],
            shared_points: board.map(0.0),
            state: State::new(board, case.values().len()),
            prepared: 0.0,
            candidates_tried: MAX_CANDIDATES,
            too_late: false,
            case: case.clone(),
        };
        let mut rng = Rng::new(1);
        let start = timer.progress();
        for simulated in 0..MAX_SIMULATIONS {
            let progress = timer.progress();
            let round = (progress - start) / simulated.max(1) as f64;
            let needed = progress + (ROUNDS + 1) as f64 * round;
            let enough = simulated >= MIN_SIMULATIONS && needed > CLOSING_SHARE;
            if enough || progress > CLOSING_SHARE {
                break;
            }
            player.state.clear();
            for turns_left in (1..=TURNS).rev() {
                let symbol = Symbol::new(rng.below(case.values().len() as u32) as u16);
                if let Some(square) = player.choose_by_price(symbol, turns_left) {
                    player.place(symbol, square);
                }
                timer.work(1);
            }
            player.refit();
        }
        player.prepared = timer.progress();
        player
    }

    /// Evaluates one square fewer per symbol in a late round, one more in other rounds.
    fn adjust_effort(&mut self, rounds_left: usize, progress: f64) {
        let played = 1.0 - rounds_left as f64 / ROUNDS as f64;
        let due = self.prepared + (CLOSING_SHARE - self.prepared) * played;
        let delay = progress - due;
        self.too_late = delay > MAX_DELAY;
        self.candidates_tried = if delay > 0.0 {
            MIN_CANDIDATES.max(self.candidates_tried - 1)
        } else {
            MAX_CANDIDATES.min(self.candidates_tried + 1)
        };
    }

    /// Counts a round. Recomputes the prices when the count is a power of two.
    fn refit(&mut self) {
        self.rounds += 1;
        if self.rounds.is_power_of_two() {
            self.prices.refit();
            self.profile = self.prices.profile();
        }
    }

    /// Chooses the best candidate if it reaches its price. Learns from the turn.
    fn choose_by_price(&mut self, symbol: Symbol, turns_left: usize) -> Option<Square> {
        if self.state.open.is_empty() {
            self.prices.observe_full(turns_left);
            return None;
        }
        self.update_square_values(turns_left - 1);
        let open = self.state.open.len();
        let paid = self.case.value(symbol) as f32 * turns_left as f32;
        // Bonus and gain must reach this price of a square.
        let price = self.prices.price(open, turns_left - 1) + self.prices.mean_gain(open) - paid;
        let best_bonus = self.list_candidates(symbol, turns_left, price);
        let choice = self.choose_candidate(symbol);
        let taken = choice.bonus + choice.gain >= price;
        self.prices.observe(&Observation {
            open,
            turns_left,
            best_bonus,
            bonus: choice.bonus,
            gain: choice.gain,
            taken,
        });
        taken.then_some(choice.square)
    }

    fn choose_by_bonus(&self, symbol: Symbol, turns_left: usize) -> Option<Square> {
        let state = &self.state;
        let bonus = |&square: &Square| state.bonus(symbol, square);
        let square = state.open.iter().copied().max_by_key(bonus)?;
        let paid = self.case.value(symbol) as f32 * turns_left as f32;
        let price = self.prices.price(state.open.len(), turns_left - 1);
        let points = paid + state.bonus(symbol, square) as f32;
        (points >= price).then_some(square)
    }

    fn update_square_values(&mut self, turns: usize) {
        if self.profile.current_stage != turns / STAGE_TURNS {
            self.profile.current_stage = turns / STAGE_TURNS;
            for index in 0..self.state.open.len() {
                self.state.evaluate(self.state.open[index], &self.profile);
            }
        }
    }

    /// Prepares the arrival and lists the squares with the highest estimates, best first.
    /// Only the first may have an estimate below `price`. Returns the symbol's largest bonus on an
    /// open square, in points.
    fn list_candidates(&mut self, symbol: Symbol, turns: usize, price: f32) -> f32 {
        let state = &self.state;
        let partners = self.case.partners(symbol);
        let alternative = |symbol| state.alternative(symbol, None);
        self.partner_gains.prepare(partners, self.case.values(), alternative, &self.profile);
        let nothing = SquareValue::default();
        let mut marginal_gains = [0.0; 5];
        for (open_around, marginal_gain) in marginal_gains.iter_mut().enumerate().skip(1) {
            let weight = arrival_chance(open_around);
            let most = self.partner_gains.marginal_gain(&nothing, weight, &[], &self.profile);
            *marginal_gain = GAIN_WEIGHT * open_around as f32 * most;
        }
        // Approximate probability that a given partner arrives.
        let arrivals = turns as f32 / self.case.values().len() as f32;
        let weight = SHARED_WEIGHT * arrivals / (1.0 + arrivals);
        self.shared_points.fill(0.0);
        for partner in partners {
            for &square in &state.bonus_squares[partner.symbol.index()] {
                let own_bonus = state.bonus(partner.symbol, square);
                for neighbour in state.board.neighbours(square) {
                    if let Some(shared_points) = self.shared_points.get_mut(neighbour) {
                        *shared_points += weight * own_bonus.min(partner.points) as f32;
                    }
                }
            }
        }
        let mut best_bonus = 0;
        let mut highest = f32::NEG_INFINITY;
        self.candidates.clear();
        for &square in &state.open {
            let bonus = state.bonus(symbol, square);
            best_bonus = best_bonus.max(bonus);
            let open_around = state.open_around[square];
            let loss = state.losses[square] + NEIGHBOUR_COST * (turns * open_around) as f32;
            let estimate =
                bonus as f32 - loss + self.shared_points[square] + marginal_gains[open_around];
            if estimate < price && estimate <= highest {
                continue;
            }
            if highest < price {
                self.candidates.clear();
            }
            highest = highest.max(estimate);
            self.candidates.push(Candidate { square, loss, estimate });
        }
        let better = |one: &Candidate, other: &Candidate| other.estimate.total_cmp(&one.estimate);
        if self.candidates_tried < self.candidates.len() {
            self.candidates.select_nth_unstable_by(self.candidates_tried, better);
            self.candidates.truncate(self.candidates_tried);
        }
        self.candidates.sort_unstable_by(better);
        best_bonus as f32
    }

    /// Returns the best candidate.
    fn choose_candidate(&self, symbol: Symbol) -> Choice {
        let choices = self.candidates.iter().map(|candidate| Choice {
            square: candidate.square,
            bonus: self.state.bonus(symbol, candidate.square) as f32,
            gain: self.marginal_gains(symbol, candidate.square) - candidate.loss,
        });
        let sum = |choice: &Choice| choice.bonus + choice.gain;
        // Of equal ones, the first has the highest estimate.
        let best = choices.rev().max_by(|one, other| sum(one).total_cmp(&sum(other)));
        best.expect("an open square")
    }

    /// Returns the marginal gain, in points, of all open squares next to a placed symbol.
    fn marginal_gains(&self, symbol: Symbol, square: Square) -> f32 {
        let weight = arrival_chance(self.state.open_around[square]);
        let around = self.state.board.neighbours(square).into_iter();
        let open = around.filter(|&neighbour| self.state.is_open(neighbour));
        open.map(|neighbour| self.marginal_gain(symbol, neighbour, weight)).sum()
    }

    /// Returns the marginal gain, in points, of one open square if `symbol` is placed next to it.
    fn marginal_gain(&self, symbol: Symbol, square: Square, weight: f32) -> f32 {
        let mut shared = vec![];
        for (index, partner) in self.case.partners(symbol).iter().enumerate() {
            let own_bonus = self.state.bonus(partner.symbol, square);
            if own_bonus > 0 {
                shared.push(SharedPartner {
                    partner: index,
                    own_bonus: own_bonus as f32,
                    points: partner.points as f32,
                });
            }
        }
        let value = &self.state.square_values[square];
        self.partner_gains.marginal_gain(value, weight, &shared, &self.profile)
    }
}

/// Returns the probability that an arriving partner of a symbol goes to a particular square, which
/// is one of the open squares around the symbol.
fn arrival_chance(open_around: usize) -> f32 {
    match open_around {
        0 | 1 => LAST_SQUARE_CHANCE,
        more => 1.0 / more as f32,
    }
}

impl Strategy for BidPrice {
    fn new_round(&mut self, rounds_left: usize, timer: &mut Timer) {
        if self.state.open.len() < self.state.cells.len() {
            self.refit();
        }
        self.state.clear();
        self.adjust_effort(rounds_left, timer.progress());
        timer.work(TURNS as u64);
    }

    fn choose(&mut self, symbol: Symbol, turns_left: usize) -> Option<Square> {
        if self.too_late {
            self.choose_by_bonus(symbol, turns_left)
        } else {
            self.choose_by_price(symbol, turns_left)
        }
    }

    /// Revalues the squares around the symbol, unless the round is too late for that.
    fn place(&mut self, symbol: Symbol, square: Square) {
        self.state.fill(symbol, square, &self.case);
        if self.too_late {
            return;
        }
        for neighbour in self.state.board.neighbours(square) {
            if self.state.is_open(neighbour) {
                self.state.evaluate(neighbour, &self.profile);
            }
        }
    }
}

/// The grid of a round, with what its squares are worth.
struct State {
    board: Board,
    cells: BySquare<Option<Symbol>>,
    /// Ascending.
    open: Vec<Square>,
    /// By square, its number of open neighbours.
    open_around: BySquare<usize>,
    square_values: BySquare<SquareValue>,
    /// Loss of premium, in points, if a square is filled.
    losses: BySquare<f32>,
    /// Symbols × squares, row-major: bonus of the symbol with the placed symbols around, in points.
    bonuses: Vec<u32>,
    /// By symbol, the open squares where it has a bonus.
    bonus_squares: Vec<Vec<Square>>,
}

impl State {
    fn new(board: Board, symbols: usize) -> State {
        let area = board.area();
        let mut state = State {
            cells: board.map(None),
            open: vec![],
            open_around: board.map(0),
            square_values: board.map(SquareValue::default()),
            losses: board.map(0.0),
            bonuses: vec![0; area * symbols],
            bonus_squares: vec![vec![]; symbols],
            board,
        };
        state.clear();
        state
    }

    fn clear(&mut self) {
        self.cells.fill(None);
        self.open = self.board.squares().collect();
        for &square in &self.open {
            self.open_around[square] = self.board.inner_degree(square);
        }
        self.square_values.values_mut().for_each(SquareValue::clear);
        self.losses.fill(0.0);
        self.bonuses.fill(0);
        self.bonus_squares.iter_mut().for_each(Vec::clear);
    }

    fn is_open(&self, square: Square) -> bool {
        self.cells.get(square).is_some_and(Option::is_none)
    }

    /// Returns the bonus of a symbol on an open square, in points.
    #[inline]
    fn bonus(&self, symbol: Symbol, square: Square) -> u32 {
        self.bonuses[self.entry(symbol, square)]
    }

    #[inline]
    fn entry(&self, symbol: Symbol, square: Square) -> usize {
        symbol.index() * self.cells.len() + square.index()
    }

    /// Returns the loss of premium if a square is filled, in points.
    fn loss(&self, square: Square) -> f32 {
        let (mut filled, mut free) = (0, 0);
        for neighbour in self.board.neighbours(square) {
            if let Some(Some(_)) = self.cells.get(neighbour) {
                filled += 1;
                free += usize::from(self.open_around[neighbour] > 1);
            }
        }
        let kept = TRANSFERRED_PREMIUM * free as f32 / filled.max(1) as f32;
        self.square_values[square].premium * (1.0 - kept)
    }

    /// Computes the losses again after the number of open squares around a symbol has changed.
    fn update_losses_around(&mut self, symbol: Square) {
        for square in self.board.neighbours(symbol) {
            if self.is_open(square) {
                self.losses[square] = self.loss(square);
            }
        }
    }

    fn evaluate(&mut self, square: Square, profile: &RoundProfile) {
        let mut value = std::mem::take(&mut self.square_values[square]);
        value.update_alternatives(|symbol| self.alternative(symbol, Some(square)));
        value.evaluate(profile);
        self.square_values[square] = value;
        self.losses[square] = self.loss(square);
    }

    /// Returns the best net points of a symbol on open squares far from `here`, weighted.
    fn alternative(&self, symbol: Symbol, here: Option<Square>) -> f32 {
        let far = |other| {
            here.map_or(true, |here| self.board.distance(here, other) >= ALTERNATIVE_DISTANCE)
        };
        let mut best = 0.0;
        for &other in &self.bonus_squares[symbol.index()] {
            let net = self.bonus(symbol, other) as f32 - self.square_values[other].premium;
            if net > best && far(other) {
                best = net;
            }
        }
        ALTERNATIVE_WEIGHT * best
    }

    fn fill(&mut self, symbol: Symbol, square: Square, case: &Case) {
        self.cells[square] = Some(symbol);
        if let Ok(index) = self.open.binary_search(&square) {
            self.open.remove(index);
        }
        for &demanded in &self.square_values[square].symbols {
            self.bonus_squares[demanded.index()].retain(|&other| other != square);
        }
        let weight = arrival_chance(self.open_around[square]);
        for neighbour in self.board.neighbours(square) {
            let Some(open_around) = self.open_around.get_mut(neighbour) else {
                continue;
            };
            *open_around -= 1;
            if !self.is_open(neighbour) {
                self.update_losses_around(neighbour);
                continue;
            }
            for partner in case.partners(symbol) {
                let entry = self.entry(partner.symbol, neighbour);
                let bonus = &mut self.bonuses[entry];
                if *bonus == 0 {
                    self.bonus_squares[partner.symbol.index()].push(neighbour);
                }
                *bonus += partner.points;
                let value = case.value(partner.symbol) as f32;
                self.square_values[neighbour].add_demand(
                    partner.symbol,
                    *bonus as f32,
                    value,
                    weight,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::clock::Budget;
    use common::grid::Shape;

    #[test]
    fn simulations_end_with_the_time() {
        let case = Case::new(Shape::square(4), vec![1; 30], vec![]).unwrap();
        for (budget, spent, rounds) in [
            (1_000_000, 0, MAX_SIMULATIONS),
            (10_000, 0, MIN_SIMULATIONS),
            (1500, 0, 2),
            (1500, 1500, 0),
        ] {
            let mut timer = Timer::start(Budget::Work(budget));
            timer.work(spent);
            assert_eq!(BidPrice::new(&case, &mut timer).rounds, rounds);
        }
    }
}
