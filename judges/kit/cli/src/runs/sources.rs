//! The sources of a program: files that it is built from and started with.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::iter;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;
use sha1::{Digest, Sha1};

/// Maximum total size of the sources, bytes, and their maximum number.
const LARGEST: u64 = 64 << 20;
const MOST: usize = 10_000;

/// Names in a contestant's folder that are output of judges, compilers, editors or interpreters.
const WRITTEN: &str = "judge.toml *.jsonl *.html *.in *.out *.err *.log *-bests.csv *.o *.d \
    __pycache__ *.pyc *~";

/// Folders with programs of the system.
const OF_SYSTEM: [&str; 2] = ["/usr", "/bin"];

/// A rule that determines which files are sources.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceRule {
    /// Folder of judge.toml or else the working folder, as a canonical path.
    pub folder: PathBuf,
    /// True with a judge.toml: the files in its folder that git does not ignore are sources.
    pub of_folder: bool,
    /// Patterns in judge.toml (key `sources`) for the sources, instead of git's rules.
    pub patterns: Option<Vec<String>>,
    /// Files and folders named by the command or --cpp.
    pub named: Vec<PathBuf>,
    /// The program of the command if it is in a folder of PATH; the history does not keep it.
    pub on_path: Option<PathBuf>,
    /// Files and folders that the run writes.
    pub outputs: Vec<PathBuf>,
}

/// The sources at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// Files by their path in the folder; a file elsewhere, by its name.
    pub files: BTreeMap<PathBuf, SourceFile>,
    /// True if files were left out because of the limits.
    pub is_cut: bool,
    /// Folders and files that cannot be read, each with the reason.
    pub unreadable: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    pub path: PathBuf,
    stamp: Stamp,
    hash: [u8; 20],
}

/// A file, or an error that names a folder.
type Walked = Result<PathBuf, ignore::Error>;

/// Device, inode, length, and time of the last change in ns.
type Stamp = (u64, u64, u64, i128);

impl SourceRule {
    /// Returns the rule without a judge.toml: only files that the command names are sources.
    pub fn here() -> Result<SourceRule> {
        let here = env::current_dir().and_then(|here| here.canonicalize());
        Ok(SourceRule {
            folder: here.context("the working folder")?,
            outputs: [1, 2].into_iter().filter_map(redirected).collect(),
            ..SourceRule::default()
        })
    }

    /// Adds the files that the words of a command name; returns the file or folder of each word.
    pub fn name(&mut self, words: &[OsString]) -> Vec<Option<PathBuf>> {
        let (program, arguments) = words.split_first().unzip();
        let program: Option<&Path> = program.map(Path::new);
        self.on_path = program.and_then(on_path);
        // A shell does not search the working folder for a program without a slash.
        let place =
            program.filter(|program| program.components().count() > 1 || program.is_absolute());
        let words = arguments.into_iter().flatten();
        let words = words.map(|word| existing(Path::new(word)));
        let paths: Vec<_> = iter::once(place.and_then(existing)).chain(words).collect();
        self.named = paths.iter().flatten().cloned().collect();
        paths
    }

    /// Excludes a file or folder that the run writes.
    pub fn exclude(&mut self, output: &Path) {
        let absolute = std::path::absolute(output).unwrap_or_else(|_| output.into());
        let folder = absolute.parent();
        let folder = folder.and_then(|folder| folder.canonicalize().ok());
        let place = folder.zip(absolute.file_name());
        self.outputs
            .extend(place.map(|(folder, name)| folder.join(name)));
    }

    /// Returns the path of a source in the folder; for a file elsewhere, its name.
    pub fn relative(&self, path: &Path) -> PathBuf {
        let inside = path.strip_prefix(&self.folder).map(Path::to_path_buf);
        inside.unwrap_or_else(|_| path.file_name().unwrap_or_default().into())
    }

    /// Reads the sources; takes hashes of unchanged files from `before`.
    pub fn read(&self, before: &Sources) -> Result<Sources> {
        let mut sources = Sources::default();
        let mut size = 0;
        for path in self.paths()? {
            let problem = |error: ignore::Error| error.io_error().map(ToString::to_string);
            let Ok(path) = path.map_err(|error| sources.unreadable.extend(problem(error))) else {
                continue;
            };
            let relative = self.relative(&path);
            // The file may have been deleted meanwhile by an editor or a build.
            let Ok(facts) = fs::metadata(&path) else {
                continue;
            };
            if !facts.is_file() || sources.files.contains_key(&relative) {
                continue;
            }
            if size + facts.len() > LARGEST || sources.files.len() == MOST {
                sources.is_cut = true;
                continue;
            }
            size += facts.len();
            let changed =
                i128::from(facts.ctime()) * 1_000_000_000 + i128::from(facts.ctime_nsec());
            let stamp = (facts.dev(), facts.ino(), facts.len(), changed);
            let known = before.files.get(&relative);
            let known = known.filter(|known| known.stamp == stamp);
            let hash = match known {
                Some(known) => known.hash,
                None => match fs::read(&path) {
                    Ok(content) => Sha1::digest(content).into(),
                    Err(error) => {
                        if error.kind() != ErrorKind::NotFound {
                            let problem = format!("{}: {error}", path.display());
                            sources.unreadable.push(problem);
                        }
                        continue;
                    }
                },
            };
            let file = SourceFile { path, stamp, hash };
            sources.files.insert(relative, file);
        }
        Ok(sources)
    }

    /// Lists the named files and the files of the folder, with an error for each folder that cannot
    /// be read. Links to folders are not followed.
    pub fn paths(&self) -> Result<Vec<Walked>> {
        let mut paths: Vec<Walked> = self.on_path.iter().cloned().map(Ok).collect();
        for named in &self.named {
            let is_inside = named.starts_with(&self.folder) && *named != self.folder;
            match named.is_dir() {
                false => paths.push(Ok(named.clone())),
                // Git often ignores the results of a build.
                true if is_inside => paths.extend(self.walk(named, &[], false)?),
                true => {}
            }
        }
        let is_named = self.named.contains(&self.folder);
        match &self.patterns {
            Some(patterns) => paths.extend(self.walk(&self.folder, patterns, false)?),
            None if self.of_folder || is_named => {
                paths.extend(self.walk(&self.folder, &[], true)?)
            }
            None => {}
        }
        Ok(paths)
    }

    /// Lists the files below `folder` that match a pattern, or all without patterns; no outputs.
    fn walk(&self, folder: &Path, patterns: &[String], with_git: bool) -> Result<Vec<Walked>> {
        let mut chosen = OverrideBuilder::new(folder);
        for pattern in patterns {
            let pattern = pattern.trim_end_matches('/');
            chosen.add(pattern)?.add(&format!("{pattern}/**"))?;
        }
        for name in WRITTEN.split(' ') {
            chosen.add(&format!("!{name}"))?;
        }
        let outputs = self.outputs.clone();
        let walk = WalkBuilder::new(folder)
            .overrides(chosen.build()?)
            .ignore(with_git)
            .git_ignore(with_git)
            .git_exclude(with_git)
            .git_global(with_git)
            .parents(with_git)
            .require_git(false)
            .sort_by_file_path(Path::cmp)
            .filter_entry(move |entry| {
                let is_run = || entry.path().join("run.json").is_file();
                !outputs.iter().any(|output| output == entry.path()) && !is_run()
            })
            .build();
        let is_folder = |entry: &ignore::DirEntry| entry.path().is_dir();
        let files = walk.filter(|entry| !entry.as_ref().is_ok_and(is_folder));
        let paths = files.map(|entry| entry.map(ignore::DirEntry::into_path));
        Ok(paths.take(2 * MOST).collect())
    }
}

impl Sources {
    /// Returns a digest of the paths and contents; `None` without files.
    pub fn digest(&self) -> Option<String> {
        let mut digest = Sha1::new();
        for (path, file) in &self.files {
            digest.update(path.as_os_str().as_encoded_bytes());
            digest.update([0]);
            digest.update(file.hash);
        }
        let hex = |byte: &u8| format!("{byte:02x}");
        let is_any = !self.files.is_empty();
        is_any.then(|| digest.finalize().iter().map(hex).collect())
    }

    /// Returns the paths of files that differ in content, or exist only on one side.
    pub fn changes(&self, now: &Sources) -> Vec<PathBuf> {
        let hash =
            |sources: &Sources, path: &PathBuf| sources.files.get(path).map(|file| file.hash);
        let mut paths: Vec<&PathBuf> = self.files.keys().chain(now.files.keys()).collect();
        paths.sort_unstable();
        paths.dedup();
        paths.retain(|path| hash(self, path) != hash(now, path));
        paths.into_iter().cloned().collect()
    }
}

/// Returns the file or folder that a word of a command names, unless it is part of the system.
pub(super) fn existing(word: &Path) -> Option<PathBuf> {
    let path = word.canonicalize().ok()?;
    let is_own = !OF_SYSTEM.iter().any(|folder| path.starts_with(folder));
    (is_own && (path.is_file() || path.is_dir())).then_some(path)
}

/// Searches the folders of PATH for a program without a slash that is not part of the system.
pub(super) fn on_path(program: &Path) -> Option<PathBuf> {
    let is_bare = !program.as_os_str().as_encoded_bytes().contains(&b'/');
    let folders = env::var_os("PATH").filter(|_| is_bare)?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join(program));
    existing(&files.find(|file| file.is_file())?)
}

/// Returns the file to which standard output or standard error goes, if any.
fn redirected(descriptor: u32) -> Option<PathBuf> {
    let path = fs::read_link(format!("/proc/self/fd/{descriptor}")).ok()?;
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn write(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Returns the names of the sources in the folder.
    fn names(rule: &SourceRule) -> Vec<String> {
        let sources = rule.read(&Sources::default()).unwrap();
        sources
            .files
            .keys()
            .map(|path| path.display().to_string())
            .collect()
    }

    fn project() -> (tempfile::TempDir, SourceRule) {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "Makefile",
            "lib/a.h",
            "src/p.cpp",
            "trash/x",
            "p",
            "1.in",
            "a.jsonl",
            "p.o",
            "judge.toml",
            "__pycache__/p.pyc",
            "history/slider-1/run.json",
            "history/slider-1/sources/p.cpp",
            "out/list",
        ] {
            write(folder.path(), name, name);
        }
        write(folder.path(), ".gitignore", "trash\np\n");
        symlink(".", folder.path().join("lib/loop")).unwrap();
        let here = folder.path().canonicalize().unwrap();
        let rule = SourceRule {
            outputs: vec![here.join("out")],
            folder: here,
            of_folder: true,
            ..SourceRule::default()
        };
        (folder, rule)
    }

    #[test]
    fn sources_are_what_neither_git_nor_judges_and_builds_own() {
        let (_folder, mut rule) = project();
        assert_eq!(names(&rule), ["Makefile", "lib/a.h", "src/p.cpp"]);
        rule.named = vec![rule.folder.join("p"), rule.folder.join("trash")];
        let expected = ["Makefile", "lib/a.h", "p", "src/p.cpp", "trash/x"];
        assert_eq!(names(&rule), expected);
        rule.patterns = Some(["*.cpp", "lib"].map(String::from).to_vec());
        assert_eq!(names(&rule), ["lib/a.h", "p", "src/p.cpp", "trash/x"]);
        rule.of_folder = false;
        rule.patterns = None;
        assert_eq!(names(&rule), ["p", "trash/x"]);
    }

    #[test]
    fn the_digest_is_that_of_names_and_contents() {
        let ((folder, rule), (other, moved)) = (project(), project());
        let read = |rule: &SourceRule| rule.read(&Sources::default()).unwrap();
        let first = read(&rule);
        assert_eq!(first.digest(), read(&moved).digest());
        write(folder.path(), "lib/a.h", "lib/a.h");
        let touched = rule.read(&first).unwrap();
        let found = (touched.digest(), first.changes(&touched));
        assert_eq!(found, (first.digest(), vec![]));
        write(folder.path(), "lib/a.h", "lib/b.h");
        let changed = rule.read(&touched).unwrap();
        assert_ne!(changed.digest(), first.digest());
        assert_eq!(first.changes(&changed), [Path::new("lib/a.h")]);
        fs::rename(other.path().join("lib/a.h"), other.path().join("lib/c.h")).unwrap();
        assert_ne!(read(&moved).digest(), first.digest());
        assert_eq!(Sources::default().digest(), None);
    }
}
