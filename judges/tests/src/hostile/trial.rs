//! Running a judge on a contestant, and looking at what is left afterwards.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use game::Verdict;
use nix::unistd::geteuid;
use procfs::process::{Process, all_processes};
use records::Record;
use tasks::games::{DialogueKind, GameManifest};
use tempfile::TempDir;

use crate::hostile::contestants::{Expected, HostileContestant, Limit, SandboxLevel};
use crate::hostile::games;

/// CPU limit of contestants that reach it, ms.
const SHORT_CPU_MS: &str = "300";

/// CPU limit of all others, ms: solver and hostile contestant take it together.
const LONG_CPU_MS: &str = "60000";

/// Wall limit of contestants that reach it, ms.
const SHORT_WALL_MS: &str = "1500";

/// The wall limit of all others, ms: only a broken judge reaches it.
const LONG_WALL_MS: &str = "120000";

/// Most memory of a judge itself, KiB.
pub const MEMORY_KIB: u64 = 64 << 10;

/// Descriptors that a judge of up to two cases at a time may have open.
pub const DESCRIPTORS: usize = 32;

/// The user that a judge runs as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// The one that runs the suite.
    Present,
    /// One without any privilege: the present one unless that is root.
    Ordinary,
}

/// Longest wait for a file.
const PATIENCE: Duration = Duration::from_secs(60);

/// User and group `nobody`.
const NOBODY: u32 = 65534;

/// The programs, and a folder for what they write.
pub struct Arena {
    programs: PathBuf,
    folder: TempDir,
    /// The user and group to change to.
    user: Option<u32>,
}

/// Result of a trial: the judge's word on a contestant.
#[derive(Debug)]
pub struct TrialResult {
    /// Exit status of the judge.
    pub status: Option<i32>,
    /// Records that it wrote.
    pub records: Vec<Record>,
    /// Its standard output and its messages.
    pub printed: String,
    /// Its use of resources while it ran.
    pub watch: Watch,
    /// Processes that outlived it.
    pub left: Vec<String>,
}

/// Resources of a running judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    /// Peak of its own resident memory, KiB.
    pub memory_kib: u64,
    /// Most descriptors it had open at any look.
    pub descriptors: usize,
    /// Most zombies among its children at any look.
    pub zombies: usize,
}

impl Arena {
    /// An arena with the programs that lie in the folder `programs`.
    ///
    /// # Errors
    /// There can be no folder for what they write.
    pub fn new(programs: &Path, user: User) -> Result<Arena> {
        let folder = tempfile::tempdir()?;
        let user = (user == User::Ordinary && geteuid().is_root()).then_some(NOBODY);
        let mut programs = programs.to_path_buf();
        if let Some(id) = user {
            programs = copies(&programs, folder.path())?;
            chown(folder.path(), Some(id), Some(id))?;
        }
        Ok(Arena {
            programs,
            folder,
            user,
        })
    }

    /// The arena with the programs built with this test or example.
    ///
    /// # Errors
    /// They are not built, or older than their sources.
    pub fn here() -> Result<Arena> {
        Arena::of(User::Present)
    }

    /// The same for any user.
    ///
    /// # Errors
    /// As for [`here`](Arena::here).
    pub fn of(user: User) -> Result<Arena> {
        let here = env::current_exe()?;
        let programs = here
            .ancestors()
            .find(|folder| {
                folder.join("hostile").is_file() && folder.join("ioiwari-judge").is_file()
            })
            .context("the programs are not built: cargo build --workspace --bins")?;
        tasks::ensure_current(&programs.join("hostile"))?;
        for GameManifest { name, .. } in games::all() {
            tasks::ensure_current(&programs.join(name))?;
            tasks::ensure_current(&programs.join(format!("{name}-judge")))?;
        }
        Arena::new(programs, user)
    }

    /// The level that contestants have if none is asked for, on this host and as
    /// this user.
    ///
    /// # Errors
    /// The judge cannot be run.
    pub fn level(&self, game: &GameManifest) -> Result<SandboxLevel> {
        // In namespaces, the supervisor is the first process.
        let exec = self.script("level", "#!/bin/sh\n[ $PPID = 1 ] && exit 3\nexit 4\n")?;
        let args = ["--exec", &exec, "-ns"];
        let outcome = self.play(game, &args)?;
        Ok(match outcome.record()?.ruling.reason.as_deref() {
            Some("exit status 3") => SandboxLevel::Namespaces,
            _ => SandboxLevel::Session,
        })
    }

    /// A folder for the files of a test.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder().join(name).display().to_string()
    }

    /// The text of a file in the folder.
    pub fn read(&self, name: &str) -> String {
        let text = fs::read_to_string(self.folder().join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Waits until a file is in the folder.
    pub fn wait_for(&self, name: &str) {
        let started = Instant::now();
        while !self.folder().join(name).exists() {
            assert!(started.elapsed() < PATIENCE, "{name}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The seeds of the records in a file of the folder.
    pub fn seeds(&self, name: &str) -> Vec<u64> {
        let records = records(&self.folder().join(name)).unwrap_or_else(|error| panic!("{error}"));
        records.iter().map(|record| record.seed).collect()
    }

    /// A program of the workspace.
    pub fn program(&self, name: &str) -> String {
        self.programs.join(name).display().to_string()
    }

    /// A judge without arguments.
    pub fn judge(&self, game: &GameManifest) -> Command {
        self.command(&self.program(&format!("{}-judge", game.name)))
    }

    /// The same, started by `env` with an option on signals: the tests
    /// may run where some are ignored.
    pub fn judge_with_signals(&self, game: &GameManifest, option: &str) -> Command {
        let mut judge = self.command("env");
        judge.arg(option).arg(self.judge(game).get_program());
        judge
    }

    /// A judge of the first interactive game with these arguments.
    pub fn interactive(&self, args: &[&str]) -> Command {
        let mut judge = self.judge(games::first(DialogueKind::Interactive));
        judge.args(args);
        judge
    }

    /// A program, run as the arena's user in its folder.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(id) = self.user {
            command.uid(id).gid(id);
        }
        command
    }

    /// The command of a contestant.
    pub fn exec(&self, game: &GameManifest, behaviour: &str) -> Result<String> {
        let solver = self.program(&game.name);
        let text = "echo 1\n";
        Ok(match behaviour {
            "no-such-command" => self.file("nothing", None)?,
            "a-folder" => self.folder().display().to_string(),
            "no-run-bit" => {
                self.file("no-run-bit", Some((&format!("#!/bin/sh\n{text}"), 0o644)))?
            }
            "no-shebang" => self.script("no-shebang", text)?,
            "no-interpreter" => {
                self.script("no-interpreter", &format!("#!/nonexistent/sh -e\n{text}"))?
            }
            "vforks" | "vforks-a-sibling" | "vforks-a-thread" | "freezes-its-supervisor" => {
                self.script(behaviour, include_str!("kernel_waits.py"))?
            }
            _ => {
                let hostile = self.program("hostile");
                format!("'{hostile}' {behaviour} '{}' '{solver}'", game.answer)
            }
        })
    }

    /// Writes a script to run, and gives its path.
    pub fn script(&self, name: &str, text: &str) -> Result<String> {
        self.file(name, Some((text, 0o755)))
    }

    fn file(&self, name: &str, content: Option<(&str, u32)>) -> Result<String> {
        let path = self.folder().join(name);
        if let Some((text, mode)) = content {
            fs::write(&path, text)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        }
        Ok(path.display().to_string())
    }

    /// Runs a judge on a contestant and a short case, at this level.
    ///
    /// # Errors
    /// It cannot be run, or writes no records.
    pub fn run(
        &self,
        game: &GameManifest,
        contestant: &HostileContestant,
        level: SandboxLevel,
    ) -> Result<TrialResult> {
        let exec = self.exec(game, contestant.name)?;
        let limits: &[&str] = match contestant.stopped_by {
            Some(Limit::Wall) => &["--time-limit", LONG_CPU_MS, "--wall-limit", SHORT_WALL_MS],
            Some(Limit::Cpu) => &["--time-limit", SHORT_CPU_MS, "--wall-limit", LONG_WALL_MS],
            None => &["--time-limit", LONG_CPU_MS, "--wall-limit", LONG_WALL_MS],
        };
        // A fork bomb of small processes is to be too many, not too big.
        let memory = match contestant.name {
            "touches-2-gb" => &["--memory-limit", "64"],
            _ => &["--memory-limit", "1024"],
        };
        let args = [
            &game.short_options(),
            &["--exec", &exec, level.option()][..],
            limits,
            memory,
        ]
        .concat();
        self.play(game, &args)
    }

    /// Runs a judge with these arguments to its end.
    pub fn play(&self, game: &GameManifest, args: &[&str]) -> Result<TrialResult> {
        // A temporary folder of its own marks the judge's contestants.
        let own = tempfile::tempdir_in(self.folder())?;
        chown(own.path(), self.user, self.user)?;
        let json = own.path().join("records.jsonl");
        let child = self
            .judge(game)
            .env("TMPDIR", own.path())
            .args(args)
            .arg("--json")
            .arg(&json)
            .spawn()
            .with_context(|| format!("{}-judge", game.name))?;
        let (status, printed, watch) = watch(child, &json)?;
        let records = records(&json)
            .with_context(|| format!("{}-judge wrote no records: {printed}", game.name))?;
        Ok(TrialResult {
            status,
            records,
            printed,
            watch,
            left: left(own.path())?,
        })
    }
}

/// Copies of all programs in a folder that every user can read.
fn copies(programs: &Path, folder: &Path) -> Result<PathBuf> {
    let copies = folder.join("programs");
    fs::create_dir(&copies)?;
    let names = games::all().iter().map(|game| &game.name);
    let names = names.flat_map(|name| [name.clone(), format!("{name}-judge")]);
    for name in names.chain(["hostile".into()]) {
        let (from, to) = (programs.join(&name), copies.join(&name));
        if from.is_file() && fs::hard_link(&from, &to).is_err() {
            fs::copy(from, to)?;
        }
    }
    Ok(copies)
}

/// Looks at a judge until its end, from when its file of records is there: before,
/// it may not have closed the descriptors that it is not to inherit.
fn watch(mut child: Child, records: &Path) -> Result<(Option<i32>, String, Watch)> {
    let pid = child.id();
    let mut watch = Watch::default();
    let out = child.stdout.take().context("standard output")?;
    let err = child.stderr.take().context("standard error")?;
    thread::scope(|scope| {
        let out = scope.spawn(|| std::io::read_to_string(out));
        let err = scope.spawn(|| std::io::read_to_string(err));
        let mut has_begun = false;
        let status = loop {
            has_begun |= records.exists();
            if has_begun {
                watch.look(pid);
            }
            if let Some(status) = child.try_wait()? {
                break status.code();
            }
            thread::sleep(Duration::from_millis(5));
        };
        let read = |text: thread::Result<std::io::Result<String>>| {
            text.unwrap_or_else(|_| Err(std::io::Error::other("a reader died")))
        };
        let printed = read(out.join())? + &read(err.join())?;
        Ok((status, printed, watch))
    })
}

/// The command lines of processes whose temporary folder is this one: what a judge has left.
pub fn left(temporary: &Path) -> Result<Vec<String>> {
    let is_left = |process: &Process| {
        let environment = process.environ().unwrap_or_default();
        environment
            .get(OsStr::new("TMPDIR"))
            .is_some_and(|folder| folder == temporary)
    };
    let left = all_processes()?.flatten().filter(is_left);
    Ok(left
        .map(|process| process.cmdline().unwrap_or_default().join(" "))
        .collect())
}

impl Watch {
    fn look(&mut self, pid: u32) {
        let Ok(judge) = Process::new(pid as i32) else {
            return;
        };
        let peak = judge.status().ok().and_then(|status| status.vmhwm);
        self.memory_kib = self.memory_kib.max(peak.unwrap_or(0));
        self.descriptors = self.descriptors.max(judge.fd_count().unwrap_or(0));
        self.zombies = self.zombies.max(zombies(&judge));
    }
}

/// Children of a process that have ended and are still there.
fn zombies(process: &Process) -> usize {
    let threads = process.tasks().into_iter().flatten().flatten();
    // A child of a thread that ends becomes another's: two lists can have it.
    let children: BTreeSet<u32> = threads
        .filter_map(|thread| thread.children().ok())
        .flatten()
        .collect();
    let state = |child: u32| Some(Process::new(child as i32).ok()?.stat().ok()?.state);
    let children = children.into_iter();
    children.filter(|&child| state(child) == Some('Z')).count()
}

/// The records in a file of JSON Lines.
pub fn records(path: &Path) -> Result<Vec<Record>> {
    let text = fs::read_to_string(path)?;
    ensure!(
        text.is_empty() || text.ends_with('\n'),
        "the last line is not whole"
    );
    let records = text
        .lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("not a record: {line}")));
    records.collect()
}

impl TrialResult {
    /// The one record of a run of one case.
    ///
    /// # Errors
    /// There is none, or more.
    pub fn record(&self) -> Result<&Record> {
        match &self.records[..] {
            [record] => Ok(record),
            other => anyhow::bail!("{} records: {}", other.len(), self.printed),
        }
    }

    /// Checks that the judge kept every promise: the verdict and its reason, the
    /// exit status, a score in the record, its own memory and descriptors, and
    /// no process left, dead or alive.
    ///
    /// # Errors
    /// The first promise it broke.
    pub fn check(&self, expected: &Expected) -> Result<()> {
        let record = self.record()?;
        let reason = record.ruling.reason.as_deref().unwrap_or("");
        ensure!(
            record.ruling.verdict == expected.verdict && reason.contains(&expected.reason),
            "{}: {reason}; expected {}: {}",
            record.ruling.verdict,
            expected.verdict,
            expected.reason
        );
        let status = i32::from(record.ruling.verdict != Verdict::Ok);
        ensure!(self.status == Some(status), "exit status {:?}", self.status);
        ensure!(record.score.is_finite(), "score {}", record.score);
        ensure!(
            self.watch.memory_kib < MEMORY_KIB,
            "the judge took {} KiB",
            self.watch.memory_kib
        );
        // The streams, a socket and two pipes, what the folders of `/proc` take, the records.
        let most = self.watch.descriptors;
        ensure!(most < DESCRIPTORS, "the judge had {most} descriptors");
        // A supervisor is one between its end and the judge's next look.
        let zombies = self.watch.zombies;
        ensure!(zombies <= 1, "the judge had {zombies} zombies");
        ensure!(self.left.is_empty(), "left: {:?}", self.left);
        Ok(())
    }
}
