//! Streams of a run in the history: `streams/<case>.in.gz` and `<case>.out.gz`.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use super::saved::Folders;
use game::{CasePlay, Game};
use records::{NewFile, at, note};

/// Maximum size of the compressed streams of a run, MiB.
const MOST: u64 = 1024;

/// Both streams of a case.
pub(crate) struct KeptStreams {
    /// The file of the input.
    file: PathBuf,
    input: String,
    output: Vec<u8>,
}

impl KeptStreams {
    /// Reads the streams of a case from the `folder` of its run, if they were kept.
    pub fn read(folder: &Path, stem: &str) -> Option<Result<KeptStreams>> {
        let [file, output] = files(folder, stem);
        output.exists().then(|| {
            let input =
                String::from_utf8(decompress(&file)?).with_context(|| file.display().to_string());
            Ok(KeptStreams {
                input: input?,
                output: decompress(&output)?,
                file,
            })
        })
    }

    /// Returns the play of the case; fails at a line that this judge did not send.
    pub fn play<G: Game>(self, play: &CasePlay<G>) -> Result<CasePlay<G>> {
        let read = play.read(&self.input, self.output);
        let read = read.map_err(|malformed| at(&self.file, &malformed))?;
        Ok(read.or_equal(play))
    }
}

/// The streams of a run that goes on.
pub(crate) struct StreamKeeper {
    /// Where the judge saves the streams of a case, and the folder itself if it is temporary.
    saved: PathBuf,
    temporary: Option<TempDir>,
    folder: PathBuf,
    /// Compressed bytes so far.
    size: u64,
    /// Cases whose streams were kept, and those beyond the limit.
    kept: usize,
    left_out: usize,
}

impl StreamKeeper {
    /// Begins to keep streams that the judge saves in `saved`, or in a temporary folder.
    pub fn new(saved: Option<PathBuf>) -> Result<StreamKeeper> {
        let temporary = match saved {
            Some(_) => None,
            None => Some(tempfile::tempdir().context("no folder for the streams")?),
        };
        let folder = temporary.as_ref().map(|folder| folder.path().into());
        Ok(StreamKeeper {
            saved: saved.or(folder).unwrap_or_default(),
            temporary,
            folder: PathBuf::new(),
            size: 0,
            kept: 0,
            left_out: 0,
        })
    }

    /// The folders in which the run has to save its streams.
    pub fn folders(&self) -> Folders {
        Folders::all(&self.saved)
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
        if self.size + size as u64 > MOST << 20 {
            self.left_out += 1;
        } else {
            for (file, bytes) in files(&self.folder, stem).iter().zip(compressed) {
                let mut file = NewFile::create(file, false)?;
                file.write_all(&bytes).with_context(|| file.shown())?;
                file.keep()?;
            }
            self.kept += 1;
            self.size += size as u64;
        }
        if self.temporary.is_some() {
            saved.iter().for_each(|file| drop(fs::remove_file(file)));
        }
        Ok(())
    }

    /// Prints how much was kept.
    pub fn finish(self) {
        let (kept, left_out) = (self.kept, self.left_out);
        let size = self.size as f64 / f64::from(1 << 20);
        let beyond = match left_out {
            0 => String::new(),
            _ => format!("; those of {left_out} more exceed it"),
        };
        note(&format!(
            "streams of {kept} cases kept: {size:.1} MiB of at most {MOST} MiB{beyond}"
        ));
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

fn decompress(file: &Path) -> Result<Vec<u8>> {
    let name = || file.display().to_string();
    let mut bytes = Vec::new();
    let mut decoder = GzDecoder::new(File::open(file).with_context(name)?);
    decoder.read_to_end(&mut bytes).with_context(name)?;
    Ok(bytes)
}
