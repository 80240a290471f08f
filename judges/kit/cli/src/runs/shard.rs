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
            return from_slurm(|name| env::var(name).ok());
        }
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        numbers
            .and_then(|(number, count)| Shard::new(number, count))
            .ok_or_else(|| "a shard is written K/N with K from 1 to N, or `slurm`".into())
    }
}

fn from_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let number = |name: &str| -> Result<usize, String> {
        let text = variable(name).ok_or_else(|| format!("{name} is not set"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_a_run_exactly_once() {
        for count in 1..20 {
            for cases in [0, 1, 7, 100] {
                let mut seen = vec![0; cases];
                for number in 1..=count {
                    let shard: Shard = format!("{number}/{count}").parse().unwrap();
                    for (index, seen) in seen.iter_mut().enumerate() {
                        *seen += usize::from(shard.has(index));
                    }
                }
                assert!(seen.iter().all(|&times| times == 1));
            }
        }
    }

    #[test]
    fn wrong_shards_are_refused() {
        for wrong in ["", "1", "0/3", "4/3", "1/0", "a/3", "1/3/5", "-1/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_slurm_task_is_a_shard() {
        for (id, count, first, expected) in [
            ("3", "8", None, Shard::new(3, 8)),
            ("0", "8", Some("0"), Shard::new(1, 8)),
            ("9", "8", None, None),
            ("2", "8", Some("5"), None),
            ("x", "8", None, None),
        ] {
            let value = |name: &str| match name {
                "SLURM_ARRAY_TASK_ID" => Some(id.to_string()),
                "SLURM_ARRAY_TASK_COUNT" => Some(count.to_string()),
                _ => first.map(String::from),
            };
            assert_eq!(from_slurm(value).ok(), expected);
        }
    }
}
