//! Names of cases, which decide whether two records are of the same case.

use std::cmp::Ordering;
use std::fmt;
use std::path::Path;

use game::Salt;
use serde::{Deserialize, Serialize};

/// Everything that distinguishes a case, except its seed. Generated parameters do not count: two
/// records are of the same case if the same options were given.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CaseSource {
    /// The game.
    pub game: String,
    /// The variant, if each seed is played in several variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The case file, if the case was not generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Options that draw or score the case, as given: `-N 10`; `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// Salt of the random choices during play, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

/// Unique name of a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CaseKey {
    /// Its source.
    #[serde(flatten)]
    pub source: CaseSource,
    /// The seed of the case; for a case from a file, that of the play.
    pub seed: u64,
}

impl CaseKey {
    /// Describes the case: file or seed, options and salt.
    pub fn label(&self) -> String {
        let mut label = match &self.source.file {
            Some(file) if self.seed == 1 => file.clone(),
            Some(file) => format!("{file} seed {}", self.seed),
            None => format!("seed {}", self.seed),
        };
        if let Some(options) = &self.source.options {
            label += &format!(" {options}");
        }
        if let Some(salt) = &self.source.salt {
            label += &format!(" salt {salt}");
        }
        label
    }

    /// Returns the name of the case's files without an ending: seed and variant, or the name of the
    /// case file. If the run has `several` seeds, the name of a case file gets the seed.
    pub fn stem(&self, several: bool) -> String {
        match (&self.source.file, &self.source.variant) {
            (Some(file), _) if several => format!("{}.seed-{}", file_stem(file), self.seed),
            (Some(file), _) => file_stem(file),
            (None, Some(variant)) => format!("{}.{variant}", self.seed),
            (None, None) => self.seed.to_string(),
        }
    }

    /// Removes the salt, because a resumed run draws other salts.
    #[must_use]
    pub fn unsalted(mut self) -> CaseKey {
        self.source.salt = None;
        self
    }
}

/// Returns the name of a case file without its ending; `stdin` for standard input.
pub fn file_stem(file: &str) -> String {
    let file = if file == "-" { "stdin" } else { file };
    let stem = Path::new(file).file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

impl CaseSource {
    /// Returns a sort key: shorter texts come first.
    fn rank(&self) -> impl Ord + '_ {
        let CaseSource {
            game,
            variant,
            file,
            options,
            salt,
        } = self;
        let texts = [file, options, variant].map(Option::as_deref);
        let texts = texts.map(|text| (text.map(str::len), text));
        (texts, salt, game)
    }
}

/// Generated cases come before files; `2.in` before `10.in`, `-N 6` before `-N 16`.
impl Ord for CaseSource {
    fn cmp(&self, other: &CaseSource) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for CaseSource {
    fn partial_cmp(&self, other: &CaseSource) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Prints the case as one word without a comma, for files of scores: `7`, `7.subtask-3`,
/// `cases/1.in#7`, `7[-N 10]`, `7[salt=x]`.
impl fmt::Display for CaseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = &self.source;
        match &source.file {
            Some(file) => write!(f, "{file}#{}", self.seed)?,
            None => f.write_str(&self.stem(false))?,
        }
        if let Some(options) = &source.options {
            write!(f, "[{}]", options.replace(',', ";"))?;
        }
        match &source.salt {
            Some(salt) => write!(f, "[salt={salt}]"),
            None => Ok(()),
        }
    }
}
