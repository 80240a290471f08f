//! A judge's run against a contestant, and a check for remaining processes.

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
use serde_json::Value;
use xtask::games::GameManifest;

use crate::hostile::arena::{Arena, Ended, PATIENT};
use crate::hostile::contestants::{HostileContestant, Limit, SandboxLevel};
use crate::hostile::games;

/// Maximum memory of a judge itself, KiB.
pub const MEMORY_KIB: u64 = 64 << 10;

/// Maximum number of descriptors of a judge that plays up to two cases at a time: the streams, a
/// socket and two pipes for each case, folders of `/proc`, and the records.
const DESCRIPTORS: usize = 32;

/// Interval between the first samples of a judge.
const FIRST_LOOKS: Duration = Duration::from_millis(5);

/// Interval between samples of a judge that has run for long.
const LAST_LOOKS: Duration = Duration::from_millis(50);

/// Result of a trial.
#[derive(Debug)]
pub struct TrialResult {
    /// Exit of the judge.
    pub ended: Ended,
    /// Records of the judge.
    pub records: Vec<Record>,
    /// Resources of the judge while it ran.
    pub usage: JudgeUsage,
}

/// Resources of a running judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgeUsage {
    /// Peak of its own resident memory, KiB.
    pub memory_kib: u64,
    /// Maximum number of open descriptors in any sample.
    pub descriptors: usize,
    /// Maximum number of zombie children in any sample.
    pub zombies: usize,
}

impl Arena {
    /// Runs a command line of a judge, with `--json` added.
    pub fn play(&self, line: &str) -> TrialResult {
        self.watched(self.command(line))
    }

    /// Runs a judge's command, with `--json` added.
    ///
    /// # Panics
    /// A process outlives the judge.
    pub fn watched(&self, mut judge: Command) -> TrialResult {
        // Contestants are recognised by this temporary folder.
        let own = tempfile::tempdir_in(self.folder()).unwrap();
        chown(own.path(), self.user(), self.user()).unwrap();
        let json = own.path().join("records.jsonl");
        judge.env("TMPDIR", own.path()).arg("--json").arg(&json);
        let (ended, usage) = watched(judge.spawn().unwrap(), &json);
        assert_eq!(left(own.path()), [""; 0], "{ended:?}");
        let is_there = json.exists().then(|| self.records(json.to_str().unwrap()));
        let records = is_there.unwrap_or_default();
        TrialResult { ended, records, usage }
    }

    /// Runs Ioiwari's judge with this script as the contestant; `line` has further options.
    pub fn play_script(&self, text: &str, line: &str) -> TrialResult {
        let exec = self.script("contestant", text);
        self.play(&format!("ioiwari-judge --exec \"{exec}\" -ns {line}"))
    }

    /// Runs Ioiwari's judge with a script in `judges/tests/attacks`. The first word of `attack` is
    /// its name, the others are its arguments.
    pub fn play_attack(&self, attack: &str, line: &str) -> TrialResult {
        let exec = self.attack(attack);
        self.play(&format!("ioiwari-judge --exec \"{exec}\" -ns {line}"))
    }

    /// Runs a judge on a contestant and a short case, at an isolation level.
    pub fn trial(
        &self,
        game: &GameManifest,
        contestant: &HostileContestant,
        level: SandboxLevel,
    ) -> TrialResult {
        let (_, reason) = contestant.expected(game, level);
        let limits = match contestant.stopped_by {
            Some(Limit::Wall) if reason.contains("within the wall limit") => {
                "--time-limit 60000 --wall-limit 1500"
            }
            // The contestant acts before the limit, even after a slow start.
            Some(Limit::Wall) => "--time-limit 60000 --wall-limit 15000",
            Some(Limit::Cpu) => "--time-limit 300 --wall-limit 120000",
            None => PATIENT,
        };
        // The many small processes of a fork bomb must reach the limit of processes, not that of
        // memory.
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

    /// Returns the default isolation level for this host and user.
    pub fn level(&self) -> SandboxLevel {
        // In namespaces, the contestant's parent, the supervisor, is process 1.
        let text = "#!/bin/sh\n[ $PPID = 1 ] && exit 3\nexit 4\n";
        let exec = self.script("contestant", text);
        let mut judge = self.judge(&games::all()[0], &format!("--exec \"{exec}\" -ns"));
        judge.args(games::all()[0].short_options());
        match self.watched(judge).reason() {
            "exit status 3" => SandboxLevel::Namespaces,
            _ => SandboxLevel::Session,
        }
    }
}

/// Monitors a judge until it exits. Measurement begins when the record file exists, since the judge
/// may hold inherited descriptors before.
fn watched(child: Child, records: &Path) -> (Ended, JudgeUsage) {
    let pid = child.id();
    let mut usage = JudgeUsage::default();
    let begun = Instant::now();
    let waiter = thread::spawn(move || child.wait_with_output());
    while !waiter.is_finished() {
        if records.exists() {
            usage.look(pid);
        }
        // Sampling uses CPU time, so it gets rarer as a run gets longer.
        thread::sleep((begun.elapsed() / 16).clamp(FIRST_LOOKS, LAST_LOOKS));
    }
    let output = waiter.join().unwrap().unwrap();
    (Ended::of(output), usage)
}

/// Returns the command lines of the processes with this temporary folder, which a judge has left.
pub fn left(temporary: &Path) -> Vec<String> {
    let is_left = |process: &Process| {
        let environment = process.environ().unwrap_or_default();
        let folder = environment.get(OsStr::new("TMPDIR"));
        folder.is_some_and(|folder| folder == temporary)
    };
    let left = all_processes().unwrap().flatten().filter(is_left);
    left.map(|process| process.cmdline().unwrap_or_default().join(" ")).collect()
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

/// Returns the fields of a record without measured values, which change from run to run.
pub fn unmeasured(record: &Record) -> Value {
    const MEASURED: &str = "cpu_ms wall_ms memory_kib cpu_source memory_source machine";
    let mut record = serde_json::to_value(record).unwrap();
    let fields = record.as_object_mut().expect("a record is an object");
    fields.retain(|name, _| !MEASURED.split(' ').any(|measured| measured == name));
    record
}

/// Counts the children of a process that have exited but were not reaped.
fn zombies(process: &Process) -> usize {
    let state = |child: u32| Some(Process::new(child as i32).ok()?.stat().ok()?.state);
    children(process.pid as u32).into_iter().filter(|&child| state(child) == Some('Z')).count()
}

/// Returns the children of all threads of a process; none if it has exited.
pub fn children(process: u32) -> BTreeSet<u32> {
    let threads = Process::new(process as i32).and_then(|process| process.tasks());
    let threads = threads.into_iter().flatten().flatten();
    // The children of an exiting thread move to another thread, so two lists may contain them.
    threads.filter_map(|thread| thread.children().ok()).flatten().collect()
}

impl TrialResult {
    /// Returns the record of a run with one case.
    ///
    /// # Panics
    /// The run does not have exactly one record.
    #[track_caller]
    pub fn record(&self) -> &Record {
        match &self.records[..] {
            [record] => record,
            _ => panic!("{} records: {:?}", self.records.len(), self.ended),
        }
    }

    /// Returns the verdict on the only case.
    #[track_caller]
    pub fn verdict(&self) -> Verdict {
        self.record().ruling.verdict
    }

    /// Returns the reason for the verdict on the only case; empty without one.
    #[track_caller]
    pub fn reason(&self) -> &str {
        self.record().ruling.reason.as_deref().unwrap_or("")
    }

    /// Checks all promises of the judge: verdict and part of its reason, exit status, a score in
    /// the record, memory and descriptors of the judge, and no remaining zombie.
    ///
    /// # Errors
    /// The judge broke a promise; the error names the first one.
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
        let score = self.record().score.raw;
        ensure!(score.is_finite(), "score {score}");
        // An exited supervisor is a zombie until the judge's next check.
        self.check_usage(1)
    }

    /// Checks that the judge used little memory and few descriptors, and had at most `zombies`
    /// zombie children at a time.
    ///
    /// # Errors
    /// One of these is exceeded.
    pub fn check_usage(&self, zombies: usize) -> Result<()> {
        let used = self.usage;
        let is_right = used.memory_kib < MEMORY_KIB
            && used.descriptors < DESCRIPTORS
            && used.zombies <= zombies;
        ensure!(is_right, "the judge had {used:?}");
        Ok(())
    }
}
