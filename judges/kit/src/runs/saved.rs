//! Folders of saved streams: `<case>.in`, `<case>.out`, `<case>.err`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

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
    /// Save its standard error as DIR/<case>.err
    #[arg(id = "saveSolError", long = "saveSolError", visible_alias = "se", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    error: Option<PathBuf>,
    /// Save all three
    #[arg(id = "saveAll", long = "saveAll", visible_alias = "sa", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    all: Option<PathBuf>,
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
        self.keep_transcript() || self.error.is_some()
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

    /// Returns true if the two streams of the conversation are wanted.
    pub fn keep_transcript(&self) -> bool {
        self.input.is_some() || self.output.is_some() || self.all.is_some()
    }

    /// Where the standard error of a case goes.
    pub fn error_file(&self, key: &str) -> Option<PathBuf> {
        let folder = self.error.as_ref().or(self.all.as_ref())?;
        Some(folder.join(format!("{key}.err")))
    }

    /// Saves the two streams of a case.
    pub fn save(&self, key: &str, input: &[u8], output: &[u8]) -> Result<()> {
        let streams = [(&self.input, "in", input), (&self.output, "out", output)];
        for (folder, ending, bytes) in streams {
            if let Some(folder) = folder.as_ref().or(self.all.as_ref()) {
                let path = folder.join(format!("{key}.{ending}"));
                fs::write(&path, bytes).with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
    }
}

/// The saved streams of a case: what was sent, if it was saved, and the output.
pub(crate) fn load(folder: &Path, key: &str) -> Result<(Option<PathBuf>, Vec<u8>)> {
    let output = folder.join(format!("{key}.out"));
    let bytes = fs::read(&output).with_context(|| output.display().to_string())?;
    let input = folder.join(format!("{key}.in"));
    Ok((input.exists().then_some(input), bytes))
}
