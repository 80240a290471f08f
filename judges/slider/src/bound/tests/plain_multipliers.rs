//! Lagrange multipliers in whole points, expanded slot by slot.

use super::super::columns::{Columns, Row};
use super::super::exact::Evaluation;
use super::super::multipliers::{AtKnots, LagrangeMultipliers, SCALE};

pub(super) struct PlainMultipliers<'a> {
    columns: &'a Columns,
    turns: Vec<i64>,
    precedences: Vec<Vec<i64>>,
    blockings: Vec<Vec<i64>>,
    couplings: Vec<Vec<i64>>,
}

impl<'a> PlainMultipliers<'a> {
    pub fn new(columns: &'a Columns, multipliers: &LagrangeMultipliers) -> PlainMultipliers<'a> {
        let units = |points: f32| points as i64 * SCALE;
        let falling = |falls: &AtKnots| {
            let from = |slot: usize| falls[slot..].iter().copied().map(units).sum();
            (0..columns.slots).map(from).collect()
        };
        let points = |points: &AtKnots| points.map(units).to_vec();
        PlainMultipliers {
            columns,
            turns: points(&multipliers.turn),
            precedences: multipliers.precedences.iter().map(falling).collect(),
            blockings: multipliers.blockings.iter().map(falling).collect(),
            couplings: multipliers.couplings.iter().map(points).collect(),
        }
    }

    /// Returns the part of the bound that does not depend on the play.
    pub fn constant(&self) -> i64 {
        let blockings: i64 = self.blockings.iter().map(|price| price[0]).sum();
        self.turns[..self.columns.slots].iter().sum::<i64>() + blockings
    }

    /// Checks all multipliers of a slot.
    pub fn assert_equal(&self, evaluation: &Evaluation, slot: usize) {
        assert_eq!(evaluation.turn[slot], self.turns[slot]);
        for (precedence, price) in self.precedences.iter().enumerate() {
            let row = evaluation.row(Row::Precedence(precedence));
            assert_eq!(row[slot], -price[slot]);
        }
        for (blocking, price) in self.blockings.iter().enumerate() {
            let row = evaluation.row(Row::Blocking(blocking));
            let next = price.get(slot + 1).copied().unwrap_or(0);
            assert_eq!(row[slot], next - price[0]);
        }
        for (service, price) in self.couplings.iter().enumerate() {
            assert_eq!(evaluation.couplings[service][slot], price[slot]);
        }
        for event in 0..self.columns.events() {
            assert_eq!(evaluation.row(Row::Event(event))[slot], self.reward(event, slot));
        }
    }

    fn reward(&self, event: usize, slot: usize) -> i64 {
        let of_event = |(&of, price)| Some(price).filter(|_: &&Vec<i64>| of == event);
        let precedences = self.columns.precedences.iter().zip(&self.precedences);
        let paid = precedences.filter_map(of_event).filter_map(|price| price.get(slot + 1));
        let blockings = self.columns.blockings.iter().zip(&self.blockings);
        paid.sum::<i64>() - blockings.filter_map(of_event).map(|price| price[slot]).sum::<i64>()
    }
}
