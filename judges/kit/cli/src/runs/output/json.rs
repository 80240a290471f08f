//! JSON Lines: a record a line.

use std::path::Path;

use anyhow::Result;

use super::Output;
use crate::runs::run::RunFacts;
use records::{Existing, LineFile, Record, json};

/// A file of records, locked while the run goes on.
pub(crate) struct JsonLines(LineFile);

impl JsonLines {
    /// Opens the file, and returns the records of an earlier part of this run (same command, limits
    /// and salt). Removes an incomplete last line. Fails if `existing` forbids the file, or it
    /// holds anything but records.
    pub(super) fn open(
        path: &Path,
        existing: Existing,
        run: &RunFacts,
    ) -> Result<(JsonLines, Vec<Record>)> {
        let mut earlier = Vec::new();
        let file = LineFile::open(path, existing, |line| {
            let record: Record = serde_json::from_str(line)?;
            if run.is_part(&record) {
                earlier.push(record);
            }
            Ok(())
        })?;
        Ok((JsonLines(file), earlier))
    }

    pub fn create(path: &Path) -> Result<JsonLines> {
        LineFile::open(path, Existing::Refuse("name another file"), |_| Ok(())).map(JsonLines)
    }

    pub fn push(&mut self, record: &Record) -> Result<()> {
        self.0.push(&json(record)?)
    }
}

impl Output for JsonLines {
    fn add(&mut self, record: &mut Record) -> Result<()> {
        self.push(record)
    }

    fn finish(&mut self) -> Result<()> {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt};

    use super::*;
    use crate::runs::salt::Salts;
    use game::Bound;
    use game::{Stream, rng};
    use records::Fields;
    use records::RecordedLimits;

    /// Records come back to the last bit: scores of every size, and of usual ones.
    #[test]
    fn what_is_written_is_read_back_to_the_last_bit() {
        let template = r#"{"game":"a","seed":1,"parameters":{},"verdict":"OK","score":1,
            "cpu_ms":1,"wall_ms":2,"memory_kib":3,"command":"c"}"#;
        let usual: Record = serde_json::from_str(template).unwrap();
        let mut rng = rng("doubles", 1, Stream::Case);
        let mut double = || match rng.random_bool(0.5) {
            true => rng.random_range(-1e6..1e6),
            false => loop {
                let any = f64::from_bits(rng.next_u64());
                if any.is_finite() {
                    break any;
                }
            },
        };
        let written: Vec<Record> = (0..20_000)
            .map(|_| Record {
                score: double(),
                share: Some(double()),
                bound: Some(Bound::new("maximum", double())),
                parameters: Fields::from_iter([("F".to_string(), double().into())]),
                data: Fields::from_iter([("d".to_string(), double().into())]),
                ..usual.clone()
            })
            .collect();
        let doubles = |record: &Record| {
            let values = [&record.parameters["F"], &record.data["d"]];
            let values = values.map(|value| value.as_f64().unwrap());
            let bound = record.bound.as_ref().unwrap().value;
            let all = [
                record.score,
                record.share.unwrap(),
                bound,
                values[0],
                values[1],
            ];
            all.map(f64::to_bits)
        };

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let mut file = JsonLines::create(&path).unwrap();
        written.iter().for_each(|record| file.push(record).unwrap());
        drop(file);
        let run = RunFacts {
            game: "a",
            command: "c".into(),
            limits: None::<RecordedLimits>,
            salts: Salts::None,
            cases: written.len(),
            scaled: |_| 0,
        };
        let (_, read) = JsonLines::open(&path, Existing::Resume, &run).unwrap();
        assert_eq!(read.len(), written.len());
        let changed = written.iter().zip(&read);
        let changed = changed.filter(|(written, read)| doubles(written) != doubles(read));
        assert_eq!(changed.count(), 0, "records of {}", written.len());
    }
}
