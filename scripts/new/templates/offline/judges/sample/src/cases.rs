//! The cases of the game: what a seed draws, limits, totals, and entries by hand.

use std::time::Duration;

use common::sample::{COUNTS, Case, NUMBERS};
use game::{
    Details, EntryForm, Game, Limits, LineEntries, MeanTotal, OptionValues, Referee, Stream,
};
use rand::RngExt;

use crate::Sample;

impl Game for Sample {
    const TITLE: &'static str = "Sample";
    const RULES: &'static str = include_str!("../../../crates/sample/README.md");
    const PROTOCOL: &'static str = "\
A contestant reads the count of the numbers, then a line of the numbers,
and writes their positions, from 1, in an order of its choice, one a line.";
    const RANDOM_PLAY: bool = false;
    type Total = MeanTotal;

    fn new(_options: &OptionValues) -> Sample {
        Sample
    }

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(1), 64)
    }

    fn generate(&self, seed: u64) -> Case {
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        let count = rng.random_range(COUNTS);
        let numbers = (0..count).map(|_| rng.random_range(NUMBERS)).collect();
        Case::new(numbers).expect("every number is within its range")
    }

    fn parameters(&self, case: &Case) -> Details {
        Details::new([("count", case.numbers().len().into())])
    }

    fn entry_form(&self) -> Box<dyn EntryForm<Case>> {
        Box::new(LineEntries("a position"))
    }
}
