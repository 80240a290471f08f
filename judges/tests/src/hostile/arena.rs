//! The programs under test, a folder for what they write, and the user that they run as.

use std::env;
use std::fs;
use std::io::{Seek, Write};
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

/// Options of a run in which time decides nothing: only a broken judge reaches these limits.
pub const PATIENT: &str = "--time-limit 60000 --wall-limit 120000";

/// Longest wait of a test for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// User and group `nobody`.
const NOBODY: u32 = 65534;

/// The user that a judge runs as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// The one that runs the suite.
    Present,
    /// One without any privilege: the present one unless that is root.
    Ordinary,
}

impl User {
    /// Both users.
    pub const ALL: [User; 2] = [User::Present, User::Ordinary];
}

/// The programs, and a folder for what they write.
pub struct Arena {
    programs: PathBuf,
    folder: TempDir,
    /// The user and group to change to.
    user: Option<u32>,
}

impl Arena {
    /// An arena with the programs in the folder `programs`.
    pub fn new(programs: &Path, user: User) -> Arena {
        let folder = tempfile::tempdir().unwrap();
        let user = (user == User::Ordinary && geteuid().is_root()).then_some(NOBODY);
        let mut programs = programs.to_path_buf();
        if user.is_some() {
            programs = copies(&programs, folder.path());
            chown(folder.path(), user, user).unwrap();
        }
        Arena {
            programs,
            folder,
            user,
        }
    }

    /// The arena of the present user with the programs built with this test or example.
    pub fn here() -> Arena {
        Arena::of(User::Present)
    }

    /// The same for any user.
    ///
    /// # Panics
    /// The programs are not built, or older than their sources.
    pub fn of(user: User) -> Arena {
        let here = env::current_exe().unwrap();
        let has_programs = |folder: &&Path| {
            folder.join("hostile").is_file() && folder.join("ioiwari-judge").is_file()
        };
        let programs = here.ancestors().find(has_programs);
        let missing = "the programs are not built: cargo build --workspace --bins";
        let programs = programs.expect(missing);
        ensure_current(&programs.join("hostile")).unwrap();
        for game in xtask::games::all().unwrap() {
            for name in [&game.name, &format!("{}-judge", game.name)] {
                ensure_current(&programs.join(name)).unwrap();
            }
        }
        Arena::new(programs, user)
    }

    /// A folder for the files of a test: the working directory of its commands.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The user and group that commands change to, if any.
    pub(super) fn user(&self) -> Option<u32> {
        self.user
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder().join(name).display().to_string()
    }

    /// The text of a file in the folder.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        let text = fs::read_to_string(self.folder().join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Writes a file in the folder.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).unwrap();
    }

    /// Writes a script to run; returns its path.
    pub fn script(&self, name: &str, text: &str) -> String {
        let path = self.folder().join(name);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        install("755", file.into(), Path::new("/dev/stdin"), &path);
        path.display().to_string()
    }

    /// Copies a program to a file in the folder, with permissions in octal digits.
    pub fn copy(&self, program: &str, name: &str, permissions: &str) {
        install(
            permissions,
            Stdio::null(),
            Path::new(program),
            &self.folder().join(name),
        );
    }

    /// Removes a file or a folder in the folder, if it is there.
    pub fn remove(&self, name: &str) {
        let path = self.folder().join(name);
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }

    /// The paths of all files and folders below a path in the folder, sorted.
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

    /// Waits until a file is in the folder.
    #[track_caller]
    pub fn wait_for(&self, name: &str) {
        let path = self.folder().join(name);
        wait_until(name, || path.exists());
    }

    /// The records in a file of the folder.
    #[track_caller]
    pub fn records(&self, name: &str) -> Vec<Record> {
        let text = self.read(name);
        let is_whole = text.is_empty() || text.ends_with('\n');
        assert!(is_whole, "the last line is not whole: {text}");
        let record = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        text.lines().map(record).collect()
    }

    /// The seeds of the records in a file of the folder.
    #[track_caller]
    pub fn seeds(&self, name: &str) -> Vec<u64> {
        let records = self.records(name);
        records.iter().map(|record| record.key.seed).collect()
    }

    /// The path of a program of the workspace.
    pub fn program(&self, name: &str) -> String {
        self.programs.join(name).display().to_string()
    }

    /// The command of a line, split into words as a shell does it, run as the arena's user in its
    /// folder. Its own `bin` and the programs of the workspace are first on `PATH`.
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

    /// Runs the command of a line to its end.
    #[track_caller]
    pub fn run(&self, line: &str) -> Ended {
        Ended::of(self.command(line).output().unwrap())
    }

    /// A judge with the words of a line as arguments.
    pub fn judge(&self, game: &GameManifest, line: &str) -> Command {
        self.command(&format!("{}-judge {line}", game.name))
    }

    /// The command line of a contestant.
    pub fn exec(&self, game: &GameManifest, behaviour: &str) -> String {
        let text = "echo 1\n";
        match behaviour {
            "no-such-command" => self.path("nothing"),
            "a-folder" => self.path(""),
            "no-run-bit" => {
                self.write(behaviour, &format!("#!/bin/sh\n{text}"));
                self.path(behaviour)
            }
            "no-shebang" => self.script(behaviour, text),
            "no-interpreter" => self.script(behaviour, &format!("#!/nonexistent/sh -e\n{text}")),
            "vforks" | "vforks-a-sibling" | "vforks-a-thread" | "freezes-its-supervisor" => {
                self.script(behaviour, include_str!("kernel_waits.py"))
            }
            _ => {
                let [hostile, solver] = ["hostile", &game.name].map(|name| self.program(name));
                format!("'{hostile}' {behaviour} '{}' '{solver}'", game.answer)
            }
        }
    }
}

/// Copies of all programs in a folder that every user can read.
fn copies(programs: &Path, folder: &Path) -> PathBuf {
    let copies = folder.join("programs");
    fs::create_dir(&copies).unwrap();
    let names = games::all().iter().map(|game| &game.name);
    let names = names.flat_map(|name| [name.clone(), format!("{name}-judge")]);
    for name in names.chain(["hostile".into()]) {
        let (from, to) = (programs.join(&name), copies.join(&name));
        if from.is_file() && fs::hard_link(&from, &to).is_err() {
            install("755", Stdio::null(), &from, &to);
        }
    }
    copies
}

/// Writes a program by a process of its own. The kernel refuses to start a file that a process has
/// open for writing, and a child that another thread starts inherits what this process has open.
/// The file is renamed when it is complete: another thread may write or start the same program.
fn install(permissions: &str, input: Stdio, from: &Path, to: &Path) {
    let folder = tempfile::tempdir_in(to.parent().unwrap()).unwrap();
    let written = folder.path().join("program");
    let mut install = Command::new("install");
    install
        .args(["-m", permissions, "--"])
        .args([from, &written]);
    assert!(install.stdin(input).status().unwrap().success(), "{to:?}");
    fs::rename(written, to).unwrap();
}

/// Waits until `is_done`, a minute at most.
///
/// # Panics
/// It takes longer: `what` was waited for.
#[track_caller]
pub fn wait_until(what: &str, mut is_done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_done() {
        assert!(started.elapsed() < PATIENCE, "no {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The end of a program.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Exit status as a shell has it: 128 and the number of a signal that ended the program.
    pub status: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Ended {
    /// The end of a program with this output.
    ///
    /// # Panics
    /// It panicked.
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
