//! What an open square may become: the symbols that its neighbours wish for,
//! and how much more than any other square it is worth because of them.

use common::lucky::{Partner, Symbol, TURNS};

/// Turns between two points of a forecast.
pub const STAGE_TURNS: usize = 80;
/// Points of an evaluation; point `i` stands for the turns left from `i * STAGE_TURNS`.
pub const STAGES: usize = TURNS / STAGE_TURNS + 1;

const LANES: usize = 8;
type Lanes = [f32; LANES];

/// What a typical round looks like, and where it stands now.
#[derive(Clone, Debug)]
pub struct RoundProfile {
    /// Going price of an open square, in points, by slice.
    pub price: [f32; STAGES],
    /// Bonus that any symbol finds anyway, in points, by slice.
    pub baseline_bonus: [f32; STAGES],
    /// Expected arrivals of one symbol in a slice.
    pub stage_arrivals: f32,
    /// The present slice.
    pub current_stage: usize,
}

impl RoundProfile {
    /// The bonus above which a symbol of `value` gains by coming to a square
    /// rather than elsewhere, where it finds `alternative` points more than any
    /// symbol does, or nowhere.
    #[inline]
    fn reservation_value(&self, stage: usize, value: f32, alternative: f32) -> f32 {
        let paid = value * (stage * STAGE_TURNS + STAGE_TURNS / 2) as f32;
        max(
            self.baseline_bonus[stage] + alternative,
            self.price[stage] - paid,
        )
    }
}

/// `f32::max` for numbers, in a form that becomes one vector instruction.
#[inline]
fn max(one: f32, other: f32) -> f32 {
    if one > other {
        one
    } else {
        other
    }
}

/// Sum over lanes of what is above `floor`, and how many lanes are.
#[derive(Clone, Copy, Default)]
struct ExcessSum {
    sum: Lanes,
    count: Lanes,
}

impl ExcessSum {
    #[inline]
    fn add(&mut self, lane: usize, premium: f32, weight: f32) {
        let weight = if premium > 0.0 { weight } else { 0.0 };
        self.sum[lane] += weight * premium;
        self.count[lane] += weight;
    }

    fn total(&self) -> (f32, f32) {
        (self.sum.iter().sum(), self.count.iter().sum())
    }
}

/// Wished-for symbols in blocks of lanes; a lane of weight 0 is empty.
#[derive(Clone, Copy, Default)]
struct DemandBlock {
    bonus: Lanes,
    value: Lanes,
    weight: Lanes,
    alternative: Lanes,
}

/// A point of a square's forecast.
#[derive(Clone, Copy, Default)]
struct StageValue {
    /// Excess of the square over the going price.
    premium: f32,
    /// Weight of the symbols that would raise it further.
    demand_weight: f32,
}

/// The prospects of one open square; the default is one without neighbours.
#[derive(Clone, Default)]
pub struct SquareValue {
    symbols: Vec<Symbol>,
    demands: Vec<DemandBlock>,
    path: [StageValue; STAGES],
    premium: f32,
}

impl SquareValue {
    /// Takes all neighbours away.
    pub fn clear(&mut self) {
        self.symbols.clear();
        self.demands.clear();
        self.path = [StageValue::default(); STAGES];
        self.premium = 0.0;
    }

    /// Expected points of the square above the going price, as of the last
    /// [`SquareValue::evaluate`].
    pub fn premium(&self) -> f32 {
        self.premium
    }

    /// The symbols that the neighbours wish for.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// `symbol`, of `value` points a turn, would now find `bonus` points here;
    /// `weight` is the chance that it comes here and not to a rival square.
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

    /// Asks anew what each wished symbol finds elsewhere.
    pub fn update_alternatives(&mut self, alternative: impl Fn(Symbol) -> f32) {
        for (index, &symbol) in self.symbols.iter().enumerate() {
            self.demands[index / LANES].alternative[index % LANES] = alternative(symbol);
        }
    }

    /// Follows the optimal stopping value of the square from the end of the
    /// round back to now: in each slice it rises by the chance of each wished
    /// symbol times what that would bring above it.
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
                self.path[stage] = StageValue {
                    premium,
                    demand_weight,
                };
                // An implicit step: it cannot overshoot the best wish.
                premium +=
                    profile.stage_arrivals * sum / (1.0 + profile.stage_arrivals * demand_weight);
            }
        }
        self.premium = premium;
    }
}

/// A partner of a newcomer that the square wishes for already.
#[derive(Clone, Copy, Debug)]
pub struct SharedPartner {
    /// Its place among the newcomer's partners.
    pub partner: usize,
    /// The bonus it would find without the newcomer.
    pub own_bonus: f32,
    /// What the newcomer adds to it.
    pub points: f32,
}

/// A symbol on offer, ready to be tried beside many squares: what each of its
/// partners would gain there above its bar, by slice.
#[derive(Default)]
pub struct OfferedSymbol {
    gains: Vec<Lanes>,
    /// Blocks of lanes in a slice.
    blocks: usize,
}

impl OfferedSymbol {
    /// Gets ready for a symbol with these partners.
    pub fn prepare(
        &mut self,
        partners: &[Partner],
        values: &[u32],
        alternative: impl Fn(Symbol) -> f32,
        profile: &RoundProfile,
    ) {
        self.blocks = partners.len().div_ceil(LANES);
        self.gains.clear();
        self.gains
            .resize((profile.current_stage + 1) * self.blocks, [f32::MIN; LANES]);
        for (index, partner) in partners.iter().enumerate() {
            let value = values[partner.symbol] as f32;
            let alternative = alternative(partner.symbol);
            for stage in 0..=profile.current_stage {
                let reservation_value = profile.reservation_value(stage, value, alternative);
                let block = stage * self.blocks + index / LANES;
                self.gains[block][index % LANES] = partner.points as f32 - reservation_value;
            }
        }
    }

    /// By how much the newcomer beside a square raises the square's excess, to
    /// first order in what it takes from the wishes that are there.
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
            let mut excess_sum = ExcessSum::default();
            for block in gains {
                for (lane, gain) in block.iter().enumerate() {
                    excess_sum.add(lane, gain - floor, 1.0);
                }
            }
            let (mut sum, mut count) = excess_sum.total();
            let mut demand_weight = at_stage.demand_weight;
            for shared in shared {
                let alone = gains[shared.partner / LANES][shared.partner % LANES] - floor;
                let both = alone + shared.own_bonus;
                sum += max(both, 0.0) - max(alone, 0.0);
                count += f32::from(alone <= 0.0 && both > 0.0);
                // Its old wish is gone.
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

    /// The same recursion turn by turn, for one square and no first orders.
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
    fn a_forecast_follows_the_stopping_value() {
        let profile = profile(1000, 9);
        let demands = [(1500.0, 3.0), (400.0, 0.0), (900.0, 10.0), (20.0, 9.0)];
        let mut square = SquareValue::default();
        for (symbol, &(bonus, value)) in demands.iter().enumerate() {
            square.add_demand(symbol, bonus, value, 0.5);
        }
        square.evaluate(&profile);
        let slow = slow_premium(&demands, 0.5, 1000, 10 * STAGE_TURNS);
        assert!(slow > 50.0);
        assert!(
            (square.premium() / slow - 1.0).abs() < 0.05,
            "{} {slow}",
            square.premium()
        );
    }

    #[test]
    fn a_raise_is_near_the_difference_of_two_forecasts() {
        let profile = profile(1000, 7);
        let values = [3, 0, 10, 9, 5, 7];
        let partner = |symbol, points| Partner { symbol, points };
        let partners = [partner(1, 700), partner(2, 1200), partner(4, 300)];
        let mut offered = OfferedSymbol::default();
        offered.prepare(&partners, &values, |_| 0.0, &profile);
        // The square wishes for 0, 2 and 5 before, and then for 1 and 4 too.
        let mut square = SquareValue::default();
        for (symbol, bonus) in [(0, 800.0), (2, 1000.0), (5, 600.0)] {
            square.add_demand(symbol, bonus, values[symbol] as f32, 0.5);
        }
        square.evaluate(&profile);
        let shared = [SharedPartner {
            partner: 1,
            own_bonus: 1000.0,
            points: 1200.0,
        }];
        let marginal_gain = offered.marginal_gain(&square, 0.5, &shared, &profile);
        let before = square.premium();
        for (symbol, bonus) in [(1, 700.0), (2, 2200.0), (4, 300.0)] {
            square.add_demand(symbol, bonus, values[symbol] as f32, 0.5);
        }
        square.evaluate(&profile);
        let exact = square.premium() - before;
        assert!(exact > 50.0);
        assert!(
            (marginal_gain / exact - 1.0).abs() < 0.05,
            "{marginal_gain} {exact}"
        );
    }
}
