//! `merge`: one run out of shards.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::mem;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail, ensure};
use game::Seeds;
use records::{CaseKey, CaseSource, Failure, NewFile, Record, RunInfo, json, note};

use crate::cases::named;
use crate::files::each_line;

/// Make one run out of shards.
///
/// The file is the one that the whole run would have written: its records in the order of the run,
/// copied as they are. That order: files as first met, each case once before any is repeated, seeds
/// ascending, variants as first met. Name the shards in their order. Missing and duplicate cases are
/// named on standard error, and the exit status is 1; the duplicates are left out. Shards of another
/// game, command or other limits are refused.
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
    /// Seeds of the whole run; by default, all from the lowest to the highest one met
    #[arg(long, value_name = "SEEDS", help_heading = "Runs")]
    seed: Option<Seeds>,
}

/// Most bytes of records in memory, unless a single record is longer.
const IN_MEMORY: usize = 32 << 20;

/// A record in a shard.
struct ShardRecord {
    shard: u32,
    /// Line in the shard, from 1.
    number: u32,
    /// Bytes before the line, and in it.
    offset: u64,
    length: u32,
    case: IndexedCase,
    /// Rank of its source in the order met.
    rank: u32,
    /// Number of records of the same case before it.
    repetition: u32,
}

/// A case: the index of its source, and its seed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct IndexedCase {
    source: u32,
    seed: u64,
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

struct Index {
    shards: Vec<PathBuf>,
    entries: Vec<ShardRecord>,
    sources: Vec<CaseSource>,
    /// Cases with surplus records.
    doubled: BTreeSet<IndexedCase>,
}

/// Merges. A shard that does not belong to the others is an error.
pub fn run(args: &MergeArgs) -> Result<ExitCode, Failure> {
    let shards = shards(&args.shards).map_err(Failure::Usage)?;
    let mut index = Index::of(shards).map_err(Failure::Usage)?;
    let missing = index.check_times(args.seed.as_ref());
    index.sort();
    let [missing, doubled] = [&missing, &index.doubled].map(|cases| index.labels(cases));
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

/// Lists the files of `paths`; of a folder all, `2.jsonl` ahead of `10.jsonl`.
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
            } else if file.join(RunInfo::RECORDS).is_file() {
                inside.push(file.join(RunInfo::RECORDS));
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
    /// Reads `shards`; duplicate lines are taken once.
    fn of(shards: Vec<PathBuf>) -> Result<Index> {
        let mut entries = Vec::new();
        let mut sources: HashMap<CaseSource, u32> = HashMap::new();
        let mut settings: Option<(RunSettings, PathBuf)> = None;
        let mut seen = HashSet::new();
        let mut doubled = BTreeSet::new();
        for (shard, path) in shards.iter().enumerate() {
            let mut offset = 0;
            each_line(path, |number, text| {
                let place = || format!("{}:{number}", path.display());
                let record: Record = serde_json::from_str(text)
                    .with_context(|| format!("{}: not a record", place()))?;
                check_settings(&mut settings, &record, path).with_context(place)?;
                let CaseKey { source, seed } = record.key().unsalted();
                let next = sources.len() as u32;
                let source = *sources.entry(source).or_insert(next);
                let case = IndexedCase { source, seed };
                let mut hasher = DefaultHasher::new();
                text.hash(&mut hasher);
                if !seen.insert((case, hasher.finish())) {
                    doubled.insert(case);
                } else {
                    entries.push(ShardRecord {
                        shard: shard as u32,
                        number: number as u32,
                        offset,
                        length: text.len() as u32,
                        case,
                        rank: 0,
                        repetition: 0,
                    });
                }
                offset += text.len() as u64 + 1;
                Ok(())
            })?;
        }
        let mut sources: Vec<(CaseSource, u32)> = sources.into_iter().collect();
        sources.sort_by_key(|&(_, index)| index);
        Ok(Index {
            shards,
            entries,
            sources: sources.into_iter().map(|(source, _)| source).collect(),
            doubled,
        })
    }

    /// Removes surplus records, and returns the missing cases. A case is expected as often as `seeds` has
    /// its seed, or as often as most cases occur.
    fn check_times(&mut self, seeds: Option<&Seeds>) -> BTreeSet<IndexedCase> {
        let mut found: HashMap<IndexedCase, u32> = HashMap::new();
        for entry in &self.entries {
            *found.entry(entry.case).or_default() += 1;
        }
        let mut expected: BTreeMap<u64, u32> = BTreeMap::new();
        match seeds {
            Some(seeds) => seeds.iter().for_each(|seed| {
                *expected.entry(seed).or_default() += 1;
            }),
            None => {
                let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
                for &times in found.values() {
                    *counts.entry(times).or_default() += 1;
                }
                let usual = counts.into_iter().max_by_key(|&(_, cases)| cases);
                let usual = usual.map_or(1, |(times, _)| times);
                expected.extend(self.range().into_iter().map(|seed| (seed, usual)));
            }
        }
        let mut taken: HashMap<IndexedCase, u32> = HashMap::new();
        self.entries.retain(|entry| {
            let times = taken.entry(entry.case).or_default();
            *times += 1;
            let is_due = Some(&*times) <= expected.get(&entry.case.seed);
            if !is_due {
                self.doubled.insert(entry.case);
            }
            is_due
        });
        let sources = 0..self.sources.len() as u32;
        let cases = expected.into_iter().flat_map(|(seed, times)| {
            let cases = sources
                .clone()
                .map(move |source| IndexedCase { source, seed });
            cases.map(move |case| (case, times))
        });
        let missing = cases.filter(|(case, times)| found.get(case).unwrap_or(&0) < times);
        missing.map(|(case, _)| case).collect()
    }

    /// All seeds from the lowest to the highest one met; only the seeds met if these are fewer than half,
    /// as the run was hardly given a range.
    fn range(&self) -> Vec<u64> {
        let seeds: BTreeSet<u64> = self.entries.iter().map(|entry| entry.case.seed).collect();
        match (seeds.first(), seeds.last()) {
            (Some(&low), Some(&high)) if high - low < 2 * seeds.len() as u64 => {
                (low..=high).collect()
            }
            _ => seeds.into_iter().collect(),
        }
    }

    /// Puts the entries in the order of the run.
    fn sort(&mut self) {
        self.sort_by(Order::Dealt);
        let mut last = vec![0; self.shards.len()];
        let keeps_shards = self.entries.iter().all(|entry| {
            let before = mem::replace(&mut last[entry.shard as usize], entry.number);
            before < entry.number
        });
        if !keeps_shards {
            self.sort_by(Order::Cut);
        }
    }

    /// Puts the entries in the order of a run that was cut in this way.
    fn sort_by(&mut self, order: Order) {
        self.entries.sort_by_key(|entry| match order {
            Order::Dealt => (entry.number, entry.shard),
            Order::Cut => (entry.shard, entry.number),
        });
        let mut ranks: HashMap<u32, u32> = HashMap::new();
        let mut times: HashMap<IndexedCase, u32> = HashMap::new();
        for entry in &mut self.entries {
            let next = ranks.len() as u32;
            entry.rank = *ranks.entry(entry.case.source).or_insert(next);
            let times = times.entry(entry.case).or_default();
            entry.repetition = *times;
            *times += 1;
        }
        let sources = &self.sources;
        self.entries.sort_by_key(|entry| {
            let IndexedCase { source, seed } = entry.case;
            let is_file = sources[source as usize].file.is_some();
            let file = if is_file { entry.rank } else { 0 };
            (file, entry.repetition, seed, entry.rank)
        });
    }

    fn labels(&self, cases: &BTreeSet<IndexedCase>) -> Vec<String> {
        let keys = cases.iter().map(|case| CaseKey {
            source: self.sources[case.source as usize].clone(),
            seed: case.seed,
        });
        let mut keys: Vec<CaseKey> = keys.collect();
        keys.sort();
        let label = |key: &CaseKey| match &key.source.variant {
            Some(variant) => format!("{variant} {}", key.label()),
            None => key.label(),
        };
        keys.iter().map(label).collect()
    }

    fn write(&self, out: &mut NewFile) -> Result<()> {
        let mut rest = &self.entries[..];
        while !rest.is_empty() {
            let mut bytes = 0;
            let fits = rest.iter().take_while(|entry| {
                bytes += entry.length as usize;
                bytes <= IN_MEMORY
            });
            let (next, later) = rest.split_at(fits.count().max(1));
            for line in self.lines(next)? {
                out.write_all(&line)?;
                out.write_all(b"\n")?;
            }
            rest = later;
        }
        Ok(())
    }

    /// Reads the lines of `entries`. Each shard is opened once, however many there are.
    fn lines(&self, entries: &[ShardRecord]) -> Result<Vec<Vec<u8>>> {
        let mut lines = vec![Vec::new(); entries.len()];
        let mut places: Vec<usize> = (0..entries.len()).collect();
        places.sort_by_key(|&place| (entries[place].shard, entries[place].offset));
        for same in places.chunk_by(|&a, &b| entries[a].shard == entries[b].shard) {
            let path = &self.shards[entries[same[0]].shard as usize];
            let shown = || path.display().to_string();
            let shard = File::open(path).with_context(shown)?;
            for &place in same {
                let entry = &entries[place];
                lines[place] = vec![0; entry.length as usize];
                let line = &mut lines[place];
                shard
                    .read_exact_at(line, entry.offset)
                    .with_context(shown)?;
            }
        }
        Ok(lines)
    }
}

/// Checks that `record` was played under the same settings as those before it.
fn check_settings(
    settings: &mut Option<(RunSettings, PathBuf)>,
    record: &Record,
    path: &Path,
) -> Result<()> {
    let salt = if record.salt.is_some() {
        "some"
    } else {
        "none"
    };
    let limits = record.limits.as_ref().map(json).transpose()?;
    let here = [
        ("game", record.game.clone()),
        ("command", record.command.clone()),
        ("limits", limits.unwrap_or_default()),
        ("options", record.options.clone().unwrap_or_default()),
        ("salt", salt.to_string()),
    ];
    let (known, first) = settings.get_or_insert_with(|| (here.clone(), path.to_path_buf()));
    for ((name, here), (_, there)) in here.iter().zip(known) {
        if here != there {
            let first = first.display();
            bail!("other {name} than in {first}: `{here}`, not `{there}`");
        }
    }
    Ok(())
}
