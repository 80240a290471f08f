//! Parts of a run for one or several machines.

use std::env;
use std::fmt;
use std::str::FromStr;

/// Part `number` of `count`, from 1. Every case of a run is in exactly one shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    fn new(number: usize, count: usize) -> Option<Shard> {
        (1..=count).contains(&number).then_some(Shard { number, count })
    }

    /// Returns true if this part has case `index`, from 0: every `count`-th one, for an even load.
    pub fn has(self, index: usize) -> bool {
        index % self.count == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// Parses `K/N`, or `slurm/N` with the number of the Slurm task as K, or `slurm` with the size of
/// the whole array as N too.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let (number, count) = match text.split_once('/') {
            Some(("slurm", count)) => (Some(variable("SLURM_ARRAY_TASK_ID")?), count.parse().ok()),
            Some((number, count)) => (number.parse().ok(), count.parse().ok()),
            None if text == "slurm" => return of_whole_array(),
            None => (None, None),
        };
        let shard = number.zip(count).and_then(|(number, count)| Shard::new(number, count));
        shard.ok_or_else(|| match number {
            Some(number) if text.starts_with("slurm/") => {
                format!("task {number} is not one of the shards 1 to N: number the tasks from 1")
            }
            _ => "a shard is written K/N with K from 1 to N, slurm/N, or slurm".into(),
        })
    }
}

/// Returns the shard of this task in a whole array that starts at 0 or 1. In a partial array, such
/// as one for tasks that failed, tasks would play the wrong cases.
fn of_whole_array() -> Result<Shard, String> {
    let [id, count, first, last] =
        ["ID", "COUNT", "MIN", "MAX"].map(|name| variable(&format!("SLURM_ARRAY_TASK_{name}")));
    let (id, count, first, last) = (id?, count?, first?, last?);
    let is_whole = first <= 1 && (first..=last).contains(&id) && (first..=last).count() == count;
    let number = is_whole.then(|| id - first + 1);
    number.and_then(|number| Shard::new(number, count)).ok_or_else(|| {
        format!(
            "task {id} is one of {count} with numbers from {first} to {last}, which may be a part of an \
             array: slurm/N with the number N of all shards plays task K as K/N"
        )
    })
}

fn variable(name: &str) -> Result<usize, String> {
    let text = env::var(name).map_err(|_| format!("{name} is not set"))?;
    text.parse().map_err(|_| format!("{name}: `{text}` is not a number"))
}
