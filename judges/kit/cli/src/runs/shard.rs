//! Parts of a run, played on one machine or on several.

use std::env;
use std::str::FromStr;

/// Part `number` of `count`, from 1. The shards of a run cover its cases exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    fn new(number: usize, count: usize) -> Option<Shard> {
        (1..=count)
            .contains(&number)
            .then_some(Shard { number, count })
    }

    /// Returns true if case `index`, from 0, is in this part: every `count`-th, so that the load is
    /// even.
    pub fn has(self, index: usize) -> bool {
        index % self.count == self.number - 1
    }
}

/// Reads `K/N`, or `slurm`: the task of a Slurm array, numbered from any first task.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        if text == "slurm" {
            return from_slurm();
        }
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        numbers
            .and_then(|(number, count)| Shard::new(number, count))
            .ok_or_else(|| "a shard is written K/N with K from 1 to N, or `slurm`".into())
    }
}

fn from_slurm() -> Result<Shard, String> {
    let number = |name: &str| -> Result<usize, String> {
        let text = env::var(name).map_err(|_| format!("{name} is not set"))?;
        text.parse()
            .map_err(|_| format!("{name}: `{text}` is not a number"))
    };
    let (id, count) = (
        number("SLURM_ARRAY_TASK_ID")?,
        number("SLURM_ARRAY_TASK_COUNT")?,
    );
    let first = number("SLURM_ARRAY_TASK_MIN").unwrap_or(1);
    let place = id.checked_sub(first).map(|place| place + 1);
    place.and_then(|place| Shard::new(place, count)).ok_or_else(|| {
        format!("task {id} is not one of the {count} tasks from {first} on: number them without gaps")
    })
}
