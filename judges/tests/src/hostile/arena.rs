//! The programs under test, a folder for their files, and the user that runs them.

use std::env;
use std::fs;
use std::io::{self, Seek, Write};
use std::os::unix::fs::chown;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::unistd::geteuid;
use records::Record;
use tempfile::TempDir;
use xtask::games::GameManifest;

use crate::ensure_current;
use crate::hostile::games;

/// Options with such long limits that time decides nothing in a correct judge.
pub const PATIENT: &str = "--time-limit 60000 --wall-limit 120000";

/// Maximum wait for any condition.
const PATIENCE: Duration = Duration::from_secs(60);

/// User and group ids of `nobody`.
const NOBODY: u32 = 65534;

/// User that runs a judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// The user that runs the suite.
    Present,
    /// A user without privileges: `nobody` if the suite runs as root, else the present user.
    Ordinary,
}

impl User {
    /// Returns both users, or only the present one if it is an ordinary user.
    pub fn all() -> &'static [User] {
        if geteuid().is_root() { &[User::Present, User::Ordinary] } else { &[User::Present] }
    }
}

/// The programs under test, and a folder for their files.
pub struct Arena {
    programs: PathBuf,
    folder: TempDir,
    /// User and group id to change to, if any.
    user: Option<u32>,
}

impl Arena {
    /// Returns an arena with the programs of this build, which may be older than their sources.
    pub fn new(user: User) -> Arena {
        let folder = tempfile::tempdir().unwrap();
        let user = (user == User::Ordinary && geteuid().is_root()).then_some(NOBODY);
        // This program is a test in `deps`, or an example.
        let mut programs = env::current_exe().unwrap().ancestors().nth(2).unwrap().to_path_buf();
        if user.is_some() {
            programs = copies(&programs, folder.path());
            chown(folder.path(), user, user).unwrap();
        }
        Arena { programs, folder, user }
    }

    /// Returns an arena of the present user with the programs of this build.
    pub fn here() -> Arena {
        Arena::of(User::Present)
    }

    /// Returns an arena of any user with the programs of this build.
    ///
    /// # Panics
    /// The programs are not built, or are older than their sources.
    pub fn of(user: User) -> Arena {
        // Another user gets copies.
        let built = Arena::new(User::Present);
        for name in tested() {
            ensure_current(Path::new(&built.program(&name))).unwrap();
        }
        Arena::new(user)
    }

    /// Returns the folder for the files of a test, which is also the working directory of its
    /// commands.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the user and group id that commands change to, if any.
    pub(super) fn user(&self) -> Option<u32> {
        self.user
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder().join(name).display().to_string()
    }

    /// Returns the text of a file in the folder.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        let text = fs::read_to_string(self.folder().join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Writes a file in the folder.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).unwrap();
    }

    /// Writes an executable script; returns its path as a word of a command line.
    pub fn script(&self, name: &str, text: &str) -> String {
        let path = self.folder().join(name);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        install("755", file.into(), Path::new("/dev/stdin"), &path);
        shlex::try_quote(path.to_str().unwrap()).unwrap().into_owned()
    }

    /// Copies a script in `judges/tests/attacks` to the folder and returns its command. Arguments
    /// may follow the name.
    pub fn attack(&self, attack: &str) -> String {
        let (name, arguments) = attack.split_once(' ').unwrap_or((attack, ""));
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/attacks");
        let files = ["py", "sh"].map(|ending| format!("{folder}/{name}.{ending}"));
        let text = files.iter().find_map(|path| fs::read_to_string(path).ok());
        let script = self.script(name, &text.unwrap());
        format!("{script} {arguments}")
    }

    /// Copies a program to a file in the folder; `permissions` are octal digits.
    pub fn copy(&self, program: &str, name: &str, permissions: &str) {
        let to = self.folder().join(name);
        install(permissions, Stdio::null(), Path::new(program), &to);
    }

    /// Removes a file or folder in the arena's folder, if it exists.
    pub fn remove(&self, name: &str) {
        let path = self.folder().join(name);
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }

    /// Returns the sorted paths of all files and folders below a path in the folder.
    pub fn listing(&self, name: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder().join(name)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                folders.extend(path.is_dir().then(|| path.clone()));
                found.push(path);
            }
        }
        found.sort();
        found
    }

    /// Returns the text of the first file with this ending below a path in the folder.
    #[track_caller]
    pub fn read_first(&self, name: &str, ending: &str) -> String {
        let mut paths = self.listing(name).into_iter();
        let path = paths.find(|path| path.extension().is_some_and(|own| own == ending));
        fs::read_to_string(path.expect("a file with this ending")).unwrap()
    }

    /// Waits until a file exists in the folder.
    #[track_caller]
    pub fn wait_for(&self, name: &str) {
        let path = self.folder().join(name);
        wait_until(name, || path.exists());
    }

    /// Returns the records in a file of the folder.
    #[track_caller]
    pub fn records(&self, name: &str) -> Vec<Record> {
        let text = self.read(name);
        let is_whole = text.is_empty() || text.ends_with('\n');
        assert!(is_whole, "the last line is not whole: {text}");
        let record = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        text.lines().map(record).collect()
    }

    /// Returns the seeds of the records in a file of the folder.
    #[track_caller]
    pub fn seeds(&self, name: &str) -> Vec<u64> {
        self.records(name).iter().map(|record| record.case.seed).collect()
    }

    /// Returns the path of a program of the workspace.
    pub fn program(&self, name: &str) -> String {
        self.programs.join(name).display().to_string()
    }

    /// Returns a command, split into words as by a shell. It runs in the arena's folder, as its
    /// user. The folder's `bin` and the programs of the workspace come first on `PATH`.
    ///
    /// # Panics
    /// A quote is not closed.
    pub fn command(&self, line: &str) -> Command {
        let words = shlex::split(line).unwrap_or_else(|| panic!("{line}"));
        let mut command = Command::new(&words[0]);
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [self.folder().join("bin"), self.programs.clone()];
        let path = env::join_paths(folders.into_iter().chain(env::split_paths(&path))).unwrap();
        command
            .args(&words[1..])
            .current_dir(self.folder())
            .env("PATH", path)
            .env_remove("JUDGE_RUNS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(id) = self.user {
            command.uid(id).gid(id);
        }
        command
    }

    /// Runs a command line until it exits.
    #[track_caller]
    pub fn run(&self, line: &str) -> Ended {
        Ended::of(self.command(line).output().unwrap())
    }

    /// Runs a command line that must exit with this status; returns its standard output.
    #[track_caller]
    pub fn output(&self, line: &str, status: i32) -> String {
        let ended = self.run(line);
        assert_eq!(ended.status, status, "{line}: {ended:?}");
        ended.out
    }

    /// Returns a judge; the words of `line` are its arguments.
    pub fn judge(&self, game: &GameManifest, line: &str) -> Command {
        self.command(&format!("{}-judge {line}", game.name))
    }

    /// Returns the command line of a contestant.
    pub fn exec(&self, game: &GameManifest, behaviour: &str) -> String {
        let script = match behaviour {
            "vforks"
            | "vforks-a-sibling"
            | "vforks-a-thread"
            | "freezes-its-supervisor"
            | "traces-its-supervisor" => "kernel_waits",
            "touches-2-gb" | "reserves-2-gb" | "forks-without-end" | "threads-200"
            | "threads-2000" => "exhausts",
            _ => "misbehaves",
        };
        let (line, solver) = (&game.answer, self.program(&game.name));
        self.attack(&format!("{script} {behaviour} '{line}' '{solver}'"))
    }
}

/// Returns the names of all programs under test.
fn tested() -> impl Iterator<Item = String> {
    let names = games::all().iter().map(|game| &game.name);
    names.flat_map(|name| [name.clone(), format!("{name}-judge")]).chain(["hostile".into()])
}

/// Copies all programs to a folder that every user can read.
fn copies(programs: &Path, folder: &Path) -> PathBuf {
    let copies = folder.join("programs");
    fs::create_dir(&copies).unwrap();
    for name in tested() {
        let (from, to) = (programs.join(&name), copies.join(&name));
        if from.is_file() && fs::hard_link(&from, &to).is_err() {
            install("755", Stdio::null(), &from, &to);
        }
    }
    copies
}

/// Writes a program in a separate process. The kernel refuses to start a file that any process has
/// open for writing, and a child started by another thread would inherit our open file. The
/// complete file is renamed, since another thread may write or start the same program; an equal
/// program stays, since bubblewrap cannot mount a file that has just been replaced.
fn install(permissions: &str, input: Stdio, from: &Path, to: &Path) {
    let folder = tempfile::tempdir_in(to.parent().unwrap()).unwrap();
    let written = folder.path().join("program");
    let mut install = Command::new("install");
    install.args(["-m", permissions, "--"]).args([from, &written]);
    assert!(install.stdin(input).status().unwrap().success(), "{to:?}");
    let content =
        |path: &Path| -> io::Result<_> { Ok((fs::metadata(path)?.permissions(), fs::read(path)?)) };
    let is_new = fs::hard_link(&written, to).is_ok();
    if !is_new && content(to).ok() != content(&written).ok() {
        fs::rename(written, to).unwrap();
    }
}

/// Waits until `is_done`, for at most a minute.
///
/// # Panics
/// The wait takes longer; the message names `what`.
#[track_caller]
pub fn wait_until(what: &str, mut is_done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_done() {
        assert!(started.elapsed() < PATIENCE, "no {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Exit status and output of a program.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Exit status as in a shell: 128 plus the signal number after a signal.
    pub status: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Ended {
    /// Converts the output of a program.
    ///
    /// # Panics
    /// The program panicked.
    #[track_caller]
    pub fn of(output: Output) -> Ended {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let signal = output.status.signal().map(|signal| 128 + signal);
        let ended = Ended {
            status: output.status.code().or(signal).unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!ended.err.contains("panicked"), "{ended:?}");
        ended
    }
}
