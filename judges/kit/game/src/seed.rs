//! Lists of seeds in the command line's form.

use std::collections::HashSet;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A list of seeds: `5`, `1,100` or `1-100` (first, last), `1+50` (first, count), `{3,7,9}`. Each
/// form may end with `*K` to repeat the list K times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    list: List,
    times: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum List {
    Range(RangeInclusive<u64>),
    These(Vec<u64>),
}

impl List {
    fn len(&self) -> usize {
        match self {
            List::Range(range) => (range.end() - range.start()) as usize + 1,
            List::These(seeds) => seeds.len(),
        }
    }

    fn get(&self, index: usize) -> u64 {
        match self {
            List::Range(range) => range.start() + index as u64,
            List::These(seeds) => seeds[index],
        }
    }

    /// Returns how often `seed` occurs among the first `end` seeds.
    fn count(&self, seed: u64, end: usize) -> usize {
        match self {
            List::Range(range) => {
                usize::from(range.contains(&seed) && seed - range.start() < end as u64)
            }
            List::These(seeds) => seeds[..end].iter().filter(|&&other| other == seed).count(),
        }
    }
}

/// Maximum number of seeds; a longer list is probably a mistake.
const MOST: u64 = 10_000_000;

impl Seeds {
    /// Returns each seed in `range` once, if there are 1 to 10,000,000.
    pub fn range(range: RangeInclusive<u64>) -> Option<Seeds> {
        let last = range.end().checked_sub(*range.start())?;
        (last < MOST).then_some(List::Range(range).into())
    }

    /// Returns the number of seeds, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a list is never empty")]
    pub fn len(&self) -> usize {
        self.list.len() * self.times
    }

    /// Returns the seed at `index`, which must be below [`Seeds::len`].
    pub fn get(&self, index: usize) -> u64 {
        self.list.get(index % self.list.len())
    }

    /// Iterates over all seeds in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Returns the number of the repetition at `index`, from 1.
    pub fn repetition(&self, index: usize) -> usize {
        let (round, index) = (index / self.list.len(), index % self.list.len());
        let seed = self.list.get(index);
        round * self.list.count(seed, self.list.len()) + self.list.count(seed, index) + 1
    }

    /// Returns true if a seed occurs more than once.
    pub fn has_repeats(&self) -> bool {
        let List::These(seeds) = &self.list else {
            return self.times > 1;
        };
        self.times > 1 || seeds.iter().collect::<HashSet<_>>().len() < seeds.len()
    }

    /// Returns true if at least two seeds differ.
    pub fn are_distinct(&self) -> bool {
        (1..self.list.len()).any(|index| self.list.get(index) != self.list.get(0))
    }
}

/// Makes a list of one seed.
impl From<u64> for Seeds {
    fn from(seed: u64) -> Seeds {
        List::These(vec![seed]).into()
    }
}

/// Makes a list without repetition.
impl From<List> for Seeds {
    fn from(list: List) -> Seeds {
        Seeds { list, times: 1 }
    }
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seeds, String> {
        let (list, times) = match text.rsplit_once('*') {
            Some((list, times)) => (list, number(times)?),
            None => (text, 1),
        };
        let list = once(list)?;
        let Some(1..=MOST) = times.checked_mul(list.len() as u64) else {
            return Err(format!("`{text}` stands for no seed, or for more than {MOST}"));
        };
        Ok(Seeds { list, times: times as usize })
    }
}

fn once(text: &str) -> Result<List, String> {
    if let Some(rest) = text.trim().strip_prefix('-')
        && rest.starts_with(|char: char| char.is_ascii_digit())
    {
        return Err(format!("seeds cannot be negative: `{text}`"));
    }
    if let Some(list) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let seeds: Result<_, _> = list.split(',').map(number).collect();
        return seeds.map(List::These);
    }
    if let Some((from, count)) = text.split_once('+') {
        let (from, count) = (number(from)?, number(count)?);
        let last = count.checked_sub(1).and_then(|more| from.checked_add(more));
        return range(from..=last.ok_or("the range holds no seed, or is too long")?);
    }
    let several: Vec<&str> = text.split([',', ' ']).filter(|one| !one.is_empty()).collect();
    if several.len() > 1 + usize::from(text.contains(',')) {
        let seeds: Result<Vec<u64>, String> = several.iter().map(|one| number(one)).collect();
        return Err(seeds
            .err()
            .unwrap_or_else(|| format!("a list of seeds is written '{{{}}}'", several.join(","))));
    }
    match text.split_once([',', '-']) {
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            if from > to {
                return Err(format!(
                    "`{text}`: the lower end comes first, but {from} is above {to}"
                ));
            }
            range(from..=to)
        }
        None => Ok(List::These(vec![number(text)?])),
    }
}

fn range(range: RangeInclusive<u64>) -> Result<List, String> {
    let seeds = Seeds::range(range);
    let rule = || format!("the range holds no seed, or more than {MOST}");
    seeds.map(|seeds| seeds.list).ok_or_else(rule)
}

fn number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => {
            format!("`{text}` is above the highest seed, {}", u64::MAX)
        }
        _ => {
            format!("`{text}` is not a seed; seeds are written 5, 1,100, 1-100, 1+50 or {{3,7,9}}")
        }
    })
}
