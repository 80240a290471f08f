//! Gradient descent towards Lagrange multipliers that make the bound small.

use super::columns::Columns;
use super::multipliers::{AtKnots, KNOTS, Knots, LagrangeMultipliers};
use super::smooth::{RowGains, RowWeights, StageGains, add, softmax, take};
use super::time_knots::{TimeKnots, ZERO};

/// Decay rates of the means of the gradient and of its square (Adam: Kingma and Ba, 2015).
const MOMENTUM: f32 = 0.9;
const MEMORY: f32 = 0.99;

/// Added to the root mean square of the gradient. A gradient below this size makes shorter steps.
const SMALL: f32 = 0.01;

/// Step lengths at the start and at the end of the descent, relative to the price of the first
/// slot. The first pair is for multipliers of turns, the second pair for all others.
const TURN_RATE: [f32; 2] = [0.01, 0.0005];
const OTHER_RATE: [f32; 2] = [0.015, 0.0006];

/// Temperatures at the start and at the end, in the same unit.
const TEMPERATURE: [f32; 2] = [0.02, 0.0001];

/// Gain, in units of the temperature, at which a service is performed with probability one half.
/// Most services gain nothing; with 0 here they would together outweigh the few that gain.
const IDLE: f32 = 6.0;

#[derive(Clone, Copy)]
struct Moments {
    mean: AtKnots,
    square: AtKnots,
}

impl Moments {
    const NONE: Moments = Moments { mean: ZERO, square: ZERO };

    /// Moves multipliers by about `rate` against the gradient.
    fn step(&mut self, multipliers: &mut AtKnots, gradient: &AtKnots, rate: f32, unbias: [f32; 2]) {
        let rate = rate * unbias[0];
        for knot in 0..KNOTS {
            let gradient = gradient[knot];
            let mean = MOMENTUM * self.mean[knot] + (1.0 - MOMENTUM) * gradient;
            let square = MEMORY * self.square[knot] + (1.0 - MEMORY) * gradient * gradient;
            self.mean[knot] = mean;
            self.square[knot] = square;
            let step = rate * mean / ((square * unbias[1]).sqrt() + SMALL);
            multipliers[knot] = (multipliers[knot] - step).max(0.0);
        }
    }
}

pub(super) struct Descent<'a> {
    columns: &'a Columns,
    pub multipliers: LagrangeMultipliers,
    time: TimeKnots,
    /// The rows at the last multipliers, and the weights of the columns. These determine the
    /// gradient.
    rows: RowGains,
    weights: RowWeights,
    stages: StageGains,
    /// The price of the first slot at the start, points: the unit of steps and temperatures.
    unit: f32,
    turn: Moments,
    precedences: Vec<Moments>,
    blockings: Vec<Moments>,
    couplings: Vec<Moments>,
    powers: [f32; 2],
}

impl<'a> Descent<'a> {
    /// Starts at these prices of slots, in points, and multipliers of 0 for all other rows.
    pub fn new(columns: &'a Columns, turns: Vec<f32>) -> Descent<'a> {
        let busy = turns.iter().filter(|&&price| price > 0.0).count();
        let knots = Knots::new(columns.slots, busy + busy / 3 + 8);
        let time = TimeKnots::new(&knots, columns.slots);
        let turn = knots.at.map(|slot| turns[slot]);
        let zeros = |count: usize| vec![ZERO; count];
        let none = |count: usize| vec![Moments::NONE; count];
        let (precedences, blockings, services) =
            (columns.precedences.len(), columns.blockings.len(), columns.services.len());
        Descent {
            columns,
            rows: RowGains::new(columns, &time),
            weights: RowWeights::none(columns),
            stages: StageGains::default(),
            time,
            unit: turn[0].max(1.0),
            multipliers: LagrangeMultipliers {
                knots,
                turn,
                precedences: zeros(precedences),
                blockings: zeros(blockings),
                couplings: zeros(services),
            },
            turn: Moments::NONE,
            precedences: none(precedences),
            blockings: none(blockings),
            couplings: none(services),
            powers: [1.0; 2],
        }
    }

    /// Makes one step at `progress` of the descent, 0 to 1.
    pub fn step(&mut self, progress: f32) {
        let now = |[start, end]: [f32; 2]| self.unit * geometric(start, end, progress);
        let (rate, other_rate) = (now(TURN_RATE), now(OTHER_RATE));
        let temperature = now(TEMPERATURE);
        self.softmax(temperature);
        self.powers[0] *= MOMENTUM;
        self.powers[1] *= MEMORY;
        let unbias = self.powers.map(|power| 1.0 / (1.0 - power));
        let time = &self.time;
        let weights = &mut self.weights;
        let mut gradient: AtKnots =
            std::array::from_fn(|knot| time.capacity[knot] - weights.turn[knot]);
        self.turn.step(&mut self.multipliers.turn, &gradient, rate, unbias);
        let couplings = self.multipliers.couplings.iter_mut().zip(&mut self.couplings);
        for ((price, moments), weight) in couplings.zip(&weights.services) {
            moments.step(price, weight, other_rate, unbias);
        }
        let blockings = self.multipliers.blockings.iter_mut().zip(&mut self.blockings);
        for (((price, moments), weight), &event) in
            blockings.zip(&weights.blockings).zip(&self.columns.blockings)
        {
            // A block cannot be stopped in this slot or later if its stopper has left by then, so
            // the two weights sum to at most 1.
            let stopped = time.one_later(weight);
            let mut later: f32 = stopped.iter().sum();
            let mut left = 0.0;
            gradient = ZERO;
            for knot in 0..time.used {
                later -= stopped[knot];
                left += weights.events[event][knot];
                gradient[knot] = 1.0 - later - left;
            }
            moments.step(price, &gradient, other_rate, unbias);
        }
        for event in &mut weights.events {
            *event = sums_up_to(&time.one_later(event));
        }
        let precedences = self.multipliers.precedences.iter_mut().zip(&mut self.precedences);
        for (((price, moments), weight), &event) in
            precedences.zip(&weights.precedences).zip(&self.columns.precedences)
        {
            let done = sums_up_to(weight);
            for knot in 0..KNOTS {
                gradient[knot] = weights.events[event][knot] - done[knot];
            }
            gradient[time.used..].fill(0.0);
            moments.step(price, &gradient, other_rate, unbias);
        }
    }

    /// Sets the weights of all columns and services at the present multipliers.
    fn softmax(&mut self, temperature: f32) {
        let (columns, time) = (self.columns, &self.time);
        let (rows, weights) = (&mut self.rows, &mut self.weights);
        rows.read(columns, time, &self.multipliers);
        weights.clear();
        for stages in &columns.blocks {
            self.stages.choose(stages, time, rows, temperature, weights);
        }
        for (service, coupling) in rows.services.iter().enumerate() {
            let event = columns.service_event(service);
            let mut gain = rows.events[event];
            take(&mut gain, coupling);
            gain.iter_mut().for_each(|gain| *gain -= IDLE * temperature);
            let mut alternatives = vec![((), gain)];
            softmax(&mut alternatives, time.used, temperature);
            for (_, weight) in &alternatives {
                add(&mut weights.events[event], weight);
                take(&mut weights.services[service], weight);
            }
        }
    }
}

fn sums_up_to(values: &AtKnots) -> AtKnots {
    let mut sums = *values;
    for knot in 1..KNOTS {
        sums[knot] += sums[knot - 1];
    }
    sums
}

fn geometric(start: f32, end: f32, progress: f32) -> f32 {
    // Only square roots and products are used, because `powf` differs between machines.
    let mut value = start;
    let mut ratio = end / start;
    let mut rest = progress;
    for _ in 0..16 {
        ratio = ratio.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            rest -= 1.0;
            value *= ratio;
        }
    }
    value
}
