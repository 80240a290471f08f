//! Chooses the modes of one block. First the gains are computed turn by turn, then the weights of
//! the modes are traced back to all earlier turns.

use super::modes::{Axis, Block, CornerFall, Event, FirstTurn, Precedences, Stop};
use super::multipliers::AtKnots;
use super::payments::Payments;
use super::softmax::{add, add_by_choice, softmax, take, BestGain, Candidates, SoftmaxWeights};
use super::time_knots::{Before, TimeKnots, NEG_INF, ZERO};

/// A mode, identified by its last turn.
#[derive(Clone, Copy)]
enum Mode {
    /// One turn along this line, without a fall.
    Touch(Axis),
    /// One turn that ends with this fall.
    Fall(usize),
    /// A turn along a line, then this fall.
    Line(usize),
    /// A turn that ends before the border or a block, then this fall across it.
    Corner(usize),
    /// Two charged turns, the first along this line, without a fall.
    Twice(Axis),
    /// Two or three charged turns, the first along this line, then a fall.
    Three(Axis),
}

#[derive(Default)]
pub(super) struct Scratch {
    candidates: Candidates<Mode>,
    starts: Starts,
}

/// By way and number of precedence constraints, the gains of first turns; later their weights.
type Starts = Vec<Vec<[AtKnots; 2]>>;

/// Gains of the turns before the last one. Each is the best gain at all earlier knots.
struct Earlier {
    once: [BestGain; 2],
    /// By axis, the best gain of an earlier first turn.
    before: [Before; 2],
    /// By corner fall, the best gain of its first turn.
    corner_falls: Vec<Before>,
    further: [Further; 2],
    couplings: [BestGain; 2],
}

/// The turns along a line after the first one.
struct Further {
    second: Before,
    /// The best gain before the last turn, with the number of charged turns, 3 or 4.
    ready: BestGain,
    third: Before,
}

struct PaidBlock<'a> {
    payments: &'a Payments<'a>,
    block: &'a Block,
    /// Payments for the block's first turn.
    touched: AtKnots,
    /// By axis, payments for leaving the original line.
    left: [AtKnots; 2],
    /// Gain of a fall, minus the price of the turn.
    last: AtKnots,
}

/// Chooses the modes of a block and adds their weights.
pub(super) fn choose(
    payments: &Payments,
    index: usize,
    temperature: f32,
    weights: &mut SoftmaxWeights,
    scratch: &mut Scratch,
) {
    let Scratch { candidates, starts } = scratch;
    candidates.clear();
    let earlier = PaidBlock::new(payments, index).gains(starts, candidates);
    softmax(candidates, payments.time.used, temperature);
    let mut tracing = Tracing {
        time: &payments.time,
        block: &payments.modes.blocks[index],
        index,
        earlier: &earlier,
        starts,
        weights,
        once: [ZERO; 2],
        second: [ZERO; 2],
        third: [ZERO; 2],
    };
    for (mode, weight) in candidates.iter() {
        tracing.mode(*mode, weight);
    }
    for axis in Axis::BOTH {
        tracing.line(axis);
        tracing.first_turns(axis);
    }
    tracing.ways();
}

impl<'a> PaidBlock<'a> {
    fn new(payments: &'a Payments<'a>, index: usize) -> PaidBlock<'a> {
        let block = &payments.modes.blocks[index];
        let worth = block.worth as f32;
        let mut last = payments
            .time
            .turn_multiplier
            .map(|turn_multiplier| worth * turn_multiplier);
        take(&mut last, &payments.turn);
        PaidBlock {
            payments,
            block,
            touched: payments.rewards[Event::Touched.of(index)],
            left: Axis::BOTH.map(|axis| payments.rewards[Event::Left(axis).of(index)]),
            last,
        }
    }

    fn gains(&self, starts: &mut Starts, candidates: &mut Candidates<Mode>) -> Earlier {
        self.starts(starts);
        let mut once = [BestGain::of_none(NEG_INF); 2];
        for (number, first) in self.block.firsts.iter().enumerate() {
            let axis = self.block.ways[first.way].axis as usize;
            once[axis].raise(&self.start(starts, first), number as u32);
        }
        let before = [0, 1].map(|axis| self.payments.time.best_before(&once[axis].gain));
        candidates.extend(Axis::BOTH.map(|axis| (Mode::Touch(axis), once[axis as usize].gain)));
        self.falls(&before, candidates);
        let corner_falls = self
            .block
            .corner_falls
            .iter()
            .enumerate()
            .map(|(number, corner)| self.corner_fall(starts, number, corner, candidates));
        Earlier {
            once,
            corner_falls: corner_falls.collect(),
            further: Axis::BOTH.map(|axis| self.further(axis, &before, candidates)),
            before,
            couplings: self.payments.best_couplings,
        }
    }

    fn starts(&self, starts: &mut Starts) {
        starts.iter_mut().for_each(Vec::clear);
        starts.resize(starts.len().max(self.block.ways.len()), Vec::new());
        for (way, starts) in self.block.ways.iter().zip(starts) {
            let mut gain = self.touched;
            add(&mut gain, &self.left[way.axis.across() as usize]);
            take(&mut gain, &self.payments.turn);
            starts.push([gain, ZERO]);
            for precedence in way.precedences.clone() {
                take(&mut gain, &self.payments.precedences[precedence]);
                starts.push([gain, ZERO]);
            }
        }
    }

    fn start(&self, starts: &Starts, first: &FirstTurn) -> AtKnots {
        let mut gain = starts[first.way][first.crossed][0];
        if let Some(service) = first.serves {
            add(&mut gain, &self.payments.couplings[service]);
        }
        gain
    }

    fn falls(&self, before: &[Before; 2], candidates: &mut Candidates<Mode>) {
        for (number, fall) in self.block.falls.iter().enumerate() {
            let mut gain = self.last;
            add(&mut gain, &self.left[fall.axis as usize]);
            self.pay(&mut gain, &fall.precedences);
            let mut line = gain;
            add(&mut line, &before[fall.axis as usize].gain);
            candidates.push((Mode::Line(number), line));
            add(&mut gain, &self.touched);
            add(&mut gain, &self.left[fall.axis.across() as usize]);
            candidates.push((Mode::Fall(number), gain));
        }
    }

    /// Lists the mode of a corner fall; returns the best gains of its first turn.
    fn corner_fall(
        &self,
        starts: &Starts,
        number: usize,
        corner: &CornerFall,
        candidates: &mut Candidates<Mode>,
    ) -> Before {
        let mut first = self.start(starts, &corner.first);
        match corner.stop {
            Stop::Free => {}
            Stop::Service(precedence) => take(&mut first, &self.payments.precedences[precedence]),
            Stop::Blocking(blocking) => take(&mut first, &self.payments.blockings[blocking]),
        }
        let before = self.payments.time.best_before(&first);
        let axis = self.block.ways[corner.first.way].axis;
        let mut gain = self.last;
        add(&mut gain, &self.left[axis as usize]);
        add(&mut gain, &before.gain);
        self.pay(&mut gain, &corner.entry);
        candidates.push((Mode::Corner(number), gain));
        before
    }

    fn further(
        &self,
        axis: Axis,
        before: &[Before; 2],
        candidates: &mut Candidates<Mode>,
    ) -> Further {
        let time = &self.payments.time;
        let [any_coupling, line_coupling] = &self.payments.best_couplings;
        let mut second = before[axis as usize].gain;
        add(&mut second, &self.left[axis as usize]);
        take(&mut second, &self.payments.turn);
        let mut ready = BestGain::of_none(NEG_INF);
        let mut gain = second;
        add(&mut gain, &line_coupling.gain);
        ready.raise(&gain, 3);
        add(&mut second, &any_coupling.gain);
        candidates.push((Mode::Twice(axis), second));
        let second = time.best_before(&second);
        let mut third = second.gain;
        take(&mut third, &self.payments.turn);
        add(&mut third, &line_coupling.gain);
        ready.raise(&third, 4);
        let third = time.best_before(&ready.gain);
        if self.block.worth > 0 {
            let mut gain = self.last;
            add(&mut gain, &third.gain);
            candidates.push((Mode::Three(axis), gain));
        }
        Further {
            second,
            ready,
            third,
        }
    }

    fn pay(&self, gain: &mut AtKnots, precedences: &Precedences) {
        for price in &self.payments.precedences[precedences.clone()] {
            take(gain, price);
        }
    }
}

/// Traces the weights of a block's modes back to its first turns.
struct Tracing<'a> {
    time: &'a TimeKnots,
    block: &'a Block,
    index: usize,
    earlier: &'a Earlier,
    starts: &'a mut Starts,
    weights: &'a mut SoftmaxWeights,
    once: [AtKnots; 2],
    second: [AtKnots; 2],
    /// By axis, weights of the turn before the last, unless that is the first turn.
    third: [AtKnots; 2],
}

impl Tracing<'_> {
    /// Adds the weight of a mode to its last turn and to the turn before that one.
    fn mode(&mut self, mode: Mode, weight: &AtKnots) {
        match mode {
            Mode::Touch(axis) => return add(&mut self.once[axis as usize], weight),
            Mode::Fall(number) => {
                for event in Event::ALL {
                    self.happens(event, weight);
                }
                self.precedence(&self.block.falls[number].precedences, weight);
            }
            Mode::Line(number) => {
                let fall = &self.block.falls[number];
                self.happens(Event::Left(fall.axis), weight);
                self.precedence(&fall.precedences, weight);
                let axis = fall.axis as usize;
                let before = &self.earlier.before[axis];
                self.time.trace(before, weight, &mut self.once[axis]);
            }
            Mode::Corner(number) => self.corner_fall(number, weight),
            Mode::Twice(axis) => {
                add_by_choice(
                    &mut self.weights.couplings,
                    &self.earlier.couplings[0],
                    weight,
                );
                add(&mut self.second[axis as usize], weight);
            }
            Mode::Three(axis) => {
                let third = &self.earlier.further[axis as usize].third;
                self.time
                    .trace(third, weight, &mut self.third[axis as usize]);
            }
        }
        add(&mut self.weights.turns, weight);
    }

    fn corner_fall(&mut self, number: usize, weight: &AtKnots) {
        let corner = &self.block.corner_falls[number];
        self.happens(Event::Left(self.block.ways[corner.first.way].axis), weight);
        self.precedence(&corner.entry, weight);
        let mut first = ZERO;
        self.time
            .trace(&self.earlier.corner_falls[number], weight, &mut first);
        match corner.stop {
            Stop::Free => {}
            Stop::Service(precedence) => add(&mut self.weights.precedences[precedence], &first),
            Stop::Blocking(blocking) => add(&mut self.weights.blockings[blocking], &first),
        }
        if let Some(service) = corner.first.serves {
            add(&mut self.weights.couplings[service], &first);
        }
        add(
            &mut self.starts[corner.first.way][corner.first.crossed][1],
            &first,
        );
    }

    /// Traces the turns along a line between the first and the last.
    fn line(&mut self, axis: Axis) {
        let Further { second, ready, .. } = &self.earlier.further[axis as usize];
        let [any_coupling, line_coupling] = &self.earlier.couplings;
        let left = Event::Left(axis);
        let axis = axis as usize;
        let mut third = self.third[axis];
        add(&mut self.weights.turns, &third);
        add_by_choice(&mut self.weights.couplings, line_coupling, &third);
        let mut four = ZERO;
        for knot in 0..self.time.used {
            if ready.which[knot] == 4 {
                four[knot] = std::mem::take(&mut third[knot]);
            }
        }
        // Continues with the second of four turns.
        let mut before_third = ZERO;
        self.time.trace(second, &four, &mut before_third);
        add(&mut self.weights.turns, &before_third);
        add_by_choice(&mut self.weights.couplings, any_coupling, &before_third);
        let mut all = self.second[axis];
        add(&mut all, &third);
        add(&mut all, &before_third);
        self.happens(left, &all);
        let before = &self.earlier.before[axis];
        self.time.trace(before, &all, &mut self.once[axis]);
    }

    fn first_turns(&mut self, axis: Axis) {
        let which = &self.earlier.once[axis as usize].which;
        for (knot, &number) in which.iter().enumerate().take(self.time.used) {
            let weight = self.once[axis as usize][knot];
            if weight > 0.0 {
                let first = &self.block.firsts[number as usize];
                self.starts[first.way][first.crossed][1][knot] += weight;
                if let Some(service) = first.serves {
                    self.weights.couplings[service][knot] += weight;
                }
            }
        }
    }

    /// Adds the weights of first turns to their precedence constraints. A turn that crosses n
    /// blocks needs the first n constraints of its way.
    fn ways(&mut self) {
        for (way, starts) in self.block.ways.iter().zip(self.starts.iter()) {
            let mut all = ZERO;
            for (number, [_, weight]) in starts.iter().enumerate().rev() {
                add(&mut all, weight);
                if number > 0 {
                    self.weights.precedences[way.precedences.start + number - 1] = all;
                }
            }
            add(&mut self.weights.turns, &all);
            for event in [Event::Touched, Event::Left(way.axis.across())] {
                add(&mut self.weights.events[event.of(self.index)], &all);
            }
        }
    }

    fn happens(&mut self, event: Event, weight: &AtKnots) {
        add(&mut self.weights.events[event.of(self.index)], weight);
    }

    fn precedence(&mut self, precedences: &Precedences, weight: &AtKnots) {
        for precedence in &mut self.weights.precedences[precedences.clone()] {
            add(precedence, weight);
        }
    }
}
