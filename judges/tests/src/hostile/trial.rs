//! A judge run on a contestant, and what is left of both afterwards.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::fs::chown;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use game::Verdict;
use procfs::process::{Process, all_processes};
use records::Record;
use xtask::games::GameManifest;

use crate::hostile::arena::{Arena, Ended, PATIENT};
use crate::hostile::contestants::{HostileContestant, Limit, SandboxLevel};

/// Most memory of a judge itself, KiB.
pub const MEMORY_KIB: u64 = 64 << 10;

/// Most descriptors of a judge of up to two cases at a time: the streams, a socket and two pipes
/// for each case, the folders of `/proc` that it reads, the records.
const DESCRIPTORS: usize = 32;

/// Time between the first looks at a judge.
const FIRST_LOOKS: Duration = Duration::from_millis(5);

/// Time between the looks at a judge that runs for long.
const LAST_LOOKS: Duration = Duration::from_millis(50);

/// Result of a trial.
#[derive(Debug)]
pub struct TrialResult {
    /// The end of the judge.
    pub ended: Ended,
    /// Records that it wrote.
    pub records: Vec<Record>,
    /// Its use of resources while it ran.
    pub usage: JudgeUsage,
}

/// Resources of a running judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgeUsage {
    /// Peak of its own resident memory, KiB.
    pub memory_kib: u64,
    /// Most open descriptors at any look.
    pub descriptors: usize,
    /// Most zombies among its children at any look.
    pub zombies: usize,
}

impl Arena {
    /// Runs the judge of a line to its end, with a file of records added.
    pub fn play(&self, line: &str) -> TrialResult {
        self.watched(self.command(line))
    }

    /// The same for a judge that is not started yet.
    ///
    /// # Panics
    /// A process outlives it.
    pub fn watched(&self, mut judge: Command) -> TrialResult {
        // A temporary folder of its own marks the judge's contestants.
        let own = tempfile::tempdir_in(self.folder()).unwrap();
        chown(own.path(), self.user(), self.user()).unwrap();
        let json = own.path().join("records.jsonl");
        judge.env("TMPDIR", own.path()).arg("--json").arg(&json);
        let (ended, usage) = watched(judge.spawn().unwrap(), &json);
        assert_eq!(left(own.path()), [""; 0], "{ended:?}");
        let records = match json.exists() {
            true => self.records(json.to_str().unwrap()),
            false => Vec::new(),
        };
        TrialResult {
            ended,
            records,
            usage,
        }
    }

    /// Runs the judge of Ioiwari on a contestant that is this script, with the options of a line.
    pub fn play_script(&self, text: &str, line: &str) -> TrialResult {
        let exec = self.script("contestant", text);
        self.play(&format!("ioiwari-judge --exec {exec} -ns {line}"))
    }

    /// Runs a judge on a contestant and a short case, at this level.
    pub fn trial(
        &self,
        game: &GameManifest,
        contestant: &HostileContestant,
        level: SandboxLevel,
    ) -> TrialResult {
        let limits = match contestant.stopped_by {
            Some(Limit::Wall) => "--time-limit 60000 --wall-limit 1500",
            Some(Limit::Cpu) => "--time-limit 300 --wall-limit 120000",
            None => PATIENT,
        };
        // A fork bomb of small processes is to be too many, not too big.
        let memory = match contestant.name {
            "touches-2-gb" => 64,
            _ => 1024,
        };
        let exec = self.exec(game, contestant.name);
        let level = level.option();
        let line = format!("--exec \"{exec}\" {level} {limits} --memory-limit {memory}");
        let mut judge = self.judge(game, &line);
        judge.args(game.short_options());
        self.watched(judge)
    }

    /// The level that contestants have by default, on this host and as this user.
    pub fn level(&self) -> SandboxLevel {
        // In namespaces, the supervisor is the first process.
        let text = "#!/bin/sh\n[ $PPID = 1 ] && exit 3\nexit 4\n";
        match self.play_script(text, "").reason() {
            "exit status 3" => SandboxLevel::Namespaces,
            _ => SandboxLevel::Session,
        }
    }
}

/// Looks at a judge until its end, from when its file of records is there: before, it may not
/// have closed the descriptors that it is not to inherit.
fn watched(child: Child, records: &Path) -> (Ended, JudgeUsage) {
    let pid = child.id();
    let mut usage = JudgeUsage::default();
    let begun = Instant::now();
    let waiter = thread::spawn(move || child.wait_with_output());
    while !waiter.is_finished() {
        if records.exists() {
            usage.look(pid);
        }
        // A look takes some time of a processor: the longer a run, the rarer.
        thread::sleep((begun.elapsed() / 16).clamp(FIRST_LOOKS, LAST_LOOKS));
    }
    let output = waiter.join().unwrap().unwrap();
    (Ended::of(output), usage)
}

/// The command lines of processes whose temporary folder is this one: what a judge has left.
pub fn left(temporary: &Path) -> Vec<String> {
    let is_left = |process: &Process| {
        let environment = process.environ().unwrap_or_default();
        let folder = environment.get(OsStr::new("TMPDIR"));
        folder.is_some_and(|folder| folder == temporary)
    };
    let left = all_processes().unwrap().flatten().filter(is_left);
    left.map(|process| process.cmdline().unwrap_or_default().join(" "))
        .collect()
}

impl JudgeUsage {
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

impl TrialResult {
    /// The record of a run of one case.
    ///
    /// # Panics
    /// There is none, or more.
    #[track_caller]
    pub fn record(&self) -> &Record {
        match &self.records[..] {
            [record] => record,
            _ => panic!("{} records: {:?}", self.records.len(), self.ended),
        }
    }

    /// The verdict on the one case.
    #[track_caller]
    pub fn verdict(&self) -> Verdict {
        self.record().ruling.verdict
    }

    /// The reason for the verdict on the one case; empty if there is none.
    #[track_caller]
    pub fn reason(&self) -> &str {
        self.record().ruling.reason.as_deref().unwrap_or("")
    }

    /// Checks that the judge kept every promise: the verdict and this part of its reason, the exit
    /// status, a score in the record, its own memory and descriptors, and no dead process left.
    ///
    /// # Errors
    /// The first promise it broke.
    pub fn check(&self, expected: (Verdict, &str)) -> Result<()> {
        let count = self.records.len();
        ensure!(count == 1, "{count} records: {:?}", self.ended);
        let (verdict, reason) = (self.verdict(), self.reason());
        ensure!(
            verdict == expected.0 && reason.contains(expected.1),
            "{verdict}: {reason}; expected {expected:?}"
        );
        let status = self.ended.status;
        let is_right = status == i32::from(verdict != Verdict::Ok);
        ensure!(is_right, "exit status {status}");
        let score = self.record().score;
        ensure!(score.is_finite(), "score {score}");
        // A supervisor is a zombie between its end and the judge's next look.
        self.check_usage(1)
    }

    /// Checks that the judge used little memory, few descriptors, and left at most `zombies` unreaped
    /// at a time.
    ///
    /// # Errors
    /// It did not.
    pub fn check_usage(&self, zombies: usize) -> Result<()> {
        let JudgeUsage {
            memory_kib,
            descriptors,
            zombies: most,
        } = self.usage;
        ensure!(memory_kib < MEMORY_KIB, "the judge took {memory_kib} KiB");
        ensure!(
            descriptors < DESCRIPTORS,
            "the judge had {descriptors} descriptors"
        );
        ensure!(most <= zombies, "the judge had {most} zombies");
        Ok(())
    }
}
