//! What an open square may become: the symbols that its neighbours wish for,
//! and how much more than any other square it is worth because of them.

use common::lucky::{Partner, Symbol, TURNS};

/// Turns between two points of a forecast.
pub const SLICE: usize = 80;
/// Points of a forecast; point `i` stands for the turns left from `i * SLICE`.
pub const SLICES: usize = TURNS / SLICE + 1;

const LANES: usize = 8;
type Lanes = [f32; LANES];

/// What a typical round looks like, and where it stands now.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Going price of an open square, in points, by slice.
    pub price: [f32; SLICES],
    /// Bonus that any symbol finds anyway, in points, by slice.
    pub going: [f32; SLICES],
    /// Expected arrivals of one symbol in a slice.
    pub arrivals: f32,
    /// The present slice.
    pub now: usize,
}

impl Outlook {
    /// The bonus above which a symbol of `value` gains by coming to a square
    /// rather than elsewhere, where it finds `elsewhere` points more than any
    /// symbol does, or nowhere.
    #[inline]
    fn bar(&self, slice: usize, value: f32, elsewhere: f32) -> f32 {
        let paid = value * (slice * SLICE + SLICE / 2) as f32;
        higher(self.going[slice] + elsewhere, self.price[slice] - paid)
    }
}

/// `f32::max` for numbers, in a form that becomes one vector instruction.
#[inline]
fn higher(one: f32, other: f32) -> f32 {
    if one > other {
        one
    } else {
        other
    }
}

/// Sum over lanes of what is above `floor`, and how many lanes are.
#[derive(Clone, Copy, Default)]
struct Above {
    sum: Lanes,
    count: Lanes,
}

impl Above {
    #[inline]
    fn add(&mut self, lane: usize, excess: f32, weight: f32) {
        let weight = if excess > 0.0 { weight } else { 0.0 };
        self.sum[lane] += weight * excess;
        self.count[lane] += weight;
    }

    fn total(&self) -> (f32, f32) {
        (self.sum.iter().sum(), self.count.iter().sum())
    }
}

/// Wished-for symbols in blocks of lanes; a lane of weight 0 is empty.
#[derive(Clone, Copy, Default)]
struct Wishes {
    bonus: Lanes,
    value: Lanes,
    weight: Lanes,
    elsewhere: Lanes,
}

/// A point of a square's forecast.
#[derive(Clone, Copy, Default)]
struct Point {
    /// Excess of the square over the going price.
    excess: f32,
    /// Weight of the symbols that would raise it further.
    pull: f32,
}

/// The prospects of one open square; the default is one without neighbours.
#[derive(Clone, Default)]
pub struct Prospect {
    symbols: Vec<Symbol>,
    wishes: Vec<Wishes>,
    path: [Point; SLICES],
    excess: f32,
}

impl Prospect {
    /// Takes all neighbours away.
    pub fn clear(&mut self) {
        self.symbols.clear();
        self.wishes.clear();
        self.path = [Point::default(); SLICES];
        self.excess = 0.0;
    }

    /// Expected points of the square above the going price, as of the last
    /// [`Prospect::forecast`].
    pub fn excess(&self) -> f32 {
        self.excess
    }

    /// The symbols that the neighbours wish for.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// `symbol`, of `value` points a turn, would now find `bonus` points here;
    /// `weight` is the chance that it comes here and not to a rival square.
    pub fn wish(&mut self, symbol: Symbol, bonus: f32, value: f32, weight: f32) {
        let known = self.symbols.iter().position(|&other| other == symbol);
        let index = known.unwrap_or_else(|| {
            if self.symbols.len() % LANES == 0 {
                self.wishes.push(Wishes::default());
            }
            self.symbols.push(symbol);
            self.symbols.len() - 1
        });
        let (wishes, lane) = (&mut self.wishes[index / LANES], index % LANES);
        wishes.bonus[lane] = bonus;
        wishes.value[lane] = value;
        wishes.weight[lane] = higher(wishes.weight[lane], weight);
    }

    /// Asks anew what each wished symbol finds elsewhere.
    pub fn look_elsewhere(&mut self, elsewhere: impl Fn(Symbol) -> f32) {
        for (index, &symbol) in self.symbols.iter().enumerate() {
            self.wishes[index / LANES].elsewhere[index % LANES] = elsewhere(symbol);
        }
    }

    /// Follows the optimal stopping value of the square from the end of the
    /// round back to now: in each slice it rises by the chance of each wished
    /// symbol times what that would bring above it.
    pub fn forecast(&mut self, outlook: &Outlook) {
        let mut excess = 0.0;
        if !self.wishes.is_empty() {
            for slice in 0..=outlook.now {
                let mut above = Above::default();
                for wishes in &self.wishes {
                    for lane in 0..LANES {
                        let bar = outlook.bar(slice, wishes.value[lane], wishes.elsewhere[lane]);
                        let gain = wishes.bonus[lane] - bar - excess;
                        above.add(lane, gain, wishes.weight[lane]);
                    }
                }
                let (sum, pull) = above.total();
                self.path[slice] = Point { excess, pull };
                // An implicit step: it cannot overshoot the best wish.
                excess += outlook.arrivals * sum / (1.0 + outlook.arrivals * pull);
            }
        }
        self.excess = excess;
    }
}

/// A partner of a newcomer that the square wishes for already.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// Its place among the newcomer's partners.
    pub partner: usize,
    /// The bonus it would find without the newcomer.
    pub had: f32,
    /// What the newcomer adds to it.
    pub points: f32,
}

/// A symbol on offer, ready to be tried beside many squares: what each of its
/// partners would gain there above its bar, by slice.
#[derive(Default)]
pub struct Newcomer {
    gains: Vec<Lanes>,
    /// Blocks of lanes in a slice.
    blocks: usize,
}

impl Newcomer {
    /// Gets ready for a symbol with these partners.
    pub fn prepare(
        &mut self,
        partners: &[Partner],
        values: &[u32],
        elsewhere: impl Fn(Symbol) -> f32,
        outlook: &Outlook,
    ) {
        self.blocks = partners.len().div_ceil(LANES);
        self.gains.clear();
        self.gains
            .resize((outlook.now + 1) * self.blocks, [f32::MIN; LANES]);
        for (index, partner) in partners.iter().enumerate() {
            let value = values[partner.symbol] as f32;
            let elsewhere = elsewhere(partner.symbol);
            for slice in 0..=outlook.now {
                let bar = outlook.bar(slice, value, elsewhere);
                let block = slice * self.blocks + index / LANES;
                self.gains[block][index % LANES] = partner.points as f32 - bar;
            }
        }
    }

    /// By how much the newcomer beside a square raises the square's excess, to
    /// first order in what it takes from the wishes that are there.
    pub fn raise(
        &self,
        square: &Prospect,
        weight: f32,
        shared: &[Shared],
        outlook: &Outlook,
    ) -> f32 {
        let mut raise = 0.0;
        for slice in 0..=outlook.now {
            let point = square.path[slice];
            let floor = point.excess + raise;
            let gains = &self.gains[slice * self.blocks..(slice + 1) * self.blocks];
            let mut above = Above::default();
            for block in gains {
                for (lane, gain) in block.iter().enumerate() {
                    above.add(lane, gain - floor, 1.0);
                }
            }
            let (mut sum, mut count) = above.total();
            let mut pull = point.pull;
            for shared in shared {
                let alone = gains[shared.partner / LANES][shared.partner % LANES] - floor;
                let both = alone + shared.had;
                sum += higher(both, 0.0) - higher(alone, 0.0);
                count += f32::from(alone <= 0.0 && both > 0.0);
                // Its old wish is gone.
                let old = both - shared.points + raise;
                if old > 0.0 {
                    sum -= old;
                    pull -= weight;
                }
            }
            let rise = outlook.arrivals * (weight * sum - pull * raise);
            raise += rise / (1.0 + outlook.arrivals * (weight * count + pull));
        }
        raise
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlook(symbols: usize, now: usize) -> Outlook {
        Outlook {
            price: std::array::from_fn(|slice| 40.0 * slice as f32),
            going: [30.0; SLICES],
            arrivals: SLICE as f32 / symbols as f32,
            now,
        }
    }

    /// The same recursion turn by turn, for one square and no first orders.
    fn slow_excess(wishes: &[(f32, f32)], weight: f32, symbols: usize, turns: usize) -> f32 {
        let outlook = outlook(symbols, 0);
        let mut excess = 0.0f32;
        for turn in 0..turns {
            let slice = turn / SLICE;
            let middle = (slice * SLICE + SLICE / 2) as f32;
            let rise: f32 = wishes
                .iter()
                .map(|&(bonus, value)| {
                    let bar = outlook.going[slice].max(outlook.price[slice] - value * middle);
                    (bonus - bar - excess).max(0.0)
                })
                .sum();
            excess += rise * weight / symbols as f32;
        }
        excess
    }

    #[test]
    fn a_forecast_follows_the_stopping_value() {
        let outlook = outlook(1000, 9);
        let wishes = [(1500.0, 3.0), (400.0, 0.0), (900.0, 10.0), (20.0, 9.0)];
        let mut square = Prospect::default();
        for (symbol, &(bonus, value)) in wishes.iter().enumerate() {
            square.wish(symbol, bonus, value, 0.5);
        }
        square.forecast(&outlook);
        let slow = slow_excess(&wishes, 0.5, 1000, 10 * SLICE);
        assert!(slow > 50.0);
        assert!(
            (square.excess() / slow - 1.0).abs() < 0.05,
            "{} {slow}",
            square.excess()
        );
    }

    #[test]
    fn a_raise_is_near_the_difference_of_two_forecasts() {
        let outlook = outlook(1000, 7);
        let values = [3, 0, 10, 9, 5, 7];
        let partner = |symbol, points| Partner { symbol, points };
        let partners = [partner(1, 700), partner(2, 1200), partner(4, 300)];
        let mut newcomer = Newcomer::default();
        newcomer.prepare(&partners, &values, |_| 0.0, &outlook);
        // The square wishes for 0, 2 and 5 before, and then for 1 and 4 too.
        let mut square = Prospect::default();
        for (symbol, bonus) in [(0, 800.0), (2, 1000.0), (5, 600.0)] {
            square.wish(symbol, bonus, values[symbol] as f32, 0.5);
        }
        square.forecast(&outlook);
        let shared = [Shared {
            partner: 1,
            had: 1000.0,
            points: 1200.0,
        }];
        let raise = newcomer.raise(&square, 0.5, &shared, &outlook);
        let before = square.excess();
        for (symbol, bonus) in [(1, 700.0), (2, 2200.0), (4, 300.0)] {
            square.wish(symbol, bonus, values[symbol] as f32, 0.5);
        }
        square.forecast(&outlook);
        let exact = square.excess() - before;
        assert!(exact > 50.0);
        assert!((raise / exact - 1.0).abs() < 0.05, "{raise} {exact}");
    }
}
