//! Value of an open square: the symbols that would score a bonus there, and the premium that they
//! are expected to bring. The premium is the excess over the price of any open square.
//!
//! A square stays open until a symbol arrives that brings more than waiting, so its premium is an
//! optimal stopping value. It is computed backwards from the end of the round. At each step it
//! rises by a sum over all symbols: the probability of the symbol, times the amount by which its
//! bonus exceeds its reservation value (McCall, 1970) plus the present premium. Time is divided
//! into stages of [`STAGE_TURNS`] turns with implicit Euler steps. Sums run over lanes of eight
//! numbers, which compilers turn into vector instructions.

use common::lucky::{Partner, Symbol, TURNS};

use crate::tuning::bid_price::STAGE_TURNS;

/// Number of stages of a round; stage `i` ends with `i * STAGE_TURNS` turns left.
pub const STAGES: usize = TURNS / STAGE_TURNS + 1;

const LANES: usize = 8;
type Lanes = [f32; LANES];

/// The course of a mean round, by stage.
#[derive(Clone, Debug)]
pub struct RoundProfile {
    /// Price of an open square in each stage, in points.
    pub price: [f32; STAGES],
    /// Bonus that any symbol finds somewhere in each stage, in points.
    pub baseline_bonus: [f32; STAGES],
    /// Expected arrivals of one symbol in a stage.
    pub stage_arrivals: f32,
    pub current_stage: usize,
}

impl RoundProfile {
    /// Returns the bonus, in points, above which a symbol of `value` points per turn gains by using
    /// this square. Otherwise the symbol could be discarded or go to another square, where it finds
    /// `alternative` points more than the baseline.
    #[inline]
    fn reservation_value(&self, stage: usize, value: f32, alternative: f32) -> f32 {
        let paid = value * (stage * STAGE_TURNS + STAGE_TURNS / 2) as f32;
        max(self.baseline_bonus[stage] + alternative, self.price[stage] - paid)
    }
}

/// `f32::max` without the handling of NaN, so that it compiles to one instruction.
#[inline]
fn max(one: f32, other: f32) -> f32 {
    if one > other {
        one
    } else {
        other
    }
}

/// Sums over demands with a positive excess, by lane.
#[derive(Clone, Copy, Default)]
struct ExcessSum {
    /// Sum of weight × excess, in points.
    sum: Lanes,
    weight: Lanes,
}

impl ExcessSum {
    #[inline]
    fn add(&mut self, lane: usize, excess: f32, weight: f32) {
        let weight = if excess > 0.0 { weight } else { 0.0 };
        self.sum[lane] += weight * excess;
        self.weight[lane] += weight;
    }

    #[inline]
    fn total(&self) -> (f32, f32) {
        (sum_lanes(&self.sum), sum_lanes(&self.weight))
    }
}

/// Adds halves, so that compilers need few instructions.
#[inline]
fn sum_lanes(lanes: &Lanes) -> f32 {
    let [a, b, c, d, e, f, g, h] = *lanes;
    let [ae, bf, cg, dh] = [a + e, b + f, c + g, d + h];
    (ae + cg) + (bf + dh)
}

/// Demanded symbols, one per lane. A lane of weight 0 is empty.
#[derive(Clone, Copy, Default)]
struct DemandBlock {
    /// Bonus of the symbol on the square, in points.
    bonus: Lanes,
    /// Value of the symbol, in points per turn.
    value: Lanes,
    /// Probability that the symbol comes to this square when it arrives.
    weight: Lanes,
    /// Points that the symbol finds elsewhere, in addition to the baseline.
    alternative: Lanes,
}

#[derive(Clone, Copy, Default)]
struct StageValue {
    /// Expected points above the price of an open square.
    premium: f32,
    /// Weight of the symbols that bring more than the premium.
    demand_weight: f32,
}

/// An open square: its demands, and the premium that they bring.
#[derive(Clone, Default)]
pub struct SquareValue {
    pub symbols: Vec<Symbol>,
    /// `symbols` in blocks of [`LANES`].
    demands: Vec<DemandBlock>,
    path: [StageValue; STAGES],
    /// Expected points of the square above the price of any open square, as of the last call of
    /// [`SquareValue::evaluate`].
    pub premium: f32,
}

impl SquareValue {
    pub fn clear(&mut self) {
        self.symbols.clear();
        self.demands.clear();
        self.path = [StageValue::default(); STAGES];
        self.premium = 0.0;
    }

    /// Adds the demand for a symbol of `value` points per turn with `bonus` points here. `weight`
    /// is the probability that the symbol comes to this square when it arrives. If the symbol is
    /// already present, its bonus is replaced, and the larger weight is kept.
    pub fn add_demand(&mut self, symbol: Symbol, bonus: f32, value: f32, weight: f32) {
        let known = self.symbols.iter().position(|&other| other == symbol);
        let index = known.unwrap_or_else(|| {
            if self.symbols.len() % LANES == 0 {
                self.demands.push(DemandBlock::default());
            }
            self.symbols.push(symbol);
            self.symbols.len() - 1
        });
        let (demands, lane) = (&mut self.demands[index / LANES], index % LANES);
        demands.bonus[lane] = bonus;
        demands.value[lane] = value;
        demands.weight[lane] = max(demands.weight[lane], weight);
    }

    pub fn update_alternatives(&mut self, alternative: impl Fn(Symbol) -> f32) {
        for (index, &symbol) in self.symbols.iter().enumerate() {
            self.demands[index / LANES].alternative[index % LANES] = alternative(symbol);
        }
    }

    /// Computes the premium by backward induction from the end of the round to the present stage.
    pub fn evaluate(&mut self, profile: &RoundProfile) {
        let mut premium = 0.0;
        if !self.demands.is_empty() {
            for stage in 0..=profile.current_stage {
                let mut excess_sum = ExcessSum::default();
                for demands in &self.demands {
                    for lane in 0..LANES {
                        let reservation_value = profile.reservation_value(
                            stage,
                            demands.value[lane],
                            demands.alternative[lane],
                        );
                        let gain = demands.bonus[lane] - reservation_value - premium;
                        excess_sum.add(lane, gain, demands.weight[lane]);
                    }
                }
                let (sum, demand_weight) = excess_sum.total();
                self.path[stage] = StageValue { premium, demand_weight };
                // An implicit step cannot overshoot the best demand.
                premium +=
                    profile.stage_arrivals * sum / (1.0 + profile.stage_arrivals * demand_weight);
            }
        }
        self.premium = premium;
    }
}

/// A partner of an arrival that already scores a bonus on the square.
#[derive(Clone, Copy, Debug)]
pub struct SharedPartner {
    /// Index in the list of the arrival's partners.
    pub partner: usize,
    /// Bonus of the partner on the square without the arrival, in points.
    pub own_bonus: f32,
    /// Bonus that the arrival adds, in points.
    pub points: f32,
}

/// Gains of the partners of an arrival, prepared for trials of the arrival next to many squares. A
/// gain is the excess of a partner's bonus over its reservation value, in points.
#[derive(Default)]
pub struct PartnerGains {
    /// Stages × `blocks` gains; lanes without a partner have `f32::MIN`.
    gains: Vec<Lanes>,
    blocks: usize,
    /// The largest gain of each stage.
    largest: [f32; STAGES],
}

impl PartnerGains {
    /// Prepares a symbol with these partners. `alternative` returns the points that a partner finds
    /// elsewhere, in addition to the baseline.
    pub fn prepare(
        &mut self,
        partners: &[Partner],
        values: &[u32],
        alternative: impl Fn(Symbol) -> f32,
        profile: &RoundProfile,
    ) {
        self.blocks = partners.len().div_ceil(LANES);
        self.gains.clear();
        self.gains.resize((profile.current_stage + 1) * self.blocks, [f32::MIN; LANES]);
        self.largest = [f32::MIN; STAGES];
        for (index, partner) in partners.iter().enumerate() {
            let value = values[partner.symbol.index()] as f32;
            let alternative = alternative(partner.symbol);
            for stage in 0..=profile.current_stage {
                let reservation_value = profile.reservation_value(stage, value, alternative);
                let gain = partner.points as f32 - reservation_value;
                self.gains[stage * self.blocks + index / LANES][index % LANES] = gain;
                self.largest[stage] = max(self.largest[stage], gain);
            }
        }
    }

    /// Returns the marginal gain of a square's premium if the symbol is placed next to the square.
    /// The result is linearised: it assumes that the new partners change demand little. `weight` is
    /// the probability that a partner comes to this square.
    pub fn marginal_gain(
        &self,
        square: &SquareValue,
        weight: f32,
        shared: &[SharedPartner],
        profile: &RoundProfile,
    ) -> f32 {
        let mut marginal_gain = 0.0;
        for stage in 0..=profile.current_stage {
            let at_stage = square.path[stage];
            let floor = at_stage.premium + marginal_gain;
            let gains = &self.gains[stage * self.blocks..(stage + 1) * self.blocks];
            let (mut sum, mut count) = (0.0, 0.0);
            if self.largest[stage] > floor {
                let (mut sums, mut counts) = (Lanes::default(), [0; LANES]);
                for block in gains {
                    for lane in 0..LANES {
                        sums[lane] += max(block[lane] - floor, 0.0);
                        counts[lane] += i32::from(block[lane] > floor);
                    }
                }
                sum = sum_lanes(&sums);
                count = counts.iter().sum::<i32>() as f32;
            }
            let mut demand_weight = at_stage.demand_weight;
            for shared in shared {
                let alone = gains[shared.partner / LANES][shared.partner % LANES] - floor;
                let both = alone + shared.own_bonus;
                sum += max(both, 0.0) - max(alone, 0.0);
                count += f32::from(alone <= 0.0 && both > 0.0);
                // The new bonus replaces the old demand.
                let old = both - shared.points + marginal_gain;
                if old > 0.0 {
                    sum -= old;
                    demand_weight -= weight;
                }
            }
            let rise = profile.stage_arrivals * (weight * sum - demand_weight * marginal_gain);
            marginal_gain +=
                rise / (1.0 + profile.stage_arrivals * (weight * count + demand_weight));
        }
        marginal_gain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(symbols: usize, current_stage: usize) -> RoundProfile {
        RoundProfile {
            price: std::array::from_fn(|stage| 40.0 * stage as f32),
            baseline_bonus: [30.0; STAGES],
            stage_arrivals: STAGE_TURNS as f32 / symbols as f32,
            current_stage,
        }
    }

    /// The same recursion turn by turn, with explicit steps.
    fn slow_premium(demands: &[(f32, f32)], weight: f32, symbols: usize, turns: usize) -> f32 {
        let profile = profile(symbols, 0);
        let mut premium = 0.0f32;
        for turn in 0..turns {
            let stage = turn / STAGE_TURNS;
            let middle = (stage * STAGE_TURNS + STAGE_TURNS / 2) as f32;
            let rise: f32 = demands
                .iter()
                .map(|&(bonus, value)| {
                    let reservation_value =
                        profile.baseline_bonus[stage].max(profile.price[stage] - value * middle);
                    (bonus - reservation_value - premium).max(0.0)
                })
                .sum();
            premium += rise * weight / symbols as f32;
        }
        premium
    }

    #[test]
    fn a_premium_follows_the_stopping_value() {
        let profile = profile(1000, 9);
        let demands = [(1500.0, 3.0), (400.0, 0.0), (900.0, 10.0), (20.0, 9.0)];
        let mut square = SquareValue::default();
        for (symbol, &(bonus, value)) in (0..).map(Symbol::new).zip(&demands) {
            square.add_demand(symbol, bonus, value, 0.5);
        }
        square.evaluate(&profile);
        let slow = slow_premium(&demands, 0.5, 1000, 10 * STAGE_TURNS);
        assert!(slow > 50.0);
        let is_right = (square.premium / slow - 1.0).abs() < 0.05;
        assert!(is_right, "{} {slow}", square.premium);
    }

    #[test]
    fn a_marginal_gain_is_near_the_difference_of_two_premiums() {
        let profile = profile(1000, 7);
        let values = [3, 0, 10, 9, 5, 7];
        let partner = |number, points| Partner { symbol: Symbol::new(number), points };
        let partners = [partner(1, 700), partner(2, 1200), partner(4, 300)];
        let mut partner_gains = PartnerGains::default();
        partner_gains.prepare(&partners, &values, |_| 0.0, &profile);
        // The square has demand for the symbols 0, 2 and 5, then also for 1 and 4.
        let mut square = SquareValue::default();
        for (number, bonus) in [(0, 800.0), (2, 1000.0), (5, 600.0)] {
            let value = values[usize::from(number)] as f32;
            square.add_demand(Symbol::new(number), bonus, value, 0.5);
        }
        square.evaluate(&profile);
        let shared = [SharedPartner { partner: 1, own_bonus: 1000.0, points: 1200.0 }];
        let marginal_gain = partner_gains.marginal_gain(&square, 0.5, &shared, &profile);
        let before = square.premium;
        for (number, bonus) in [(1, 700.0), (2, 2200.0), (4, 300.0)] {
            let value = values[usize::from(number)] as f32;
            square.add_demand(Symbol::new(number), bonus, value, 0.5);
        }
        square.evaluate(&profile);
        let exact = square.premium - before;
        assert!(exact > 50.0);
        let is_right = (marginal_gain / exact - 1.0).abs() < 0.05;
        assert!(is_right, "{marginal_gain} {exact}");
    }
}
