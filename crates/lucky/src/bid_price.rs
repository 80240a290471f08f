//! The market: for cases with many symbols. An arrival is worth its value,
//! its bonuses and what it does to the prospects of the open squares around
//! it; it is taken if that is more than an open square costs. Prices are
//! learned by playing rounds against itself before the first one, and while
//! playing.

use common::clock::Clock;
use common::lucky::{Case, Symbol, ROUNDS, TURNS};
use common::rng::Rng;

use crate::board::Window;
use crate::prices::{Observation, Prices};
use crate::square_value::{OfferedSymbol, RoundProfile, SharedPartner, SquareValue, STAGE_TURNS};
use crate::strategy::{Strategy, Turn};

/// Most entries in the table of bonuses by symbol and square.
pub const MAX_ENTRIES: usize = 1 << 22;

/// Share of the budget that is used up at the end of the last round.
const CLOSING_SHARE: f64 = 0.95;
/// Fewest and most rounds that are simulated before the first one.
const MIN_SIMULATIONS: usize = 4;
const MAX_SIMULATIONS: usize = 16;
/// Squares tried exactly for a symbol, and while a round is late.
const CANDIDATES: usize = 10;
const FEW_CANDIDATES: usize = 4;
/// How much of a partner that a square shares with a newcomer, and of the most
/// that a newcomer can do for a square, the choice of candidates counts on.
const SHARED_WEIGHT: f32 = 0.5;
const GAIN_WEIGHT: f32 = 0.5;
/// The chance that a partner comes to the last open square around a symbol.
const LAST_SQUARE_CHANCE: f32 = 0.8;
/// Share of a square's prospects that its neighbours keep when it is filled,
/// because they have other open squares beside them.
const TRANSFERRED_PREMIUM: f32 = 0.4;
/// What filling a square costs for each open neighbour, in points a turn left:
/// one open pair less for which bonuses can be chosen from both sides.
const NEIGHBOUR_COST: f32 = 0.05;
/// How much of the best square elsewhere a symbol can count on, beside what any
/// symbol finds, and from how many steps away it is elsewhere.
const ALTERNATIVE_WEIGHT: f32 = 0.8;
const ALTERNATIVE_DISTANCE: usize = 3;

/// Plays by prices.
pub struct BidPrice {
    case: Case,
    prices: Prices,
    profile: RoundProfile,
    /// Rounds learned from, simulated or played.
    rounds: usize,
    state: State,
    offered: OfferedSymbol,
    candidates: Vec<Candidate>,
    /// By square, how many points of shared partners its neighbours have.
    shared_points: Vec<f32>,
    /// Progress of the clock before the first round.
    prepared: f64,
    /// Whether the present round began later than planned.
    late: bool,
}

/// A square that may be best for a symbol.
#[derive(Clone, Copy)]
struct Candidate {
    square: usize,
    /// What filling it loses.
    loss: f32,
    /// What it may be worth at most, roughly.
    estimate: f32,
}

/// The choice for a symbol.
struct Choice {
    square: usize,
    bonus: f32,
    gain: f32,
}

impl BidPrice {
    /// Simulates rounds as long as the budget leaves time for the real ones.
    pub fn new(case: &Case, clock: &mut Clock) -> BidPrice {
        let board = Window::new(case.shape());
        let area = board.area();
        let mut prices = Prices::new(case, area);
        let mut player = BidPrice {
            profile: prices.profile(),
            prices,
            rounds: 0,
            state: State::new(board, case.values().len()),
            offered: OfferedSymbol::default(),
            candidates: vec![],
            shared_points: vec![0.0; area],
            prepared: 0.0,
            late: false,
            case: case.clone(),
        };
        let mut rng = Rng::new(1);
        let start = clock.progress();
        for simulated in 1..=MAX_SIMULATIONS {
            player.state.clear();
            for turns_left in (1..=TURNS).rev() {
                let symbol = rng.below(case.values().len() as u32) as usize;
                player.play(symbol, turns_left, CANDIDATES);
                clock.work(1);
            }
            player.refit();
            let progress = clock.progress();
            let round = (progress - start) / simulated as f64;
            if simulated >= MIN_SIMULATIONS
                && progress + (ROUNDS + 1) as f64 * round > CLOSING_SHARE
            {
                break;
            }
        }
        player.prepared = clock.progress();
        player
    }

    /// Learns from the round that was just played, less and less often.
    fn refit(&mut self) {
        self.rounds += 1;
        if self.rounds.is_power_of_two() {
            self.prices.refit();
            self.profile = self.prices.profile();
        }
    }

    fn play(&mut self, symbol: Symbol, turns_left: usize, candidates: usize) -> Option<usize> {
        if self.state.open.is_empty() {
            self.prices.observe_full(turns_left);
            return None;
        }
        self.update_square_values(turns_left - 1);
        let open = self.state.open.len();
        let best_bonus = self.list_candidates(symbol, turns_left, candidates);
        let paid = self.case.values()[symbol] as f32 * turns_left as f32;
        // What bonus and gain have to come to.
        let price = self.prices.price(open, turns_left - 1) + self.prices.mean_gain(open) - paid;
        let choice = self.choose_candidate(symbol, price);
        let taken = choice.bonus + choice.gain >= price;
        self.prices.observe(&Observation {
            open,
            turns_left,
            best_bonus,
            bonus: choice.bonus,
            gain: choice.gain,
            taken,
        });
        taken.then(|| {
            self.state
                .place(symbol, choice.square, &self.case, &self.profile);
            choice.square
        })
    }

    /// Plays when the time is up: the square with the largest bonus, at its
    /// price, and no look at prospects.
    fn play_by_bonus(&mut self, symbol: Symbol, turns_left: usize) -> Option<usize> {
        let state = &mut self.state;
        let bonus = |&square: &usize| state.bonus(symbol, square);
        let square = state.open.iter().copied().max_by_key(bonus)?;
        let paid = self.case.values()[symbol] as f32 * turns_left as f32;
        let price = self.prices.price(state.open.len(), turns_left - 1);
        if paid + (state.bonus(symbol, square) as f32) < price {
            return None;
        }
        state.fill(symbol, square, &self.case);
        Some(square)
    }

    /// Brings the prospects of all open squares up to date with the time.
    fn update_square_values(&mut self, turns: usize) {
        if self.profile.current_stage != turns / STAGE_TURNS {
            self.profile.current_stage = turns / STAGE_TURNS;
            for index in 0..self.state.open.len() {
                self.state.evaluate(self.state.open[index], &self.profile);
            }
        }
    }

    /// Gets the newcomer and the most promising squares for it ready. Returns
    /// the largest bonus that the symbol finds on an open square.
    fn list_candidates(&mut self, symbol: Symbol, turns: usize, most: usize) -> f32 {
        let state = &self.state;
        let partners = self.case.partners(symbol);
        let alternative = |symbol| state.alternative(symbol, None);
        self.offered
            .prepare(partners, self.case.values(), alternative, &self.profile);
        let nothing = SquareValue::default();
        let mut marginal_gains = [0.0; 5];
        for (open_around, marginal_gain) in marginal_gains.iter_mut().enumerate().skip(1) {
            let weight = arrival_chance(open_around);
            let most = self
                .offered
                .marginal_gain(&nothing, weight, &[], &self.profile);
            *marginal_gain = GAIN_WEIGHT * open_around as f32 * most;
        }
        // Chance that a given partner arrives, roughly.
        let arrivals = turns as f32 / self.case.values().len() as f32;
        let estimate = SHARED_WEIGHT * arrivals / (1.0 + arrivals);
        self.shared_points.fill(0.0);
        for partner in partners {
            for &square in &state.offers[partner.symbol] {
                let own_bonus = state.bonus(partner.symbol, square);
                for beside in state.board.neighbours(square) {
                    if let Some(shared_points) = self.shared_points.get_mut(beside) {
                        *shared_points += estimate * own_bonus.min(partner.points) as f32;
                    }
                }
            }
        }
        let mut best_bonus = 0;
        self.candidates.clear();
        for &square in &state.open {
            let bonus = state.bonus(symbol, square);
            best_bonus = best_bonus.max(bonus);
            let open_around = state.open_around[square];
            let loss = state.loss(square) + NEIGHBOUR_COST * (turns * open_around) as f32;
            let estimate =
                bonus as f32 - loss + self.shared_points[square] + marginal_gains[open_around];
            self.candidates.push(Candidate {
                square,
                loss,
                estimate,
            });
        }
        let better = |one: &Candidate, other: &Candidate| other.estimate.total_cmp(&one.estimate);
        if most < self.candidates.len() {
            self.candidates.select_nth_unstable_by(most, better);
            self.candidates.truncate(most);
        }
        self.candidates.sort_unstable_by(better);
        best_bonus as f32
    }

    /// The best of the candidates; once one was tried, those that cannot
    /// reach `price` are left out.
    fn choose_candidate(&self, symbol: Symbol, price: f32) -> Choice {
        let mut best = Choice {
            square: 0,
            bonus: 0.0,
            gain: f32::NEG_INFINITY,
        };
        for &Candidate {
            square,
            loss,
            estimate,
        } in &self.candidates
        {
            if estimate < price && best.gain > f32::NEG_INFINITY {
                break;
            }
            let bonus = self.state.bonus(symbol, square) as f32;
            let gain = self.marginal_gains(symbol, square) - loss;
            if bonus + gain > best.bonus + best.gain {
                best = Choice {
                    square,
                    bonus,
                    gain,
                };
            }
        }
        best
    }

    /// What a symbol on a square does for the open squares around it.
    fn marginal_gains(&self, symbol: Symbol, square: usize) -> f32 {
        let weight = arrival_chance(self.state.open_around[square]);
        let around = self.state.board.neighbours(square).into_iter();
        let open = around.filter(|&beside| self.state.is_open(beside));
        open.map(|beside| self.marginal_gain(symbol, beside, weight))
            .sum()
    }

    fn marginal_gain(&self, symbol: Symbol, square: usize, weight: f32) -> f32 {
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
        self.offered
            .marginal_gain(value, weight, &shared, &self.profile)
    }
}

/// The chance that a symbol's partner comes to a given one of the open squares
/// around the symbol.
fn arrival_chance(open_around: usize) -> f32 {
    match open_around {
        0 | 1 => LAST_SQUARE_CHANCE,
        more => 1.0 / more as f32,
    }
}

impl Strategy for BidPrice {
    fn new_round(&mut self) {
        if self.state.is_played() {
            self.refit();
        }
        self.state.clear();
    }

    fn choose(&mut self, turn: Turn<'_>) -> Option<usize> {
        turn.clock.work(1);
        if turn.turns_left == TURNS {
            let played = (ROUNDS - turn.rounds_left.min(ROUNDS)) as f64 / ROUNDS as f64;
            let due = self.prepared + (CLOSING_SHARE - self.prepared) * played;
            self.late = turn.clock.progress() > due;
        }
        let square = if turn.clock.is_over() {
            self.play_by_bonus(turn.symbol, turn.turns_left)?
        } else {
            let candidates = if self.late {
                FEW_CANDIDATES
            } else {
                CANDIDATES
            };
            self.play(turn.symbol, turn.turns_left, candidates)?
        };
        Some(self.state.board.on_grid(square))
    }
}

/// The board and the prospects of its open squares.
struct State {
    board: Window,
    squares: Vec<Option<Symbol>>,
    /// The open squares, ascending.
    open: Vec<usize>,
    open_around: Vec<usize>,
    square_values: Vec<SquareValue>,
    /// Bonus of each symbol on each square, with the neighbours there are.
    bonuses: Vec<u32>,
    /// Open squares where a symbol finds a bonus.
    offers: Vec<Vec<usize>>,
}

impl State {
    fn new(board: Window, symbols: usize) -> State {
        let area = board.area();
        let mut state = State {
            squares: vec![],
            open: vec![],
            open_around: vec![],
            square_values: vec![SquareValue::default(); area],
            bonuses: vec![0; area * symbols],
            offers: vec![vec![]; symbols],
            board,
        };
        state.clear();
        state
    }

    fn clear(&mut self) {
        let area = self.board.area();
        self.squares = vec![None; area];
        self.open = (0..area).collect();
        let inside = |square: usize| {
            let around = self.board.neighbours(square);
            around.iter().filter(|&&beside| beside < area).count()
        };
        self.open_around = (0..area).map(inside).collect();
        self.square_values.iter_mut().for_each(SquareValue::clear);
        self.bonuses.fill(0);
        self.offers.iter_mut().for_each(Vec::clear);
    }

    /// Whether anything has been placed.
    fn is_played(&self) -> bool {
        self.open.len() < self.squares.len()
    }

    /// Whether a square is on the board and empty.
    fn is_open(&self, square: usize) -> bool {
        self.squares.get(square).is_some_and(Option::is_none)
    }

    /// The bonus of a symbol on an open square.
    #[inline]
    fn bonus(&self, symbol: Symbol, square: usize) -> u32 {
        self.bonuses[symbol * self.squares.len() + square]
    }

    /// What is lost when a square is filled.
    fn loss(&self, square: usize) -> f32 {
        let (mut filled, mut free) = (0, 0);
        for beside in self.board.neighbours(square) {
            if let Some(Some(_)) = self.squares.get(beside) {
                filled += 1;
                free += usize::from(self.open_around[beside] > 1);
            }
        }
        let kept = TRANSFERRED_PREMIUM * free as f32 / filled.max(1) as f32;
        self.square_values[square].premium() * (1.0 - kept)
    }

    /// Puts a symbol on a square and brings the prospects around it up to date.
    fn place(&mut self, symbol: Symbol, square: usize, case: &Case, profile: &RoundProfile) {
        self.fill(symbol, square, case);
        for beside in self.board.neighbours(square) {
            if self.is_open(beside) {
                self.evaluate(beside, profile);
            }
        }
    }

    fn evaluate(&mut self, square: usize, profile: &RoundProfile) {
        let mut value = std::mem::take(&mut self.square_values[square]);
        value.update_alternatives(|symbol| self.alternative(symbol, Some(square)));
        value.evaluate(profile);
        self.square_values[square] = value;
    }

    /// What a symbol can count on finding on the open squares away from `here`.
    fn alternative(&self, symbol: Symbol, here: Option<usize>) -> f32 {
        let far = |other| {
            here.map_or(true, |here| {
                self.board.distance(here, other) >= ALTERNATIVE_DISTANCE
            })
        };
        let mut best = 0.0;
        for &other in &self.offers[symbol] {
            let net = self.bonus(symbol, other) as f32 - self.square_values[other].premium();
            if net > best && far(other) {
                best = net;
            }
        }
        ALTERNATIVE_WEIGHT * best
    }

    /// Puts a symbol on a square and adds to the bonuses and wishes around it.
    fn fill(&mut self, symbol: Symbol, square: usize, case: &Case) {
        self.squares[square] = Some(symbol);
        if let Ok(index) = self.open.binary_search(&square) {
            self.open.remove(index);
        }
        for &demanded in self.square_values[square].symbols() {
            self.offers[demanded].retain(|&offer| offer != square);
        }
        let weight = arrival_chance(self.open_around[square]);
        for beside in self.board.neighbours(square) {
            if let Some(open_around) = self.open_around.get_mut(beside) {
                *open_around -= 1;
            }
            if !self.is_open(beside) {
                continue;
            }
            for partner in case.partners(symbol) {
                let bonus = &mut self.bonuses[partner.symbol * self.squares.len() + beside];
                if *bonus == 0 {
                    self.offers[partner.symbol].push(beside);
                }
                *bonus += partner.points;
                let value = case.values()[partner.symbol] as f32;
                self.square_values[beside].add_demand(partner.symbol, *bonus as f32, value, weight);
            }
        }
    }
}
