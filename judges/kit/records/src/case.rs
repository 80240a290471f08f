//! Names of cases, which decide whether two records are of the same case.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use game::Salt;
use scene::printable;
use serde::{Deserialize, Serialize};

/// Unique name of a case. Generated parameters do not count: two records are of the same case if
/// the same options were given. A case file has the same name in every folder.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CaseName {
    /// The game.
    pub game: String,
    /// The variant, if each seed is played in several variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Name of the case file, if the case was not generated; in records of version 1, its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Digest of the case in the file; absent in records of version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_digest: Option<String>,
    /// Options that draw or score the case, as given: `-N 10`; `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// Salt of the random choices during play, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
    /// The seed of the case; for a case from a file, that of the play.
    pub seed: u64,
    /// The seed that stands for this case, if `seed` repeats it with other choices during play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seed: Option<u64>,
}

impl CaseName {
    /// Describes the case: file or seed, options and salt.
    pub fn label(&self) -> String {
        let name = match &self.file {
            Some(file) if self.seed == 1 => file.clone(),
            Some(file) => format!("{file} seed {}", self.seed),
            None => format!("seed {}", self.seed),
        };
        let options = self.options.iter().map(|options| format!(" {options}"));
        let salt = self.salt.iter().map(|salt| format!(" salt {salt}"));
        name + &options.chain(salt).collect::<String>()
    }

    /// Describes the case with its variant, for people: `seed 7, subtask-3`.
    pub fn full_label(&self) -> String {
        let variant = self.variant.as_ref().filter(|_| self.file.is_none());
        let variant = variant.map_or(String::new(), |variant| format!(", {variant}"));
        printable(&(self.label() + &variant))
    }

    /// Returns the fields before the score in the line of a case: `Seed = 7, Variant = odd, `.
    pub fn fields(&self) -> String {
        let file = self.file.as_ref().map(|file| ("Case", printable(file)));
        let variant = self.variant.as_ref().map(|name| ("Variant", name.clone()));
        let fields = file.into_iter().chain([("Seed", self.seed.to_string())]).chain(variant);
        fields.map(|(name, value)| format!("{name} = {value}, ")).collect()
    }

    /// Returns the name of the case's files without an ending: seed and variant, or the name of the
    /// case file. If the run has `several` seeds, the name of a case file gets the seed.
    pub fn stem(&self, several: bool) -> String {
        match (&self.file, &self.variant) {
            (Some(file), _) if several => format!("{}.seed-{}", file_stem(file), self.seed),
            (Some(file), _) => file_stem(file),
            (None, Some(variant)) => format!("{}.{variant}", self.seed),
            (None, None) => self.seed.to_string(),
        }
    }

    /// Returns the options that choose the case on a judge's command line: the case file at `path`,
    /// or else a case of a run, whose records already contain file, options and salt.
    pub fn arguments(&self, path: Option<&Path>, of_run: bool) -> String {
        let file = self.file.as_ref().map(|name| match path.filter(|_| !of_run) {
            Some(path) => quoted(&path.display().to_string()),
            None => quoted(name),
        });
        let file = file.map(|file| format!("--case {file}"));
        let options = self.options.clone().filter(|_| !of_run);
        let variant = self.variant.iter().filter(|_| self.file.is_none());
        let salt = self.salt.as_ref().filter(|_| !of_run);
        // A case from a file usually has seed 1, which is the default.
        let has_seed = self.file.is_none() || self.seed != 1;
        let seed = has_seed.then(|| format!("--seed {}", self.seed));
        let words = file.into_iter().chain(seed).chain(options);
        let words = words.chain(variant.map(|variant| format!("--variant {}", quoted(variant))));
        words.chain(salt.map(|salt| format!("--salt {salt}"))).collect::<Vec<_>>().join(" ")
    }

    /// Returns true if the case has this seed, variant and file name, as far as they are given.
    pub fn has(&self, seed: Option<u64>, variant: Option<&str>, file: Option<&str>) -> bool {
        seed.is_none_or(|seed| self.seed == seed)
            && (variant.is_none() || self.variant.as_deref() == variant)
            && (file.is_none() || self.file.as_deref() == file)
    }

    /// Returns a name that all equal cases have, whatever their seeds or the names of their files.
    #[must_use]
    pub fn identity(&self) -> CaseName {
        CaseName {
            file: self.file.clone().filter(|_| self.file_digest.is_none()),
            seed: self.first_seed.unwrap_or(self.seed),
            first_seed: None,
            ..self.clone()
        }
    }

    /// Removes the salt, because a resumed run draws other salts.
    #[must_use]
    pub fn unsalted(mut self) -> CaseName {
        self.salt = None;
        self
    }

    /// Returns a sort key: shorter texts come first.
    fn rank(&self) -> impl Ord + '_ {
        let texts = [&self.file, &self.file_digest, &self.options, &self.variant]
            .map(|text| (text.as_ref().map(String::len), text));
        (texts, &self.salt, &self.game, self.seed)
    }
}

/// Names of cases. Of equal ones, which count as one observation, the first stands for all.
pub struct EqualCases<'a>(HashMap<CaseName, &'a CaseName>);

impl<'a> EqualCases<'a> {
    /// Finds the equal ones of these cases.
    pub fn of(names: impl Iterator<Item = &'a CaseName>) -> EqualCases<'a> {
        let mut first = HashMap::new();
        for name in names {
            let known = first.entry(name.identity()).or_insert(name);
            *known = name.min(*known);
        }
        EqualCases(first)
    }

    /// Returns the name that stands for a case, which must be one of them.
    pub fn first(&self, name: &CaseName) -> &'a CaseName {
        self.0[&name.identity()]
    }
}

/// Quotes `text` as one shell word.
pub fn quoted(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_string(), |word| word.into_owned())
}

/// Returns the name of a case file without its ending; `stdin` for standard input.
pub fn file_stem(file: &str) -> String {
    let file = if file == "-" { "stdin" } else { file };
    Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Generated cases come before files; `2.in` before `10.in`, `-N 6` before `-N 16`.
impl Ord for CaseName {
    fn cmp(&self, other: &CaseName) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for CaseName {
    fn partial_cmp(&self, other: &CaseName) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Number of digits of a digest that distinguish case files in a file of best scores.
const DIGITS: usize = 8;

/// Prints the case as one word without a comma, for files of scores: `7`, `7.subtask-3`,
/// `1.in@3f92c0de#7`, `7[-N 10]`, `7[salt=x]`.
impl fmt::Display for CaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, &self.file_digest) {
            (Some(file), Some(digest)) => {
                let digest = digest.get(..DIGITS).unwrap_or(digest);
                write!(f, "{file}@{digest}#{}", self.seed)?;
            }
            (Some(file), None) => write!(f, "{file}#{}", self.seed)?,
            (None, _) => f.write_str(&self.stem(false))?,
        }
        if let Some(options) = &self.options {
            write!(f, "[{}]", options.replace(',', ";"))?;
        }
        match &self.salt {
            Some(salt) => write!(f, "[salt={salt}]"),
            None => Ok(()),
        }
    }
}
