//! Folders of saved streams: `<case>.in`, `<case>.out`, `<case>.err`.

use std::fs::{self, Permissions};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use contestant::Transcript;

/// Where the streams of every case go; nowhere if not given.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Saved streams")]
pub(crate) struct Folders {
    /// Save what the contestant reads as DIR/<case>.in; <case> is the seed with the variant, or the case file's name
    #[arg(id = "saveSolInput", long = "saveSolInput", visible_alias = "si", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    input: Option<PathBuf>,
    /// Save what it writes as DIR/<case>.out
    #[arg(id = "saveSolOutput", long = "saveSolOutput", visible_alias = "so", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    output: Option<PathBuf>,
    /// Save all streams
    #[arg(id = "saveAll", long = "saveAll", visible_alias = "sa", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    all: Option<PathBuf>,
    /// Where the standard error of contestants goes; a person has none.
    #[arg(skip)]
    pub error: Option<PathBuf>,
}

impl Folders {
    /// All streams go to one folder.
    pub fn all(folder: &Path) -> Folders {
        Folders {
            all: Some(folder.into()),
            ..Folders::default()
        }
    }

    /// Makes the folders that do not exist yet.
    pub fn create(&self) -> Result<()> {
        for folder in [&self.input, &self.output, &self.error, &self.all]
            .into_iter()
            .flatten()
        {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(())
    }

    /// Returns true if any stream is to be saved.
    pub fn keep_any(&self) -> bool {
        [&self.input, &self.output, &self.error, &self.all]
            .into_iter()
            .any(Option::is_some)
    }

    /// Returns the files that the streams of a case go to.
    pub fn targets(&self, stem: &str) -> Vec<PathBuf> {
        let streams = [
            (&self.input, "in"),
            (&self.output, "out"),
            (&self.error, "err"),
        ];
        let target = |(folder, ending): (&Option<PathBuf>, &str)| {
            let folder = folder.as_ref().or(self.all.as_ref())?;
            Some(folder.join(format!("{stem}.{ending}")))
        };
        streams.into_iter().filter_map(target).collect()
    }

    /// Where the standard error of a case goes.
    pub fn error_file(&self, key: &str) -> Option<PathBuf> {
        let folder = self.error.as_ref().or(self.all.as_ref())?;
        Some(folder.join(format!("{key}.err")))
    }

    /// Opens the files of the two streams of a case, as far as they are to be saved.
    ///
    /// # Errors
    /// One cannot be created.
    pub fn open(&self, key: &str) -> Result<SavedStreams> {
        let open = |folder: &Option<PathBuf>, ending| {
            let folder = folder.as_ref().or(self.all.as_ref());
            let open = |folder: &PathBuf| SavedStream::open(folder, &format!("{key}.{ending}"));
            folder.map(open).transpose()
        };
        Ok(SavedStreams {
            input: open(&self.input, "in")?,
            output: open(&self.output, "out")?,
        })
    }
}

/// The streams of a case on their way to their files. Dropped, they leave nothing behind.
pub(crate) struct SavedStreams {
    input: Option<SavedStream>,
    output: Option<SavedStream>,
}

impl SavedStreams {
    /// Gives the files, which are whole now, their names.
    ///
    /// # Errors
    /// One could not be written.
    pub fn keep(self) -> Result<()> {
        let streams = self.input.into_iter().chain(self.output);
        streams.into_iter().try_for_each(SavedStream::keep)
    }
}

impl Transcript for SavedStreams {
    fn sent(&mut self, bytes: &[u8]) {
        self.input.iter_mut().for_each(|stream| stream.write(bytes));
    }

    fn written(&mut self, bytes: &[u8]) {
        self.output
            .iter_mut()
            .for_each(|stream| stream.write(bytes));
    }
}

/// A file that gets its name when it is whole.
struct SavedStream {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
    /// The first failure.
    outcome: io::Result<()>,
}

impl SavedStream {
    fn open(folder: &Path, name: &str) -> Result<SavedStream> {
        let path = folder.join(name);
        let mut builder = tempfile::Builder::new();
        let file = builder
            // As any file that is created: the user's mask takes from it.
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder)
            .with_context(|| path.display().to_string())?;
        Ok(SavedStream {
            path,
            file: BufWriter::new(file),
            outcome: Ok(()),
        })
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.outcome.is_ok() {
            self.outcome = self.file.write_all(bytes);
        }
    }

    fn keep(self) -> Result<()> {
        let (path, file) = (self.path, self.file);
        let kept = self.outcome.and_then(|()| {
            let file = file.into_inner().map_err(IntoInnerError::into_error)?;
            file.persist(&path).map_err(|error| error.error)
        });
        kept.map(drop).with_context(|| path.display().to_string())
    }
}

/// The saved streams of a case: the file of what was sent, if that was saved, and the output.
pub(crate) fn load(folder: &Path, key: &str) -> Result<(PathBuf, Vec<u8>)> {
    let output = folder.join(format!("{key}.out"));
    let bytes = fs::read(&output).with_context(|| output.display().to_string())?;
    Ok((folder.join(format!("{key}.in")), bytes))
}
