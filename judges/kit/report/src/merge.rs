//! `merge`: one run out of shards.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail, ensure};
use game::Seeds;
use records::{CaseKey, CaseSource, Failure, NewFile, RecordedSalt, note};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::cases::named;
use crate::files::{RECORDS, each_line};

/// Make one run out of shards.
///
/// The file is the one that the whole run would have written: its records in the order of the run,
/// copied as they are. That order: files as first met, each case once before any is repeated, seeds
/// ascending, variants as first met; the shards are to be named in their order. Cases that are missing or there too
/// often are named on standard error, and the exit status is 1; the extra ones are left
/// out. Shards of another game, command or other limits are refused.
#[derive(clap::Args)]
pub struct MergeArgs {
    /// Files of records, and folders of such files
    #[arg(required = true, value_name = "SHARDS")]
    shards: Vec<PathBuf>,
    /// The merged run
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Replace FILE if it exists
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Seeds that the run was given, to know what is missing; without them, all
    /// from the lowest to the highest one met
    #[arg(long, value_name = "SEEDS", help_heading = "Runs")]
    seed: Option<Seeds>,
}

/// Most bytes of records in memory, if a single one is not longer.
const IN_MEMORY: usize = 32 << 20;

/// The part of a record that a merge reads.
#[derive(Deserialize)]
struct RecordLine<'a> {
    game: String,
    seed: u64,
    salt: Option<RecordedSalt>,
    variant: Option<String>,
    file: Option<String>,
    #[serde(borrow)]
    command: Cow<'a, str>,
    #[serde(borrow)]
    limits: Option<&'a RawValue>,
    options: Option<String>,
    #[serde(rename = "verdict", borrow)]
    _verdict: &'a str,
    #[serde(rename = "score")]
    _score: f64,
}

impl RecordLine<'_> {
    /// Everything but the seed that names its case in a run, which may draw its salts.
    fn source(self) -> CaseSource {
        CaseSource {
            game: self.game,
            variant: self.variant,
            file: self.file,
            options: self.options,
            salt: None,
        }
    }
}

/// A record in a shard.
struct ShardRecord {
    /// Index of the shard, and the record's place in it, bytes.
    shard: u32,
    /// Its line in the shard, from 1.
    number: u32,
    length: u32,
    offset: u64,
    hash: u64,
    case: IndexedCase,
    /// Number of records of the same case before it.
    repetition: u32,
}

/// A case: the index of its source in the order met, and its seed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct IndexedCase {
    source: u32,
    seed: u64,
}

/// Sources of cases in the order met, each with its first place: the number of a
/// record in its shard, and the shard.
#[derive(Default)]
struct Sources(Vec<(CaseSource, (usize, usize))>);

impl Sources {
    fn index(&mut self, source: CaseSource, place: (usize, usize)) -> u32 {
        let known = self.0.iter().position(|(known, _)| *known == source);
        let index = known.unwrap_or_else(|| {
            self.0.push((source, place));
            self.0.len() - 1
        });
        let first = &mut self.0[index].1;
        *first = place.min(*first);
        index as u32
    }

    /// The rank of each source in `order`.
    fn ranks(&self, order: Order) -> Vec<usize> {
        let mut sources: Vec<usize> = (0..self.0.len()).collect();
        if order == Order::Dealt {
            sources.sort_by_key(|&source| self.0[source].1);
        }
        let mut ranks = vec![0; sources.len()];
        for (rank, source) in sources.into_iter().enumerate() {
            ranks[source] = rank;
        }
        ranks
    }
}

/// Way in which the run was cut into shards.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// Its cases were dealt to the shards in turn.
    Dealt,
    /// Every shard is a piece of it.
    Cut,
}

/// Facts in which all records of a run agree: name and value.
type RunSettings = [(&'static str, String); 5];

/// All records of all shards.
struct Index {
    shards: Vec<PathBuf>,
    entries: Vec<ShardRecord>,
    sources: Sources,
}

/// Merges.
///
/// # Errors
/// A shard cannot be read or does not belong to the others, or the merged run
/// cannot be written.
pub fn run(args: &MergeArgs) -> Result<ExitCode, Failure> {
    let shards = shards(&args.shards).map_err(Failure::Usage)?;
    let mut index = Index::of(shards).map_err(Failure::Usage)?;
    let doubled = index.sort(args.seed.as_ref());
    let missing = index.missing(args.seed.as_ref());
    if index.entries.is_empty() {
        let empty = anyhow!("nothing to merge: the shards are empty");
        return Err(Failure::Usage(empty));
    }
    let mut out = NewFile::create(&args.out, args.force)?;
    let written = index.write(&mut out);
    written.with_context(|| args.out.display().to_string())?;
    out.keep()?;
    for (problem, cases) in [("missing", &missing), ("too often, left out", &doubled)] {
        if !cases.is_empty() {
            note(&format!("warning: {problem}: {}", named(cases)));
        }
    }
    note(&format!("{} records merged", index.entries.len()));
    Ok(ExitCode::from(u8::from(
        !missing.is_empty() || !doubled.is_empty(),
    )))
}

/// The files that are named, and those in folders, `2.jsonl` before `10.jsonl`.
fn shards(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut shards = Vec::new();
    for path in paths {
        if !path.is_dir() {
            shards.push(path.clone());
            continue;
        }
        let shown = || path.display().to_string();
        let mut inside = Vec::new();
        for entry in fs::read_dir(path).with_context(shown)? {
            let file = entry.with_context(shown)?.path();
            if file
                .extension()
                .is_some_and(|extension| extension == "jsonl")
            {
                inside.push(file);
            } else if file.join(RECORDS).is_file() {
                inside.push(file.join(RECORDS));
            }
        }
        ensure!(
            !inside.is_empty(),
            "{}: no `.jsonl` files in this folder",
            shown()
        );
        inside.sort_by_key(|file| (file.as_os_str().len(), file.clone()));
        shards.extend(inside);
    }
    Ok(shards)
}

impl Index {
    fn of(shards: Vec<PathBuf>) -> Result<Index> {
        let mut entries = Vec::new();
        let mut sources = Sources::default();
        let mut settings: Option<(RunSettings, PathBuf)> = None;
        for (shard, path) in shards.iter().enumerate() {
            let mut offset = 0;
            each_line(path, |number, text| {
                let place = || format!("{}:{number}", path.display());
                let line: RecordLine = serde_json::from_str(text)
                    .with_context(|| format!("{}: not a record", place()))?;
                check(&mut settings, &line, path).with_context(place)?;
                let mut hasher = DefaultHasher::new();
                text.hash(&mut hasher);
                let seed = line.seed;
                entries.push(ShardRecord {
                    shard: shard as u32,
                    number: number as u32,
                    length: text.len() as u32,
                    offset,
                    hash: hasher.finish(),
                    case: IndexedCase {
                        source: sources.index(line.source(), (number, shard)),
                        seed,
                    },
                    repetition: 0,
                });
                offset += text.len() as u64 + 1;
                Ok(())
            })?;
        }
        Ok(Index {
            shards,
            entries,
            sources,
        })
    }

    /// Puts the entries in the order of the run, and leaves out those that are
    /// there too often; returns their cases.
    fn sort(&mut self, seeds: Option<&Seeds>) -> Vec<String> {
        // Stable: records of one case stay in the order of the shards.
        self.entries.sort_by_key(|entry| entry.case);
        let mut doubled = Vec::new();
        let mut seen = Vec::new();
        let mut kept: Vec<bool> = Vec::with_capacity(self.entries.len());
        for equal in self.entries.chunk_by_mut(|a, b| a.case == b.case) {
            seen.clear();
            for entry in equal {
                let is_new = !seen.contains(&entry.hash);
                entry.repetition = seen.len() as u32;
                kept.push(is_new);
                if is_new {
                    seen.push(entry.hash);
                } else {
                    doubled.push(entry.case);
                }
            }
        }
        let mut kept = kept.into_iter();
        self.entries.retain(|_| kept.next().unwrap_or(true));
        let times = self.times(seeds);
        self.entries.retain(|entry| {
            let is_extra = entry.repetition >= times(entry.case.seed);
            if is_extra {
                doubled.push(entry.case);
            }
            !is_extra
        });
        let dealt = self.order_by(Order::Dealt);
        let order = if self.keeps_shards(&dealt) {
            dealt
        } else {
            self.order_by(Order::Cut)
        };
        self.entries.sort_by_key(|entry| order(entry));
        self.labels(doubled)
    }

    /// Numbers the repetitions of each case, and returns the key that puts
    /// entries in the order of the run.
    fn order_by(
        &mut self,
        order: Order,
    ) -> impl Fn(&ShardRecord) -> (usize, u32, u64, usize) + use<> {
        self.entries.sort_by_key(|entry| match order {
            Order::Dealt => (entry.case, entry.number, entry.shard),
            Order::Cut => (entry.case, entry.shard, entry.number),
        });
        for equal in self.entries.chunk_by_mut(|a, b| a.case == b.case) {
            for (entry, repetition) in equal.iter_mut().zip(0..) {
                entry.repetition = repetition;
            }
        }
        let ranks = self.sources.ranks(order);
        let from_file: Vec<bool> = self
            .sources
            .0
            .iter()
            .map(|(source, _)| source.file.is_some())
            .collect();
        move |entry| {
            let IndexedCase { source, seed } = entry.case;
            let rank = ranks[source as usize];
            let file = if from_file[source as usize] { rank } else { 0 };
            (file, entry.repetition, seed, rank)
        }
    }

    /// Returns true if the order of `key` leaves every shard in its own.
    fn keeps_shards<K: Ord>(&self, key: &impl Fn(&ShardRecord) -> K) -> bool {
        let mut entries: Vec<u32> = (0..self.entries.len() as u32).collect();
        let entry = |index: u32| &self.entries[index as usize];
        entries.sort_unstable_by_key(|&index| (entry(index).shard, entry(index).offset));
        entries.windows(2).all(|pair| {
            let (a, b) = (entry(pair[0]), entry(pair[1]));
            a.shard != b.shard || key(a) <= key(b)
        })
    }

    /// Number of times that the case of a seed is to be there: as `seeds` say, or as often
    /// as most cases are.
    fn times(&self, seeds: Option<&Seeds>) -> impl Fn(u64) -> u32 + use<> {
        let mut asked: HashMap<u64, u32> = HashMap::new();
        for seed in seeds.into_iter().flat_map(Seeds::iter) {
            *asked.entry(seed).or_insert(0) += 1;
        }
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for equal in self.entries.chunk_by(|a, b| a.case == b.case) {
            *counts.entry(equal.len()).or_insert(0) += 1;
        }
        let usual = counts.into_iter().max_by_key(|&(_, cases)| cases);
        let usual = usual.map_or(1, |(times, _)| times as u32);
        let known = seeds.is_some();
        move |seed| {
            if known {
                asked.get(&seed).copied().unwrap_or(0)
            } else {
                usual
            }
        }
    }

    /// The cases that are not there as often as they should be.
    fn missing(&self, seeds: Option<&Seeds>) -> Vec<String> {
        let mut found: BTreeMap<IndexedCase, u32> = BTreeMap::new();
        for entry in &self.entries {
            *found.entry(entry.case).or_insert(0) += 1;
        }
        let usual = found.values().copied().max().unwrap_or(1);
        let mut expected: BTreeMap<u64, u32> = BTreeMap::new();
        match seeds {
            Some(seeds) => {
                for seed in seeds.iter() {
                    *expected.entry(seed).or_insert(0) += 1;
                }
            }
            None => expected.extend(self.range().into_iter().map(|seed| (seed, usual))),
        }
        let mut missing = Vec::new();
        for (&seed, &times) in &expected {
            for source in 0..self.sources.0.len() as u32 {
                let case = IndexedCase { source, seed };
                if found.get(&case).copied().unwrap_or(0) < times {
                    missing.push(case);
                }
            }
        }
        self.labels(missing)
    }

    /// All seeds from the lowest to the highest one met; only those met if they
    /// are so few of these that the run was hardly given a range.
    fn range(&self) -> Vec<u64> {
        let mut seeds: Vec<u64> = self.entries.iter().map(|entry| entry.case.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        match (seeds.first(), seeds.last()) {
            (Some(&low), Some(&high)) if high - low < 2 * seeds.len() as u64 => {
                (low..=high).collect()
            }
            _ => seeds,
        }
    }

    /// The cases in words, in their order.
    fn labels(&self, cases: Vec<IndexedCase>) -> Vec<String> {
        let key = |case: IndexedCase| CaseKey {
            source: self.sources.0[case.source as usize].0.clone(),
            seed: case.seed,
        };
        let mut keys: Vec<CaseKey> = cases.into_iter().map(key).collect();
        keys.sort();
        keys.dedup();
        let variant = |key: &CaseKey| {
            let variant = key.source.variant.as_ref();
            variant.map_or(String::new(), |variant| format!("{variant} "))
        };
        let labels = keys.iter().map(|key| variant(key) + &key.label());
        labels.collect()
    }

    fn write(&self, out: &mut NewFile) -> Result<()> {
        let mut text = Vec::new();
        let mut rest = &self.entries[..];
        while !rest.is_empty() {
            let (next, later) = rest.split_at(in_memory(rest));
            self.read(next, &mut text)?;
            out.write_all(&text)?;
            rest = later;
        }
        Ok(())
    }

    /// Puts the lines of `entries` into `text`, in their order. Each shard is
    /// opened once and read forwards, however many there are.
    fn read(&self, entries: &[ShardRecord], text: &mut Vec<u8>) -> Result<()> {
        let mut end = 0;
        let mut places: Vec<(&ShardRecord, usize)> = Vec::with_capacity(entries.len());
        for entry in entries {
            places.push((entry, end));
            end += entry.length as usize + 1;
        }
        text.clear();
        text.resize(end, b'\n');
        places.sort_unstable_by_key(|(entry, _)| (entry.shard, entry.offset));
        for same in places.chunk_by(|(a, _), (b, _)| a.shard == b.shard) {
            let path = &self.shards[same[0].0.shard as usize];
            let shown = || path.display().to_string();
            let mut shard = BufReader::new(File::open(path).with_context(shown)?);
            let mut position = 0;
            for &(entry, place) in same {
                let skipped = (entry.offset - position) as i64;
                shard.seek_relative(skipped).with_context(shown)?;
                let line = &mut text[place..place + entry.length as usize];
                shard.read_exact(line).with_context(shown)?;
                position = entry.offset + u64::from(entry.length);
            }
        }
        Ok(())
    }
}

/// Number of entries whose lines are held in memory at a time: at least one.
fn in_memory(entries: &[ShardRecord]) -> usize {
    let mut bytes = 0;
    let fits = entries.iter().take_while(|entry| {
        bytes += entry.length as usize + 1;
        bytes <= IN_MEMORY
    });
    fits.count().max(1)
}

/// Checks that `line` was played under the same settings as those before it.
fn check(
    settings: &mut Option<(RunSettings, PathBuf)>,
    line: &RecordLine,
    path: &Path,
) -> Result<()> {
    let salt = if line.salt.is_some() { "some" } else { "none" };
    let here = [
        ("game", &line.game[..]),
        ("command", &line.command[..]),
        ("limits", line.limits.map_or("", |limits| limits.get())),
        ("options", line.options.as_deref().unwrap_or_default()),
        ("salt", salt),
    ];
    let Some((known, first)) = settings else {
        let known = here.map(|(name, value)| (name, value.to_string()));
        *settings = Some((known, path.to_path_buf()));
        return Ok(());
    };
    for ((name, here), (_, there)) in here.into_iter().zip(known) {
        if here != there {
            bail!(
                "other {name} than in {}: `{here}`, not `{there}`",
                first.display()
            );
        }
    }
    Ok(())
}
