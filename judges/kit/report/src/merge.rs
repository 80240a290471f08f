//! `merge`: joins shards into one run.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use game::Seeds;
use records::{
    CaseName, Claims, NewFile, RECORDS, Record, RunIdentity, counted, each_record, eprint_line,
};

use crate::cases::{name_list, numbers_of};

/// Make one run out of shards.
///
/// Records are sorted by file, repetition, seed and variant, and copied as they are: usually the whole
/// run would have written the same file. Missing and duplicate cases are named on standard error, and
/// the exit status is 1; the duplicates are left out. Shards of another game, command or other limits are
/// refused.
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

/// For every case its records in reading order: repetition and line.
type RecordsByCase = BTreeMap<CaseName, Vec<(usize, String)>>;

/// Merges shards; fails if one of them belongs to another run.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    let shards = shards(&args.shards)?;
    Claims::check(shards.iter().map(PathBuf::as_path), &args.out, "--out")?;
    let (mut cases, mut doubled) = read(&shards)?;
    let expected = expected(&cases, args.seed.as_ref());
    let missing = reconcile(&mut cases, &expected, &mut doubled);
    let records = cases.iter().flat_map(|(key, records)| {
        let file = key.file.as_ref().map(|file| (file.len(), file));
        records.iter().map(move |(repetition, line)| ((file, *repetition, key.seed), line))
    });
    let mut records: Vec<_> = records.collect();
    ensure!(!records.is_empty(), "nothing to merge: the shards are empty");
    // Variants are already in order.
    records.sort_by_key(|(place, _)| *place);
    let mut out = NewFile::create(&args.out, args.force)?;
    let written = records.iter().map(|(_, line)| line).try_for_each(|line| writeln!(out, "{line}"));
    written.with_context(|| out.display_path())?;
    out.keep()?;
    let problems = [("missing", &missing), ("duplicates dropped", &doubled)];
    for (problem, cases) in problems.iter().filter(|(_, cases)| !cases.is_empty()) {
        let labels: Vec<String> = cases.iter().map(CaseName::full_label).collect();
        eprint_line(&format!("warning: {problem}: {}", name_list(&labels)));
    }
    eprint_line(&format!("{} merged", counted(records.len(), "record")));
    let is_whole = missing.is_empty() && doubled.is_empty();
    Ok(ExitCode::from(u8::from(!is_whole)))
}

/// Lists the files of `paths`; in a folder all files, `2.jsonl` before `10.jsonl`.
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
            if file.extension() == Some(OsStr::new("jsonl")) {
                inside.push(file);
            } else {
                inside.extend(Some(file.join(RECORDS)).filter(|records| records.is_file()));
            }
        }
        ensure!(!inside.is_empty(), "{}: no `.jsonl` files in this folder", shown());
        inside.sort_by_key(|file| (file.as_os_str().len(), file.clone()));
        shards.extend(inside);
    }
    Ok(shards)
}

/// Reads the shards; returns also the cases with duplicate lines, of which only the first counts.
fn read(shards: &[PathBuf]) -> Result<(RecordsByCase, BTreeSet<CaseName>)> {
    let mut cases = RecordsByCase::new();
    let mut doubled = BTreeSet::new();
    let mut first = None;
    for path in shards {
        each_record(path, |line| {
            let record = Record::read(line)?;
            check_run(&mut first, &record, path)?;
            let key = record.case.clone().unsalted();
            let known = cases.entry(key.clone()).or_default();
            if known.iter().any(|(_, known)| known == line) {
                doubled.insert(key);
            } else {
                known.push((record.repetition.unwrap_or(1), line.into()));
            }
            Ok(())
        })?;
    }
    Ok((cases, doubled))
}

/// Returns the expected number of records per case for each seed: of `seeds`, else the usual one.
fn expected(cases: &RecordsByCase, seeds: Option<&Seeds>) -> BTreeMap<u64, usize> {
    if let Some(seeds) = seeds {
        return numbers_of(seeds.iter());
    }
    let times = numbers_of(cases.values().map(Vec::len));
    let usual = times.into_iter().max_by_key(|&(_, cases)| cases).map_or(1, |(times, _)| times);
    let met: BTreeSet<u64> = cases.keys().map(|key| key.seed).collect();
    match (met.first(), met.last()) {
        // Most seeds of this range occur, so the run probably had all of them.
        (Some(&low), Some(&high)) if high - low < 2 * met.len() as u64 => {
            (low..=high).map(|seed| (seed, usual)).collect()
        }
        _ => met.into_iter().map(|seed| (seed, usual)).collect(),
    }
}

/// Removes records beyond the `expected` number, and adds their cases to `doubled`. Returns the
/// cases with too few records.
fn reconcile(
    cases: &mut RecordsByCase,
    expected: &BTreeMap<u64, usize>,
    doubled: &mut BTreeSet<CaseName>,
) -> BTreeSet<CaseName> {
    let of_seed = |case: &CaseName, seed: u64| CaseName { seed, ..case.clone() };
    let kinds: BTreeSet<CaseName> = cases.keys().map(|case| of_seed(case, 0)).collect();
    for case in kinds {
        for &seed in expected.keys() {
            cases.entry(of_seed(&case, seed)).or_default();
        }
    }
    let mut missing = BTreeSet::new();
    for (key, records) in cases {
        let due = expected.get(&key.seed).copied().unwrap_or(0);
        if records.len() < due {
            missing.insert(key.clone());
        } else if records.len() > due {
            records.truncate(due);
            doubled.insert(key.clone());
        }
    }
    missing
}

/// Checks that a record is of the run of the first one, with its case options.
fn check_run<'a>(
    first: &mut Option<(Record, &'a Path)>,
    record: &Record,
    path: &'a Path,
) -> Result<()> {
    let (there, first) = first.get_or_insert_with(|| (record.clone(), path));
    let mut difference = RunIdentity::of(there).difference(record);
    let [own, other] = [there, record].map(|record| {
        // Salts may be drawn for every case.
        let salt = record.case.salt.as_ref().map(|_| "--salt");
        record.case.options.as_deref().into_iter().chain(salt).collect::<Vec<_>>().join(" ")
    });
    if own != other {
        difference = difference.or(Some(format!("options are `{other}`, not `{own}`")));
    }
    match difference {
        Some(difference) => bail!("not of the run in {}: {difference}", first.display()),
        None => Ok(()),
    }
}
