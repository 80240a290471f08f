//! The cases of the game: what a seed draws, limits, totals, and entries by hand.

use std::time::Duration;

use common::sample::{Case, MOST};
use game::{
    Details, EntryForm, Game, Limits, LineEntries, MeanTotal, OptionValues, Referee, Stream,
};
use rand::RngExt;

use crate::Sample;

impl Game for Sample {
    const TITLE: &'static str = "Sample";
    const RULES: &'static str = include_str!("../../../crates/sample/README.md");
    const PROTOCOL: &'static str = "\
A contestant reads the greatest number, then after each guess `lower`, `equal` or `higher`,
and writes its guesses, one a line, until one is equal.";
    type Total = MeanTotal;

    fn new(_options: &OptionValues) -> Sample {
        Sample
    }

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(1), 64)
    }

    fn generate(&self, seed: u64) -> Case {
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        Case::new(rng.random_range(MOST)).expect("every number of the range is one")
    }

    fn parameters(&self, case: &Case) -> Details {
        Details::new([("most", case.most().into())])
    }

    fn entry_form(&self) -> Box<dyn EntryForm<Case>> {
        Box::new(LineEntries("a number"))
    }
}
