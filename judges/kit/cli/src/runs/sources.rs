//! The sources of a program: files that it is built from, started with, or may read.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io::{Cursor, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use super::words::{existing, on_path, parts};
use anyhow::{Context, Result, ensure};
use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;
use records::digest;
use zip::ZipArchive;

/// Maximum total size of the sources, bytes, and their maximum number.
const LARGEST: u64 = 64 << 20;
const MOST: usize = 10_000;

/// Names in a contestant's folder that are output of judges, compilers, editors or interpreters, or
/// text for people. `sources` in judge.toml can name them all the same.
const FOREIGN: &str = "judge.toml *.jsonl *.html *.in *.out *.err *.log *-bests.csv *.o *.d perf.data* \
    *.md *.rst *.adoc *.org *.pdf LICENSE* COPYING* README* NOTES* TODO* CHANGELOG* .clang* .gitignore .gitattributes .editorconfig .vscode .idea";

/// Names that are never sources.
const NEVER: &str = ".store .git .hg .svn .jj __pycache__ *.pyc .tmp-judge-* *~ #*# .#* \
    *.sw? .*.kate-swp .goutputstream-* *___jb_* 4913 *.tmp *.orig *.rej .DS_Store";

/// Endings of source code that is compiled, and names of files and folders for builds: a compiled
/// program does not read them.
const COMPILED: &str = "c cc cpp cxx go h hh hpp hxx inc inl ipp tcc tpp s S asm cu rs swift java kt scala \
    cs fs hs ml mli d zig nim cr pas f f77 f90 f95 cmake mk ninja gradle";
const FOR_BUILDS: &str = ".cargo Makefile makefile GNUmakefile CMakeLists.txt Cargo.toml Cargo.lock build.rs \
    pom.xml meson.build go.mod go.sum";

/// Programs that compile what they start, so that it changes with its source code.
const COMPILERS: &str =
    "cargo go make ninja dotnet gradle mvn sbt swift zig nim dub runghc rustc cc c++ gcc g++";

/// Names inside folders whose files are caches or installed by tools: none of them is a source.
const INSTALLED: [&str; 3] = ["run.json", "pyvenv.cfg", "CACHEDIR.TAG"];

/// A rule that determines which files are sources.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceRule {
    /// Folder of judge.toml or else the working folder, as a canonical path.
    pub folder: PathBuf,
    /// True with a judge.toml: the files in its folder that git does not ignore are sources.
    pub of_folder: bool,
    /// Entries of the key `sources` in judge.toml, instead of git's rules: paths and patterns.
    pub patterns: Option<Vec<String>>,
    /// Folder in which the command starts.
    pub start: PathBuf,
    /// Command that built the program.
    pub build: Option<String>,
    /// Files and folders named by the command or --cpp.
    pub named: Vec<PathBuf>,
    /// True if the command may compile the sources when it starts.
    pub compiles: bool,
    /// The program of the command if it is in a folder of PATH; the history does not keep it.
    pub on_path: Option<PathBuf>,
    /// Files and folders that the run writes.
    pub outputs: Vec<PathBuf>,
}

/// The sources at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// The files by their absolute path.
    pub files: BTreeMap<PathBuf, SourceFile>,
    /// True if files were left out because of the limits.
    is_cut: bool,
    /// Folders and files that cannot be read, each with the reason.
    pub unreadable: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    stamp: Stamp,
    /// Digest of the content; of a jar, of its entries without their times.
    hash: String,
}

/// A file, or an error that names a folder.
type Walked = Result<PathBuf, ignore::Error>;

/// Device, inode, length, and time of the last change in ns. Files with equal stamps are equal.
type Stamp = (u64, u64, u64, i128);

/// Returns the stamp of a file.
fn stamp(facts: &Metadata) -> Stamp {
    let changed = i128::from(facts.ctime()) * 1_000_000_000 + i128::from(facts.ctime_nsec());
    (facts.dev(), facts.ino(), facts.len(), changed)
}

impl SourceRule {
    /// Returns the rule without a judge.toml: only files that the command names are sources.
    pub fn here() -> Result<SourceRule> {
        let here = env::current_dir().and_then(|here| here.canonicalize());
        let folder = here.context("the working folder")?;
        Ok(SourceRule {
            start: folder.clone(),
            folder,
            outputs: [1, 2].into_iter().filter_map(redirected).collect(),
            ..SourceRule::default()
        })
    }

    /// Adds the files that the words of a command name: also in lists such as a class path, behind
    /// `NAME=`, in a command line for a shell, and as a module of Python.
    pub fn name(&mut self, words: &[OsString]) {
        let (program, arguments) = words.split_first().unzip();
        let program: Option<&Path> = program.map(Path::new);
        self.on_path = program.and_then(on_path);
        // A shell does not search the working folder for a program without a slash.
        let place =
            program.filter(|program| program.components().count() > 1 || program.is_absolute());
        let texts: Vec<String> =
            arguments.into_iter().flatten().map(|word| word.to_string_lossy().into()).collect();
        let parts = parts(&texts);
        let mut all = program.into_iter().chain(parts.iter().map(PathBuf::as_path));
        self.compiles = all.any(|word| word.file_name().is_some_and(|name| has(COMPILERS, name)));
        let places = place.map(PathBuf::from).into_iter().chain(parts);
        self.named = places.filter_map(|word| existing(&self.start.join(word))).collect();
    }

    /// Excludes a file or folder that the run writes.
    pub fn exclude(&mut self, output: &Path) {
        let absolute = std::path::absolute(output).unwrap_or_else(|_| output.into());
        let folder = absolute.parent();
        let folder = folder.and_then(|folder| folder.canonicalize().ok());
        let place = folder.zip(absolute.file_name());
        self.outputs.extend(place.map(|(folder, name)| folder.join(name)));
    }

    /// Returns the name of a source: its path in the folder; for a file elsewhere, its own name.
    pub fn label<'a>(&self, path: &'a Path) -> &'a Path {
        let own = Path::new(path.file_name().unwrap_or_default());
        path.strip_prefix(&self.folder).unwrap_or(own)
    }

    /// Returns true if a running program can read the file: anything but source code that was compiled.
    pub fn is_read(&self, path: &Path) -> bool {
        let is_code = path.extension().is_some_and(|ending| has(COMPILED, ending))
            || path.iter().any(|name| has(FOR_BUILDS, name));
        !is_code || self.compiles || self.named.iter().any(|named| named == path)
    }

    /// Reads the sources; takes hashes of unchanged files from `before`.
    pub fn read(&self, before: &Sources) -> Result<Sources> {
        let mut sources = Sources::default();
        let mut size = 0;
        for path in self.paths()? {
            let path = match path {
                Ok(path) => path,
                Err(error) => {
                    let problem = error.io_error().map(ToString::to_string);
                    let is_new = |problem: &String| !sources.unreadable.contains(problem);
                    let problem = problem.filter(is_new);
                    sources.unreadable.extend(problem);
                    continue;
                }
            };
            // The file may have been deleted meanwhile by an editor or a build.
            let Ok(facts) = fs::metadata(&path) else {
                continue;
            };
            if !facts.is_file() || sources.files.contains_key(&path) {
                continue;
            }
            if size + facts.len() > LARGEST || sources.files.len() == MOST {
                sources.is_cut = true;
                continue;
            }
            size += facts.len();
            let stamp = stamp(&facts);
            let known = before.files.get(&path);
            let known = known.filter(|known| known.stamp == stamp);
            let hash = match known {
                Some(known) => known.hash.clone(),
                None => match fs::read(&path) {
                    Ok(content) => jar_digest(&path, &content).unwrap_or_else(|| digest(&content)),
                    Err(error) => {
                        if error.kind() != ErrorKind::NotFound {
                            let problem = format!("{}: {error}", path.display());
                            sources.unreadable.push(problem);
                        }
                        continue;
                    }
                },
            };
            sources.files.insert(path, SourceFile { stamp, hash });
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
                true if is_inside => paths.extend(self.walk(named, None, false)?),
                true => {}
            }
        }
        let is_named = self.named.contains(&self.folder);
        match &self.patterns {
            Some(entries) => {
                for entry in entries {
                    paths.extend(self.entry(entry)?);
                }
            }
            None if self.of_folder || is_named => {
                paths.extend(self.walk(&self.folder, None, true)?);
                paths.extend(self.walk(&self.folder, Some(LIBRARIES), false)?);
            }
            None => {}
        }
        Ok(paths)
    }

    /// Fails if an entry of `sources` is malformed or names no file.
    pub fn check(&self) -> Result<()> {
        for entry in self.patterns.iter().flatten() {
            let found = self.entry(entry).with_context(|| format!("`{entry}`"))?;
            ensure!(!found.is_empty(), "`{entry}` names no file");
        }
        Ok(())
    }

    /// Lists the files of an entry of `sources`: a file, a folder, or a pattern.
    fn entry(&self, entry: &str) -> Result<Vec<Walked>> {
        let is_literal = |part: &Component| {
            !part.as_os_str().as_encoded_bytes().iter().any(|byte| b"*?[{".contains(byte))
        };
        let parts: Vec<Component> = Path::new(entry).components().collect();
        let literal = parts.iter().take_while(|part| is_literal(part)).count();
        let place = self.folder.join(parts[..literal].iter().collect::<PathBuf>());
        let Ok(place) = place.canonicalize() else {
            return Ok(Vec::new());
        };
        let pattern: PathBuf = parts[literal..].iter().collect();
        match (pattern.to_str().filter(|pattern| !pattern.is_empty()), place.is_dir()) {
            (Some(pattern), _) => self.walk(&place, Some(pattern), false),
            (None, true) => self.walk(&place, None, place == self.folder),
            (None, false) => Ok(vec![Ok(place)]),
        }
    }

    /// Lists the files below `folder` that match the patterns, or all without patterns; no outputs.
    /// With `with_git`, foreign files and files that git ignores are left out.
    fn walk(&self, folder: &Path, patterns: Option<&str>, with_git: bool) -> Result<Vec<Walked>> {
        let mut chosen = OverrideBuilder::new(folder);
        for pattern in patterns.into_iter().flat_map(|patterns| patterns.split(' ')) {
            // A pattern with a slash is anchored at the folder.
            chosen.add(pattern)?.add(&format!("{pattern}/**"))?;
        }
        let foreign = if with_git { FOREIGN } else { "judge.toml" };
        for name in [NEVER, foreign].into_iter().flat_map(str::split_ascii_whitespace) {
            chosen.add(&format!("!{}", name.replace('#', "\\#")))?;
        }
        let outputs = self.outputs.clone();
        let root = folder.to_path_buf();
        let walk = WalkBuilder::new(folder)
            .overrides(chosen.build()?)
            .hidden(false)
            .ignore(with_git)
            .git_ignore(with_git)
            .git_exclude(with_git)
            .git_global(with_git)
            .parents(with_git)
            .require_git(false)
            .sort_by_file_path(Path::cmp)
            .filter_entry(move |entry| {
                let path = entry.path();
                let is_installed = || INSTALLED.iter().any(|name| path.join(name).is_file());
                path == root || !outputs.iter().any(|output| output == path) && !is_installed()
            })
            .build();
        let is_folder = |entry: &ignore::DirEntry| entry.path().is_dir();
        let files = walk.filter(|entry| !entry.as_ref().is_ok_and(is_folder));
        Ok(files.map(|entry| entry.map(ignore::DirEntry::into_path)).take(2 * MOST).collect())
    }
}

/// Patterns of libraries, which git often ignores, but programs load.
const LIBRARIES: &str = "*.so *.so.* *.jar";

impl Sources {
    /// Returns a note if files were left out because of the limits; empty otherwise.
    pub fn cut(&self) -> &'static str {
        if self.is_cut { "; files beyond 64 MiB or 10000 files do not count" } else { "" }
    }

    /// Returns a digest of names and contents, and of the `texts` of the program's commands; `None`
    /// without files.
    pub fn digest(&self, rule: &SourceRule, texts: &[&str]) -> Option<String> {
        let mut all = texts.join("\0").into_bytes();
        for (path, file) in &self.files {
            all.push(0);
            all.extend(rule.label(path).as_os_str().as_encoded_bytes());
            all.push(0);
            all.extend(file.hash.as_bytes());
        }
        let is_any = !self.files.is_empty();
        is_any.then(|| digest(&all))
    }

    /// Returns the paths of files that differ in content, or exist only on one side.
    pub fn changes(&self, now: &Sources) -> Vec<PathBuf> {
        let [here, there] = [self, now].map(|sources| {
            sources.files.iter().map(|(path, file)| (path, &file.hash)).collect::<BTreeSet<_>>()
        });
        let paths: BTreeSet<&PathBuf> =
            (here.symmetric_difference(&there)).map(|file| file.0).collect();
        paths.into_iter().cloned().collect()
    }
}

/// Returns true if the list of words has this name.
fn has(list: &str, name: &OsStr) -> bool {
    list.split_ascii_whitespace().any(|known| name == known)
}

/// Returns the file to which standard output or standard error goes, if any.
fn redirected(descriptor: u32) -> Option<PathBuf> {
    let path = fs::read_link(format!("/proc/self/fd/{descriptor}")).ok()?;
    path.is_file().then_some(path)
}

/// Returns a digest of the entries of a jar: names, sizes and checksums. Their times, which differ
/// whenever equal sources are packed again, do not count. `None` for other files.
fn jar_digest(path: &Path, content: &[u8]) -> Option<String> {
    if path.extension()? != "jar" {
        return None;
    }
    let mut archive = ZipArchive::new(Cursor::new(content)).ok()?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).ok()?;
        entries.push(format!("{} {} {:08x}\n", entry.name(), entry.size(), entry.crc32()));
    }
    entries.sort_unstable();
    Some(digest(entries.concat().as_bytes()))
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
        sources.files.keys().map(|path| rule.label(path).display().to_string()).collect()
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
            "NOTES.txt",
            ".p.cpp.swo",
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
        assert_eq!(first.digest(&rule, &[]), read(&moved).digest(&moved, &[]));
        write(folder.path(), "lib/a.h", "lib/a.h");
        let touched = rule.read(&first).unwrap();
        let found = (touched.digest(&rule, &[]), first.changes(&touched));
        assert_eq!(found, (first.digest(&rule, &[]), vec![]));
        write(folder.path(), "lib/a.h", "lib/b.h");
        let changed = rule.read(&touched).unwrap();
        assert_ne!(changed.digest(&rule, &[]), first.digest(&rule, &[]));
        assert_ne!(first.digest(&rule, &["-O1"]), first.digest(&rule, &["-O3"]));
        assert_eq!(first.changes(&changed), [rule.folder.join("lib/a.h")]);
        fs::rename(other.path().join("lib/a.h"), other.path().join("lib/c.h")).unwrap();
        assert_ne!(read(&moved).digest(&moved, &[]), first.digest(&rule, &[]));
        assert_eq!(Sources::default().digest(&rule, &[]), None);
    }
}
