//! Cases of a duel, drawn in random order.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use game::{Game, OptionEffect, OptionForm, Seeds, Stream, rng};
use rand::seq::SliceRandom;
use records::stats::Population;

use crate::runs::Cases;

/// Number of seeds in a block.
const BLOCK: u64 = 1000;

/// Every reader of JSON reads numbers below this exactly.
const EXACT: u64 = 1 << 53;

/// Returns a random block of seeds, so that programs are not fitted to the same seeds in every duel.
pub(super) fn random_block() -> Seeds {
    block_of(rand::random_range(1..EXACT - BLOCK))
}

/// Returns the block that contains `seed`.
pub(super) fn block_of(seed: u64) -> Seeds {
    let first = seed.saturating_sub(1) / BLOCK * BLOCK + 1;
    Seeds::range(first..=first.saturating_add(BLOCK - 1)).expect("it is not empty")
}

/// Returns a single random seed.
pub(super) fn random_seed() -> Seeds {
    rand::random_range(1..EXACT).into()
}

/// Cases in random order, each once.
pub(super) struct DrawnCases {
    /// For every case the indices of its plays: several if it is repeated.
    pub plays: Vec<Vec<usize>>,
    /// Set from which the cases are drawn.
    pub population: Population,
    /// Number of plays left out because another seed or file is the same case.
    pub left_out: usize,
}

impl DrawnCases {
    /// Draws these cases. The order is the same every time, but random with respect to the cases, of
    /// which neighbours may be similar.
    pub fn new<G: Game>(cases: &Cases<G>) -> DrawnCases {
        let are_files = cases.has_files();
        let all = all_seeds::<G>().map(|seeds| seeds.len() * cases.variants.len());
        let mut known: HashMap<u64, (usize, (Option<String>, u64))> = HashMap::new();
        let mut plays: Vec<Vec<usize>> = Vec::new();
        for index in 0..cases.len() {
            let name = cases.get(index).name().unsalted();
            let mut identity = DefaultHasher::new();
            name.identity().hash(&mut identity);
            let origin = (name.file, name.seed);
            let next = (plays.len(), origin.clone());
            let (case, first) = known.entry(identity.finish()).or_insert(next);
            match plays.get_mut(*case) {
                None => plays.push(vec![index]),
                Some(repeated) if *first == origin => repeated.push(index),
                Some(_) => {}
            }
        }
        let left_out = cases.len() - plays.iter().map(Vec::len).sum::<usize>();
        plays.shuffle(&mut rng("duel", 0, Stream::Case));
        let is_whole = match are_files {
            // Each seed of a file is a random draw.
            true => !cases.seeds.are_distinct(),
            false => all == Some(plays.len()),
        };
        let population = match is_whole {
            true => Population::Finite(plays.len()),
            false => Population::Unlimited,
        };
        DrawnCases { plays, population, left_out }
    }
}

/// Returns the seeds of all cases, if an option of the game plays these: other seeds repeat them.
fn all_seeds<G: Game>() -> Option<Seeds> {
    let mut flags = G::OPTIONS.iter().filter(|option| option.form == OptionForm::Flag);
    let all = flags.find(|option| option.effect == OptionEffect::Seeds)?;
    G::with(&[(all.name, "")]).ok()?.seeds()
}
