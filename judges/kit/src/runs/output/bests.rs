//! The best score known for every case, kept in a file: `case,score` lines.
//! The files of the original testers, with `seed=score` lines, can be read too.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use common::tokens::Malformed;

use super::Output;
use crate::runs::record::Record;
use crate::runs::saved::at;

const HEADER: &str = "case,score";

/// Best scores by case.
pub(super) struct Bests {
    path: PathBuf,
    scores: BTreeMap<String, f64>,
}

impl Bests {
    /// Reads the file; one that does not exist is an empty one.
    pub fn read(path: &Path) -> Result<Bests> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => HEADER.into(),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        let scores = scores(&text).map_err(|malformed| at(path, &malformed))?;
        Ok(Bests {
            path: path.into(),
            scores,
        })
    }
}

impl Output for Bests {
    /// Notes in `record` the best score known so far and its share of the
    /// best, and keeps its own if better.
    fn add(&mut self, record: &mut Record) -> Result<()> {
        let key = record.key();
        record.best_known = self.scores.get(&key).copied();
        let better = record.best_known.is_none_or(|best| record.score > best);
        let is_best = record.is_ok() && better;
        if is_best {
            self.scores.insert(key, record.score);
        }
        record.of_best = Some(match record.best_known {
            _ if is_best => 1.0,
            Some(best) if best == record.score => 1.0,
            Some(best) if best > 0.0 => (record.score / best).clamp(0.0, 1.0),
            _ => 0.0,
        });
        Ok(())
    }

    /// Writes the file anew, in one step.
    fn finish(&mut self) -> Result<()> {
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let fresh = PathBuf::from(name);
        let write = || {
            let mut file = fs::File::create(&fresh)?;
            writeln!(file, "{HEADER}")?;
            for (case, score) in &self.scores {
                writeln!(file, "{case},{score}")?;
            }
            fs::rename(&fresh, &self.path)
        };
        write().with_context(|| self.path.display().to_string())
    }
}

/// The scores in the text of such a file.
pub(crate) fn scores(text: &str) -> Result<BTreeMap<String, f64>, Malformed> {
    let mut scores = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        if index == 0 && line == HEADER {
            continue;
        }
        let (case, score) = line
            .rsplit_once([',', '='])
            .and_then(|(case, score)| Some((case, score.parse::<f64>().ok()?)))
            .filter(|(_, score)| score.is_finite())
            .ok_or_else(|| Malformed::rule(index + 1, format!("not a line `{HEADER}`")))?;
        scores.insert(case.to_string(), score);
    }
    Ok(scores)
}
