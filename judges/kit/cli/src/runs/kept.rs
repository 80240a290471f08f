//! Streams of a run in the history: `streams/<case>.in.gz` and `<case>.out.gz`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use super::saved::Folders;
use records::write;

/// Maximum size of the compressed streams of a run, bytes.
const LARGEST: u64 = 1 << 30;

/// The streams of a run that goes on.
pub(crate) struct StreamKeeper {
    /// Where the judge saves the streams of a case, and the folder itself if it is temporary.
    saved: PathBuf,
    temporary: Option<TempDir>,
    folder: PathBuf,
    /// Compressed bytes so far, and their limit.
    size: u64,
    limit: u64,
    /// Cases whose streams were kept, and those beyond the limit.
    kept: usize,
    left_out: usize,
}

impl StreamKeeper {
    /// Begins to keep streams that the judge saves in `saved`, or in a temporary folder.
    pub fn new(saved: Option<PathBuf>) -> Result<StreamKeeper> {
        let (saved, temporary) = match saved {
            Some(saved) => (saved, None),
            None => {
                let folder = tempfile::tempdir().context("no folder for the streams")?;
                (folder.path().into(), Some(folder))
            }
        };
        Ok(StreamKeeper {
            saved,
            temporary,
            folder: PathBuf::new(),
            size: 0,
            limit: LARGEST,
            kept: 0,
            left_out: 0,
        })
    }

    /// The folders in which the run has to save its streams; standard error goes to `error`, if given.
    pub fn folders(&self, error: Option<PathBuf>) -> Folders {
        let mut folders = Folders::all(&self.saved);
        folders.error = error;
        folders
    }

    /// Names the folder for the compressed streams.
    pub fn begin(&mut self, folder: PathBuf) -> Result<()> {
        fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
        self.folder = folder;
        Ok(())
    }

    /// Keeps the streams of a case, unless they exceed the limit.
    pub fn add(&mut self, stem: &str) -> Result<()> {
        let saved = ["in", "out", "err"].map(|ending| self.saved.join(format!("{stem}.{ending}")));
        let compressed = [compress(&saved[0])?, compress(&saved[1])?];
        let size: usize = compressed.iter().map(Vec::len).sum();
        if self.size + size as u64 > self.limit {
            self.left_out += 1;
        } else {
            for (file, bytes) in files(&self.folder, stem).iter().zip(compressed) {
                write(file, false, bytes)?;
            }
            self.kept += 1;
            self.size += size as u64;
        }
        if self.temporary.is_some() {
            saved.iter().for_each(|file| drop(fs::remove_file(file)));
        }
        Ok(())
    }

    /// Says how much was kept.
    pub fn summary(&self) -> String {
        let (kept, left_out) = (self.kept, self.left_out);
        let size = self.size as f64 / f64::from(1 << 20);
        let limit = self.limit >> 20;
        let beyond = match left_out {
            0 => String::new(),
            _ => format!("; those of {left_out} more exceed it"),
        };
        format!("streams of {kept} cases kept: {size:.1} MiB of at most {limit} MiB{beyond}")
    }
}

fn files(folder: &Path, stem: &str) -> [PathBuf; 2] {
    ["in", "out"].map(|ending| folder.join(format!("{stem}.{ending}.gz")))
}

fn compress(file: &Path) -> Result<Vec<u8>> {
    let name = || file.display().to_string();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let mut file = File::open(file).with_context(name)?;
    std::io::copy(&mut file, &mut encoder).with_context(name)?;
    encoder.finish().with_context(name)
}

/// Writes the kept streams of a case to the folder `to`, as the judge saves them; returns false if they
/// were not kept.
pub(crate) fn unpack(folder: &Path, stem: &str, to: &Path) -> Result<bool> {
    let kept = files(folder, stem);
    for (file, ending) in kept.iter().filter(|file| file.exists()).zip(["in", "out"]) {
        let name = || file.display().to_string();
        let mut decoder = GzDecoder::new(File::open(file).with_context(name)?);
        let mut saved = File::create(to.join(format!("{stem}.{ending}")))?;
        std::io::copy(&mut decoder, &mut saved).with_context(name)?;
    }
    Ok(kept.iter().all(|file| file.exists()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// Random bytes stay as large as they are: two such cases fit, the third does not, a small one does.
    #[test]
    fn what_passes_the_limit_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = StreamKeeper::new(None).unwrap();
        keeper.limit = 2 << 20;
        keeper.begin(folder.path().join("streams")).unwrap();
        let mut random = StdRng::seed_from_u64(1);
        let mut output = vec![0; 900 << 10];
        random.fill_bytes(&mut output);
        let cases = [
            ("1", &output[..]),
            ("2", &output),
            ("3", &output),
            ("4", b"0\n"),
        ];
        for (stem, output) in cases {
            fs::write(keeper.saved.join(format!("{stem}.in")), "7\n").unwrap();
            fs::write(keeper.saved.join(format!("{stem}.out")), output).unwrap();
            keeper.add(stem).unwrap();
        }
        assert_eq!(
            keeper.summary(),
            "streams of 3 cases kept: 1.8 MiB of at most 2 MiB; those of 1 more exceed it"
        );
        let to = tempfile::tempdir().unwrap();
        for (stem, output) in cases {
            let is_kept = unpack(&keeper.folder, stem, to.path()).unwrap();
            assert_eq!(is_kept, stem != "3");
            let unpacked = fs::read(to.path().join(format!("{stem}.out"))).ok();
            assert_eq!(unpacked.as_deref(), is_kept.then_some(output));
        }
        let left = fs::read_dir(&keeper.folder).unwrap().count();
        assert_eq!((left, fs::read_dir(&keeper.saved).unwrap().count()), (6, 0));
    }
}
