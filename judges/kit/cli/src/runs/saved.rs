//! Folders of saved streams: `<case>.in`, `<case>.out`, `<case>.err`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::cases::{CaseJob, ScoredPlay, read_input};
use game::{Game, Messages};
use records::{Claims, NewFile, Origin, at, read};

/// The command in a record that was scored from saved streams.
pub(crate) const SAVED: &str = "saved output";

/// Where the streams of every case go; nowhere if not given.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Saved streams")]
pub(crate) struct Folders {
    /// Save what the contestant reads, after hidden lines of the case, as DIR/<case>.in; <case> is the seed with the variant, or the case file's name
    #[arg(id = "saveSolInput", long = "saveSolInput", visible_alias = "si", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    pub input: Option<PathBuf>,
    /// Save what it writes as DIR/<case>.out
    #[arg(id = "saveSolOutput", long = "saveSolOutput", visible_alias = "so", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    pub output: Option<PathBuf>,
    /// Save all streams
    #[arg(id = "saveAll", long = "saveAll", visible_alias = "sa", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    pub all: Option<PathBuf>,
    /// Folder for the contestant's standard error; `None` for a game by hand.
    #[arg(skip)]
    pub error: Option<PathBuf>,
    /// True if existing streams are replaced.
    #[arg(skip)]
    pub replace: bool,
}

impl Folders {
    pub fn given(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.input, &self.output, &self.error, &self.all].into_iter().flatten()
    }

    pub fn keep_any(&self) -> bool {
        self.given().next().is_some()
    }

    /// Returns the files for the streams of a case.
    pub fn targets(&self, stem: &str) -> Vec<PathBuf> {
        ["in", "out", "err"].map(|ending| self.target(stem, ending)).into_iter().flatten().collect()
    }

    /// Begins the files of input and output, if they are to be saved. Their names do not contain
    /// the seed before they are complete.
    pub fn open(&self, stem: &str) -> Result<SavedStreams> {
        Ok(SavedStreams {
            files: [self.begin(stem, "in")?, self.begin(stem, "out")?],
            written: Ok(()),
        })
    }

    /// Begins the file for the stream with this ending, if it is to be saved.
    pub fn begin(&self, stem: &str, ending: &str) -> Result<Option<NewFile>> {
        let path = self.target(stem, ending);
        let begin = |path: PathBuf| NewFile::create(&path, self.replace);
        path.map(begin).transpose()
    }

    fn target(&self, stem: &str, ending: &str) -> Option<PathBuf> {
        let own = match ending {
            "in" => &self.input,
            "out" => &self.output,
            _ => &self.error,
        };
        let folder = own.as_ref().or(self.all.as_ref())?;
        Some(stream(folder, stem, ending))
    }
}

/// Returns the file in `folder` for a stream of a case.
pub(crate) fn stream(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    folder.join(format!("{stem}.{ending}"))
}

/// Claims the input and the output of a case in `folder` as inputs.
pub(crate) fn claim_streams(claims: &mut Claims, folder: &Path, stem: &str) {
    for path in ["in", "out"].map(|ending| stream(folder, stem, ending)) {
        claims.input(&path, &format!("the stream {}", path.display()));
    }
}

/// Streams that are being written; if this is dropped, they leave no files.
pub(crate) struct SavedStreams {
    /// Input and output.
    files: [Option<NewFile>; 2],
    /// The first error of writing.
    written: Result<()>,
}

impl SavedStreams {
    /// Gives the complete files their final names.
    pub fn keep(self) -> Result<()> {
        self.written?;
        self.files.into_iter().flatten().try_for_each(NewFile::keep)
    }

    /// Appends bytes to the input (0) or the output (1).
    pub fn append(&mut self, index: usize, bytes: &[u8]) {
        if let (Some(file), true) = (&mut self.files[index], self.written.is_ok()) {
            self.written = file.write_all(bytes).with_context(|| file.display_path());
        }
    }
}

/// Referees and scores the play of `job` by its streams `<case>.in` and `<case>.out` in `folder`.
/// Without an input file, the case is generated, without messages. Fails at a line that
/// this judge did not send.
pub(crate) fn load<G: Game>(job: &CaseJob<G>, folder: &Path) -> Result<ScoredPlay<G>> {
    let [input, output] = ["in", "out"].map(|ending| stream(folder, &job.stem, ending));
    if input.exists() {
        return read_scored(job, &input, &output);
    }
    let output = read(&output, job.play.game.limits().max_stream_bytes())?;
    let judged = job.play.judge(Messages::none(&job.play), &output);
    let judged = judged.map_err(|malformed| at(&input, &malformed))?;
    Ok(job.scored(judged, Origin::of(SAVED)))
}

/// Referees and scores the play of a contestant that read the file `input` (a case and messages)
/// and wrote the file `output`. Fails at a line that this judge did not send.
pub(crate) fn read_scored<G: Game>(
    job: &CaseJob<G>,
    input: &Path,
    output: &Path,
) -> Result<ScoredPlay<G>> {
    let limit = job.play.game.limits().max_stream_bytes();
    let (text, output) = (read_input(&job.play.game, input)?, read(output, limit)?);
    let case = job.play.read(&text);
    let judged = case.and_then(|(case, messages)| case.judge(messages, &output));
    let judged = judged.map_err(|malformed| at(input, &malformed))?;
    Ok(job.scored(judged, Origin::of(SAVED)))
}
