//! Programs: the contestant of a run, its command, build and sources, and their digest. The program
//! of a past run starts in a folder made of the files that the run kept.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use rustix::fs::{Mode, OFlags, open};
use tempfile::TempDir;

use super::sources::{SourceRule, Sources};
use crate::exec::CommandLine;
use crate::linked::build_linked;
use crate::signals::Signals;
use game::{Game, LinkedForm};
use records::{
    Claims, Conditions, KeptRun, Origin, RunIdentity, UserError, check_owner, eprint_line, quoted,
};
use scene::printable;

/// Word that precedes the C++ sources of a program in the linked form.
pub(crate) const LINKED: &str = "--cpp";

/// A program that can be started.
pub(crate) struct Program {
    /// The command line that starts the program.
    pub command: CommandLine,
    /// The compiled program, if the command names one.
    held: Option<HeldFile>,
    /// True if it was built in the linked form.
    pub is_linked: bool,
    /// Folder of a copied program; deleted when this is dropped.
    pub folder: Option<TempDir>,
    /// Folders of the shared libraries that were copied with it.
    pub libraries: BTreeSet<PathBuf>,
    pub rule: SourceRule,
    /// Sources at the time when this was made, and their digest.
    pub sources: Sources,
    pub digest: Option<String>,
}

/// A compiled program that stays open: a build that replaces the file does not change it.
struct HeldFile {
    /// Contestants' supervisors inherit the descriptor.
    file: File,
    path: PathBuf,
    /// Length, and time of the last write.
    written: (u64, SystemTime),
}

impl HeldFile {
    /// Opens a file if it is a compiled program.
    fn open(path: &Path) -> Option<HeldFile> {
        let mut file =
            File::from(open(path, OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty()).ok()?);
        let mut start = [0; 4];
        file.read_exact(&mut start).ok()?;
        let facts = file.metadata().ok()?;
        let written = (facts.len(), facts.modified().ok()?);
        let path = path.canonicalize().ok()?;
        (start == *b"\x7fELF").then_some(HeldFile { file, path, written })
    }

    /// Returns true if the file itself, not its name, was written to.
    fn is_overwritten(&self) -> bool {
        let facts = self.file.metadata();
        let written = facts.and_then(|facts| Ok((facts.len(), facts.modified()?)));
        !written.is_ok_and(|written| written == self.written)
    }
}

impl Program {
    /// Builds a program from C++ `files` in the linked form `form`.
    pub fn linked(
        form: &LinkedForm,
        files: &[PathBuf],
        rule: SourceRule,
        interrupted: &AtomicBool,
    ) -> Result<Program> {
        let files_typed = files.iter().map(|file| file.clone().into_os_string());
        let words: Vec<OsString> = [LINKED.into()].into_iter().chain(files_typed).collect();
        // The program stays open when its folder is deleted.
        let (program, _folder) = build_linked(form, files, interrupted)?;
        let shown = words.iter().map(|word| quoted(&word.to_string_lossy()));
        let text = shown.collect::<Vec<_>>().join(" ");
        let mut made = Program::new(CommandLine { text, words }, rule)?;
        made.held = HeldFile::open(&program);
        made.command.words = vec![program.into()];
        made.is_linked = true;
        Ok(made)
    }

    /// Creates the program that this command starts.
    pub fn new(command: CommandLine, mut rule: SourceRule) -> Result<Program> {
        rule.name(&command.words);
        let sources = rule.read(&Sources::default())?;
        if !sources.unreadable.is_empty() {
            let problems = sources.unreadable.join("; ");
            eprint_line(&format!("warning: left out of the program's sources: {problems}"));
        }
        let first = rule.start.join(&command.words[0]);
        let is_path = Path::new(&command.words[0]).components().count() > 1;
        let held = is_path.then(|| HeldFile::open(&first)).flatten();
        let mut program = Program {
            command,
            held,
            is_linked: false,
            folder: None,
            libraries: BTreeSet::new(),
            rule,
            digest: None,
            sources,
        };
        program.digest = program.digest_of(&program.sources);
        Ok(program)
    }

    fn digest_of(&self, sources: &Sources) -> Option<String> {
        let build = self.rule.build.as_deref().unwrap_or_default();
        sources.digest(&self.rule, &[&self.command.text, build])
    }

    /// Returns the folder in which it starts; an empty path if that is the judge's own, which the
    /// contestant's user need not be able to enter.
    pub fn folder_to_enter(&self) -> PathBuf {
        let here = env::current_dir().and_then(|here| here.canonicalize());
        let is_here = here.is_ok_and(|here| here == self.rule.start);
        if is_here { PathBuf::new() } else { self.rule.start.clone() }
    }

    /// Returns the descriptor of the compiled program.
    pub fn descriptor(&self) -> Option<RawFd> {
        self.held.as_ref().map(|held| held.file.as_raw_fd())
    }

    /// Returns the origin of its plays, without the machine.
    pub fn origin(&self) -> Origin {
        Origin {
            command: self.command.text.clone(),
            program: self.digest.clone(),
            folder: Some(self.rule.start.clone()),
            ..Origin::default()
        }
    }

    /// Returns what its records have in common if it plays `game` under these conditions.
    pub fn identity(&self, game: &str, conditions: Conditions) -> RunIdentity {
        RunIdentity {
            game: game.into(),
            origin: Origin { command: printable(&self.command.text), ..self.origin() },
            conditions: Some(conditions),
        }
    }

    /// Returns the sources that the history keeps; no program in PATH.
    pub fn kept(&self) -> impl Iterator<Item = &PathBuf> {
        let on_path = self.rule.on_path.as_ref();
        self.sources.files.keys().filter(move |path| Some(*path) != on_path)
    }

    /// Returns source code that is newer than the compiled program, and the program.
    pub fn newer_source(&self) -> Option<[&Path; 2]> {
        let held = self.held.as_ref()?;
        let written = |path: &Path| fs::metadata(path).and_then(|facts| facts.modified()).ok();
        let is_code = |path: &Path| !self.rule.is_read(path);
        let mut sources = self.sources.files.keys().map(PathBuf::as_path);
        let newer = sources.find(|path| is_code(path) && written(path) > Some(held.written.1))?;
        Some([newer, &held.path])
    }

    /// Returns the folder that contains its sources and the folder in which it starts.
    pub fn root(&self) -> PathBuf {
        let mut root = self.rule.start.clone();
        for folder in self.kept().filter_map(|path| path.parent()).chain([&*self.rule.folder]) {
            while !folder.starts_with(&root) && root.pop() {}
        }
        root
    }

    /// Claims the sources as inputs.
    pub fn claim(&self, claims: &mut Claims) {
        for path in self.sources.files.keys() {
            claims.input(path, &format!("the program's {}", path.display()));
        }
    }
}

/// Returns the program of a run as it was. Files beside its own that the run did not keep are
/// links to the present ones.
///
/// # Errors
/// The run kept no program, or a file that names it or belongs to it is another user's.
pub(crate) fn past_program<G: Game>(kept: &KeptRun, signals: &Signals) -> Result<Program> {
    check_owner(&kept.description())?;
    let words = match &kept.words[..] {
        [] if !kept.command.starts_with(LINKED) => kept.command.parse::<CommandLine>()?.words,
        words => words.iter().map(OsString::from).collect(),
    };
    // Without files of its own, the program is one of the system.
    let has_program = kept.sources().is_dir() || kept.program.is_none();
    let problem = || format!("{}: the run did not keep its program", kept.name);
    ensure!(has_program, UserError(problem()));
    let copy = tempfile::tempdir().context("a temporary folder")?;
    let place = copy.path().canonicalize()?;
    let root = Some(&*kept.root).filter(|root| *root != Path::new(""));
    let mut libraries = BTreeSet::new();
    mirror(root, &kept.sources(), &place, &mut libraries).with_context(|| kept.name.clone())?;
    let inside = |path: &Path| Some(place.join(path.strip_prefix(root?).ok()?));
    let start = inside(&kept.start).unwrap_or_else(|| place.clone());
    let rule = SourceRule { folder: place.clone(), start: start.clone(), ..SourceRule::here()? };
    let text = format!("{}: {}", kept.name, kept.command);
    if let Some(form) = G::LINKED.filter(|_| kept.command.starts_with(LINKED)) {
        let files = shlex::split(&kept.command).unwrap_or_default().into_iter().skip(1);
        let files: Vec<PathBuf> = files.map(|file| start.join(file)).collect();
        let mut program = Program::linked(&form, &files, rule, &signals.interrupted)?;
        program.command.text = text;
        return Ok(program);
    }
    // A path out of the project leads to the file that the run kept.
    let placed = |word: OsString| match inside(Path::new(&word)) {
        Some(path) if Path::new(&word).is_absolute() && path.exists() => path.into(),
        _ => word,
    };
    let words = words.into_iter().map(placed).collect();
    let mut program = Program::new(CommandLine { text, words }, rule)?;
    program.folder = Some(copy);
    program.libraries = libraries;
    program.digest.clone_from(&kept.program);
    Ok(program)
}

/// Copies the `kept` files into the folder `target`, and links everything else that is in the folder
/// `real` now. Adds the folders of shared libraries, which programs often name by their first place.
fn mirror(
    real: Option<&Path>,
    kept: &Path,
    target: &Path,
    libraries: &mut BTreeSet<PathBuf>,
) -> Result<()> {
    if kept.is_dir() {
        check_owner(kept)?;
        for entry in fs::read_dir(kept)? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            let copy = target.join(&name);
            if path.is_dir() {
                fs::create_dir(&copy)?;
                mirror(real.map(|real| real.join(&name)).as_deref(), &path, &copy, libraries)?;
            } else {
                fs::copy(&path, &copy)?;
                // A file is checked as it was copied.
                check_owner(&path)?;
                let mode = fs::metadata(&path)?.permissions().mode();
                fs::set_permissions(&copy, Permissions::from_mode(mode | 0o200))?;
                let name = name.to_string_lossy();
                if name.ends_with(".so") || name.contains(".so.") {
                    libraries.insert(target.into());
                }
            }
        }
    }
    for entry in real.and_then(|real| fs::read_dir(real).ok()).into_iter().flatten() {
        let entry = entry?;
        let link = target.join(entry.file_name());
        if fs::symlink_metadata(&link).is_err() {
            symlink(entry.path(), link)?;
        }
    }
    Ok(())
}

/// Minimum time between two checks of a program.
const LOOK: Duration = Duration::from_millis(500);

/// A check whether a program changes while it is played.
pub(crate) struct ChangeCheck<'a> {
    pub program: &'a Program,
    now: Sources,
    checked: Instant,
    /// The first file that was found changed.
    pub changed: Option<PathBuf>,
}

impl<'a> ChangeCheck<'a> {
    pub fn new(program: &'a Program) -> ChangeCheck<'a> {
        ChangeCheck {
            program,
            now: program.sources.clone(),
            checked: Instant::now(),
            changed: None,
        }
    }

    /// Reads the files again that the program can read, `now` or if the last time was a while ago;
    /// returns a first change. New files may be output of the program, and a build may replace a
    /// compiled program, so neither counts as a change.
    pub fn look(&mut self, now: bool) -> Result<Option<&Path>> {
        if !now && self.checked.elapsed() <= LOOK {
            return Ok(None);
        }
        let Program { rule, sources, held, .. } = self.program;
        self.checked = Instant::now();
        self.now = rule.read(&self.now)?;
        let held = held.as_ref();
        let overwritten = held.filter(|held| held.is_overwritten());
        let held = held.map(|held| &held.path);
        let changed = sources.changes(&self.now).into_iter().find(|path| {
            sources.files.contains_key(path) && rule.is_read(path) && Some(path) != held
        });
        let changed = overwritten.map(|held| held.path.clone()).or(changed);
        if self.changed.is_some() {
            return Ok(None);
        }
        self.changed = changed.map(|path| rule.label(&path).into());
        Ok(self.changed.as_deref())
    }

    /// Returns the digest of the program as it was at the last look.
    pub fn digest(&self) -> Option<String> {
        self.program.digest_of(&self.now)
    }
}
