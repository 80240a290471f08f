//! The hostile contestants and their expected verdicts.

use game::Verdict::{self, Mle, Ok, Ole, Re, Tle, Wa};
use xtask::games::{DialogueKind, GameManifest};

/// Limit that a contestant will reach, so the test sets it low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// CPU time.
    Cpu,
    /// Wall time.
    Wall,
}

/// Isolation of a contestant: the judge's `--sandbox`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxLevel {
    /// Only a session of its own: `none`.
    Session,
    /// Namespaces: the default if the kernel permits them.
    Namespaces,
    /// Bubblewrap: `full`.
    Full,
}

impl SandboxLevel {
    /// Returns the judge's option for this level.
    pub fn option(self) -> &'static str {
        match self {
            SandboxLevel::Session => "--sandbox=none",
            SandboxLevel::Namespaces => "--sandbox=namespaces",
            SandboxLevel::Full => "--sandbox=full",
        }
    }
}

/// A contestant that misbehaves.
#[derive(Clone, Copy, Debug)]
pub struct HostileContestant {
    /// Name of the behaviour, an argument of a script in `judges/tests/attacks`.
    pub name: &'static str,
    /// Limit that must stop the contestant.
    pub stopped_by: Option<Limit>,
    interactive: (Verdict, &'static str),
    offline: (Verdict, &'static str),
    /// Expectation without namespaces, where a contestant can reach its supervisor.
    in_session: Option<(Verdict, &'static str)>,
}

impl HostileContestant {
    const fn stopped_by(self, limit: Limit) -> HostileContestant {
        let stopped_by = Some(limit);
        HostileContestant { stopped_by, ..self }
    }

    /// Returns the reason if this contestant would behave normally against the game; `None` if it
    /// would misbehave.
    pub fn skipped(&self, game: &GameManifest) -> Option<String> {
        let is_number = |word: &str| word.parse::<i64>().is_ok();
        let changes_numbers = self.name == "plus-signs" || self.name.starts_with("first-number=");
        let numbers = game.answer.split_whitespace().any(is_number);
        (changes_numbers && !numbers).then(|| {
            let (name, game, answer) = (self.name, &game.name, &game.answer);
            format!("{name} against {game}: skipped, an answer as `{answer}` holds no number")
        })
    }

    /// Returns the verdict that the judge of `game` must give at this level, and a part of its
    /// reason (empty if it has none).
    ///
    /// # Panics
    /// A manifest has an invalid verdict.
    pub fn expected<'a>(&self, game: &'a GameManifest, level: SandboxLevel) -> (Verdict, &'a str) {
        let mut exceptions = game.exceptions.iter();
        if let Some(exception) = exceptions.find(|exception| exception.contestant == self.name) {
            let verdict = serde_json::from_value(exception.verdict.clone().into());
            return (verdict.expect("a verdict"), &exception.reason);
        }
        match (game.kind, self.in_session) {
            (_, Some(expected)) if level == SandboxLevel::Session => expected,
            (DialogueKind::Interactive, _) => self.interactive,
            (DialogueKind::Offline, _) => self.offline,
        }
    }
}

/// A contestant with the same verdict from every judge.
const fn always(name: &'static str, verdict: Verdict, reason: &'static str) -> HostileContestant {
    differs(name, (verdict, reason), (verdict, reason))
}

/// A contestant whose verdict depends on the kind of game.
const fn differs(
    name: &'static str,
    interactive: (Verdict, &'static str),
    offline: (Verdict, &'static str),
) -> HostileContestant {
    HostileContestant { name, stopped_by: None, interactive, offline, in_session: None }
}

const EARLY: &str = "was written before it was asked for";
const WALL: &str = "no answer within the wall limit of 1500 ms";
const WALL_REACHED: &str = "within the wall limit of 1500 ms";
const NO_LINE_END: &str = "was written without a line end";
const TOO_MANY: &str = "more than 256 processes and threads";

/// A contestant that answers before the question. In an offline game the rules decide.
const fn early(name: &'static str) -> HostileContestant {
    differs(name, (Wa, EARLY), (Wa, ""))
}

/// A contestant that exits before its last answer. In an offline game the rules decide.
const fn unwritten(name: &'static str) -> HostileContestant {
    differs(name, (Wa, "but an answer was due"), (Wa, ""))
}

/// A contestant that never answers.
const fn tle(name: &'static str) -> HostileContestant {
    always(name, Tle, WALL).stopped_by(Limit::Wall)
}

/// A contestant that hangs after an answer or some output.
const fn hangs(name: &'static str) -> HostileContestant {
    differs(name, (Tle, WALL), (Tle, WALL_REACHED)).stopped_by(Limit::Wall)
}

/// A contestant that kills its supervisor if it can.
const fn kills(name: &'static str) -> HostileContestant {
    let in_session = Some((Re, "killed by signal 9, as was its supervisor"));
    HostileContestant { in_session, ..tle(name) }
}

/// Every contestant of the suite.
pub fn contestants() -> Vec<HostileContestant> {
    let no_output = (Wa, "the output is empty");
    let no_exit = (Tle, "it did not exit");
    vec![
        // Contestants that exit.
        unwritten("exits"),
        unwritten("exits-halfway"),
        always("exits-3", Re, "exit status 3"),
        always("exits-3-halfway", Re, "exit status 3"),
        always("exits-3-after", Re, "exit status 3"),
        always("exits-126", Re, "exit status 126"),
        always("exits-127", Re, "exit status 127"),
        always("exits-137", Re, "exit status 137"),
        always("exits-139", Re, "exit status 139"),
        always("exits-192", Re, "exit status 192"),
        always("segfaults", Re, "killed by SIGSEGV"),
        always("segfaults-halfway", Re, "killed by SIGSEGV"),
        always("aborts", Re, "killed by SIGABRT"),
        always("kills-itself", Re, "killed by SIGKILL"),
        always("real-time-signal", Re, "killed by signal 40"),
        // Contestants that do not answer.
        differs("closes-stdout", no_output, no_exit).stopped_by(Limit::Wall),
        early("closes-stdin"),
        tle("never-reads"),
        differs("never-writes", (Tle, WALL), (Wa, "")).stopped_by(Limit::Wall),
        differs("fails-at-end-of-input", (Tle, WALL), (Re, "exit status 3"))
            .stopped_by(Limit::Wall),
        always("unfinished-line", Tle, NO_LINE_END).stopped_by(Limit::Wall),
        always("carriage-return", Tle, NO_LINE_END).stopped_by(Limit::Wall),
        hangs("hangs-halfway"),
        tle("vforks"),
        tle("vforks-a-sibling"),
        tle("vforks-a-thread"),
        always("never-exits", Tle, WALL_REACHED).stopped_by(Limit::Wall),
        // Contestants that answer out of turn.
        early("reads-nothing-answers"),
        early("answers-early"),
        early("answers-twice"),
        differs("says-more", (Wa, "the game was over"), (Wa, "")),
        // Contestants with unusual output.
        always("one-byte-at-a-time", Ok, ""),
        differs("no-final-newline", (Tle, WALL), (Ok, "")).stopped_by(Limit::Wall),
        always("crlf", Ok, ""),
        always("plus-signs", Ok, ""),
        always("first-number=-0", Wa, ""),
        always("first-number=1e9", Wa, "1e9"),
        always("first-number=0x1", Wa, "0x1"),
        always("first-number=99999999999999999999", Wa, "99999999999999999999"),
        always("binary", Wa, "\\x00\\xff\\xfe \\x80 1\\x00"),
        // Contestants with too much output.
        always("endless-line", Ole, "bytes of output"),
        differs("endless-lines", (Wa, EARLY), (Ole, "bytes of output")),
        hangs("trickles"),
        always("128-mb-to-stderr", Ok, ""),
        // Contestants that use too many resources.
        always("busy", Tle, "more than 300 ms of CPU time").stopped_by(Limit::Cpu),
        always("busy-after", Tle, "more than 300 ms of CPU time").stopped_by(Limit::Cpu),
        tle("sleeps"),
        tle("ignores-sigterm"),
        always("touches-2-gb", Mle, "MiB of memory"),
        always("reserves-2-gb", Ok, ""),
        always("threads-200", Ok, ""),
        always("threads-2000", Re, TOO_MANY),
        always("leaves-children", Ok, ""),
        always("forks-without-end", Re, TOO_MANY),
        // Contestants that attack their judge.
        tle("stops-its-judge"),
        tle("freezes-its-supervisor"),
        kills("kills-its-judge"),
        kills("traces-its-supervisor"),
    ]
}

/// Returns the contestant with this name.
///
/// # Panics
/// The suite lacks it.
pub fn contestant(name: &str) -> HostileContestant {
    let found = contestants().into_iter().find(|contestant| contestant.name == name);
    found.unwrap_or_else(|| panic!("no contestant `{name}`"))
}
