//! The market: for cases with many symbols. An arrival is worth its value,
//! its bonuses and what it does to the prospects of the open squares around
//! it; it is taken if that is more than an open square costs. Prices are
//! learned by playing rounds against itself before the first one, and while
//! playing.

use common::clock::Clock;
use common::lucky::{Case, Symbol, ROUNDS, TURNS};
use common::rng::Rng;

use crate::board::Window;
use crate::prices::{Lesson, Prices};
use crate::prospect::{Newcomer, Outlook, Prospect, Shared, SLICE};
use crate::strategy::{Strategy, Turn};

/// Most entries in the table of bonuses by symbol and square.
pub const MOST_ENTRIES: usize = 1 << 22;

/// Share of the budget that is used up at the end of the last round.
const CLOSING_SHARE: f64 = 0.95;
/// Fewest and most rounds that are simulated before the first one.
const FEWEST_SIMULATIONS: usize = 4;
const MOST_SIMULATIONS: usize = 16;
/// Squares tried exactly for a symbol, and while a round is late.
const CANDIDATES: usize = 10;
const FEW_CANDIDATES: usize = 4;
/// How much of a partner that a square shares with a newcomer, and of the most
/// that a newcomer can do for a square, the choice of candidates counts on.
const SHARED_HOPE: f32 = 0.5;
const RAISE_HOPE: f32 = 0.5;
/// The chance that a partner comes to the last open square around a symbol.
const LAST_CHANCE: f32 = 0.8;
/// Share of a square's prospects that its neighbours keep when it is filled,
/// because they have other open squares beside them.
const KEPT: f32 = 0.4;
/// What filling a square costs for each open neighbour, in points a turn left:
/// one open pair less for which bonuses can be chosen from both sides.
const ROOM: f32 = 0.05;
/// How much of the best square elsewhere a symbol can count on, beside what any
/// symbol finds, and from how many steps away it is elsewhere.
const ELSEWHERE: f32 = 0.8;
const AWAY: usize = 3;

/// Plays by prices.
pub struct Market {
    case: Case,
    prices: Prices,
    outlook: Outlook,
    /// Rounds learned from, simulated or played.
    rounds: usize,
    state: State,
    newcomer: Newcomer,
    candidates: Vec<Candidate>,
    /// By square, how many points of shared partners its neighbours have.
    hopes: Vec<f32>,
    /// Progress of the clock before the first round.
    ready: f64,
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
    hope: f32,
}

/// The choice for a symbol.
struct Choice {
    square: usize,
    bonus: f32,
    gain: f32,
}

impl Market {
    /// Simulates rounds as long as the budget leaves time for the real ones.
    pub fn new(case: &Case, clock: &mut Clock) -> Market {
        let board = Window::new(case.shape());
        let area = board.area();
        let mut prices = Prices::new(case, area);
        let mut market = Market {
            outlook: prices.outlook(),
            prices,
            rounds: 0,
            state: State::new(board, case.values().len()),
            newcomer: Newcomer::default(),
            candidates: vec![],
            hopes: vec![0.0; area],
            ready: 0.0,
            late: false,
            case: case.clone(),
        };
        let mut rng = Rng::new(1);
        let start = clock.progress();
        for simulated in 1..=MOST_SIMULATIONS {
            market.state.clear();
            for turns_left in (1..=TURNS).rev() {
                let symbol = rng.below(case.values().len() as u32) as usize;
                market.play(symbol, turns_left, CANDIDATES);
                clock.work(1);
            }
            market.learn();
            let progress = clock.progress();
            let round = (progress - start) / simulated as f64;
            if simulated >= FEWEST_SIMULATIONS
                && progress + (ROUNDS + 1) as f64 * round > CLOSING_SHARE
            {
                break;
            }
        }
        market.ready = clock.progress();
        market
    }

    /// Learns from the round that was just played, less and less often.
    fn learn(&mut self) {
        self.rounds += 1;
        if self.rounds.is_power_of_two() {
            self.prices.learn();
            self.outlook = self.prices.outlook();
        }
    }

    fn play(&mut self, symbol: Symbol, turns_left: usize, candidates: usize) -> Option<usize> {
        if self.state.open.is_empty() {
            self.prices.observe_full(turns_left);
            return None;
        }
        self.look_ahead(turns_left - 1);
        let open = self.state.open.len();
        let found = self.list_candidates(symbol, turns_left, candidates);
        let paid = self.case.values()[symbol] as f32 * turns_left as f32;
        // What bonus and gain have to come to.
        let price = self.prices.price(open, turns_left - 1) + self.prices.usual_gain(open) - paid;
        let choice = self.choose_candidate(symbol, price);
        let taken = choice.bonus + choice.gain >= price;
        self.prices.observe(&Lesson {
            open,
            turns_left,
            found,
            bonus: choice.bonus,
            gain: choice.gain,
            taken,
        });
        taken.then(|| {
            self.state
                .place(symbol, choice.square, &self.case, &self.outlook);
            choice.square
        })
    }

    /// Plays when the time is up: the square with the largest bonus, at its
    /// price, and no look at prospects.
    fn play_plainly(&mut self, symbol: Symbol, turns_left: usize) -> Option<usize> {
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
    fn look_ahead(&mut self, turns: usize) {
        if self.outlook.now != turns / SLICE {
            self.outlook.now = turns / SLICE;
            for index in 0..self.state.open.len() {
                self.state.forecast(self.state.open[index], &self.outlook);
            }
        }
    }

    /// Gets the newcomer and the most promising squares for it ready. Returns
    /// the largest bonus that the symbol finds on an open square.
    fn list_candidates(&mut self, symbol: Symbol, turns: usize, most: usize) -> f32 {
        let state = &self.state;
        let partners = self.case.partners(symbol);
        let elsewhere = |symbol| state.elsewhere(symbol, None);
        self.newcomer
            .prepare(partners, self.case.values(), elsewhere, &self.outlook);
        let nothing = Prospect::default();
        let mut raises = [0.0; 5];
        for (open_around, raise) in raises.iter_mut().enumerate().skip(1) {
            let weight = chance_of_one(open_around);
            let most = self.newcomer.raise(&nothing, weight, &[], &self.outlook);
            *raise = RAISE_HOPE * open_around as f32 * most;
        }
        // Chance that a given partner arrives, roughly.
        let arrivals = turns as f32 / self.case.values().len() as f32;
        let hope = SHARED_HOPE * arrivals / (1.0 + arrivals);
        self.hopes.fill(0.0);
        for partner in partners {
            for &square in &state.offers[partner.symbol] {
                let had = state.bonus(partner.symbol, square);
                for beside in state.board.around(square) {
                    if let Some(hopes) = self.hopes.get_mut(beside) {
                        *hopes += hope * had.min(partner.points) as f32;
                    }
                }
            }
        }
        let mut found = 0;
        self.candidates.clear();
        for &square in &state.open {
            let bonus = state.bonus(symbol, square);
            found = found.max(bonus);
            let open_around = state.open_around[square];
            let loss = state.loss(square) + ROOM * (turns * open_around) as f32;
            let hope = bonus as f32 - loss + self.hopes[square] + raises[open_around];
            self.candidates.push(Candidate { square, loss, hope });
        }
        let better = |one: &Candidate, other: &Candidate| other.hope.total_cmp(&one.hope);
        if most < self.candidates.len() {
            self.candidates.select_nth_unstable_by(most, better);
            self.candidates.truncate(most);
        }
        self.candidates.sort_unstable_by(better);
        found as f32
    }

    /// The best of the candidates; once one was tried, those that cannot
    /// reach `price` are left out.
    fn choose_candidate(&self, symbol: Symbol, price: f32) -> Choice {
        let mut best = Choice {
            square: 0,
            bonus: 0.0,
            gain: f32::NEG_INFINITY,
        };
        for &Candidate { square, loss, hope } in &self.candidates {
            if hope < price && best.gain > f32::NEG_INFINITY {
                break;
            }
            let bonus = self.state.bonus(symbol, square) as f32;
            let gain = self.raises(symbol, square) - loss;
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
    fn raises(&self, symbol: Symbol, square: usize) -> f32 {
        let weight = chance_of_one(self.state.open_around[square]);
        let around = self.state.board.around(square).into_iter();
        let open = around.filter(|&beside| self.state.is_open(beside));
        open.map(|beside| self.raise(symbol, beside, weight)).sum()
    }

    fn raise(&self, symbol: Symbol, square: usize, weight: f32) -> f32 {
        let mut shared = vec![];
        for (index, partner) in self.case.partners(symbol).iter().enumerate() {
            let had = self.state.bonus(partner.symbol, square);
            if had > 0 {
                shared.push(Shared {
                    partner: index,
                    had: had as f32,
                    points: partner.points as f32,
                });
            }
        }
        let prospect = &self.state.prospects[square];
        self.newcomer
            .raise(prospect, weight, &shared, &self.outlook)
    }
}

/// The chance that a symbol's partner comes to a given one of the open squares
/// around the symbol.
fn chance_of_one(open_around: usize) -> f32 {
    match open_around {
        0 | 1 => LAST_CHANCE,
        more => 1.0 / more as f32,
    }
}

impl Strategy for Market {
    fn new_round(&mut self) {
        if self.state.is_played() {
            self.learn();
        }
        self.state.clear();
    }

    fn choose(&mut self, turn: Turn<'_>) -> Option<usize> {
        turn.clock.work(1);
        if turn.turns_left == TURNS {
            let played = (ROUNDS - turn.rounds_left.min(ROUNDS)) as f64 / ROUNDS as f64;
            let due = self.ready + (CLOSING_SHARE - self.ready) * played;
            self.late = turn.clock.progress() > due;
        }
        let square = if turn.clock.is_over() {
            self.play_plainly(turn.symbol, turn.turns_left)?
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
    prospects: Vec<Prospect>,
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
            prospects: vec![Prospect::default(); area],
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
            let around = self.board.around(square);
            around.iter().filter(|&&beside| beside < area).count()
        };
        self.open_around = (0..area).map(inside).collect();
        self.prospects.iter_mut().for_each(Prospect::clear);
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
        for beside in self.board.around(square) {
            if let Some(Some(_)) = self.squares.get(beside) {
                filled += 1;
                free += usize::from(self.open_around[beside] > 1);
            }
        }
        let kept = KEPT * free as f32 / filled.max(1) as f32;
        self.prospects[square].excess() * (1.0 - kept)
    }

    /// Puts a symbol on a square and brings the prospects around it up to date.
    fn place(&mut self, symbol: Symbol, square: usize, case: &Case, outlook: &Outlook) {
        self.fill(symbol, square, case);
        for beside in self.board.around(square) {
            if self.is_open(beside) {
                self.forecast(beside, outlook);
            }
        }
    }

    fn forecast(&mut self, square: usize, outlook: &Outlook) {
        let mut prospect = std::mem::take(&mut self.prospects[square]);
        prospect.look_elsewhere(|symbol| self.elsewhere(symbol, Some(square)));
        prospect.forecast(outlook);
        self.prospects[square] = prospect;
    }

    /// What a symbol can count on finding on the open squares away from `here`.
    fn elsewhere(&self, symbol: Symbol, here: Option<usize>) -> f32 {
        let away = |other| here.map_or(true, |here| self.board.distance(here, other) >= AWAY);
        let mut best = 0.0;
        for &other in &self.offers[symbol] {
            let net = self.bonus(symbol, other) as f32 - self.prospects[other].excess();
            if net > best && away(other) {
                best = net;
            }
        }
        ELSEWHERE * best
    }

    /// Puts a symbol on a square and adds to the bonuses and wishes around it.
    fn fill(&mut self, symbol: Symbol, square: usize, case: &Case) {
        self.squares[square] = Some(symbol);
        if let Ok(index) = self.open.binary_search(&square) {
            self.open.remove(index);
        }
        for &wished in self.prospects[square].symbols() {
            self.offers[wished].retain(|&offer| offer != square);
        }
        let weight = chance_of_one(self.open_around[square]);
        for beside in self.board.around(square) {
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
                self.prospects[beside].wish(partner.symbol, *bonus as f32, value, weight);
            }
        }
    }
}
