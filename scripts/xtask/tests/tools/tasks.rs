//! Plays tasks for agents from the program to the reward, in a root folder without namespaces for the
//! judge, as in a container; with programs that cheat, too.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use tempfile::TempDir;
use xtask::games;
use xtask::tasks::Task;

/// The verifier runs once at a time: the kernel counts the processes of a user in all containers.
static VERIFIER: Mutex<()> = Mutex::new(());

/// A task of Ioiwari with few cases, and a folder for each try.
struct Trial {
    folder: TempDir,
}

/// Result of the verifier: the file of the reward, the reasons of the cases' verdicts, and the file of details.
#[derive(Debug)]
struct Verified {
    reward: String,
    reasons: Vec<String>,
    details: String,
}

/// Returns the folder with the programs of this build.
fn programs() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_xtask")).parent().unwrap()
}

/// Returns the task of a game with a fixed key.
fn task(game: &str) -> Task {
    for program in [&format!("{game}-judge"), "judge-report"] {
        harness::ensure_current(&programs().join(program)).unwrap();
    }
    let game = games::chosen(&[game.into()]).unwrap().remove(0);
    Task::make(game, programs(), 7).unwrap()
}

impl Trial {
    fn new() -> Trial {
        Trial::changed(|_| {})
    }

    /// Returns a trial of a task that `change` has changed.
    fn changed(change: impl FnOnce(&mut Task)) -> Trial {
        let mut task = task("ioiwari");
        change(&mut task);
        task.manifest.groups.truncate(1);
        task.manifest.groups[0].cases = 4;
        let folder = tempfile::tempdir().unwrap();
        task.write(programs(), folder.path()).unwrap();
        for name in ["app", "logs"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Trial { folder }
    }

    /// Returns a trial with this file in /app.
    fn with(name: &str, text: &str) -> Trial {
        let trial = Trial::new();
        fs::write(trial.path("app").join(name), text).unwrap();
        trial
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the verifier, after `solve.sh` if `solves`.
    fn verify(&self, solves: bool) -> Verified {
        let _alone = VERIFIER.lock().unwrap_or_else(PoisonError::into_inner);
        let container = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/container.sh");
        let mut container = Command::new(container);
        container.arg(self.folder.path()).arg(if solves { "solve" } else { "" });
        let ended = container.output().unwrap();
        let read =
            |name: &str| fs::read_to_string(self.path("logs").join(name)).unwrap_or_default();
        let records = read("details.jsonl");
        let records = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let reasons = records.map(|record| format!("{} {}", record["verdict"], record["reason"]));
        let reasons = reasons.collect();
        assert!(ended.status.success(), "{ended:?}");
        assert!(!self.path("logs/reward.txt").exists());
        Verified { reward: read("reward.json"), reasons, details: read("details.txt") }
    }
}

impl Verified {
    /// Returns the reward.
    fn number(&self) -> f64 {
        let reward: Value = serde_json::from_str(&self.reward).unwrap();
        assert_eq!(reward.as_object().unwrap().len(), 1);
        reward["reward"].as_f64().unwrap()
    }
}

/// Checks that our solver gets the announced reward, and the example less.
pub(super) fn programs_get_the_announced_rewards() {
    let solved = Trial::new().verify(true);
    assert_eq!(solved.number(), 1.0, "{solved:?}");
    assert_eq!(solved.reasons.len(), 4, "{solved:?}");
    let example = xtask::text("data/examples/ioiwari.py").unwrap();
    let example = Trial::with("solution.py", &example).verify(false);
    assert!(example.number() < 1.0, "{example:?}");
}

/// Programs that get nothing: a name, the file's ending and text, and a part of each case's verdict.
/// Those that end with status 7 have tried something that was refused.
const CHEATS: [(&str, &str, &str, &str); 17] = [
    ("crash", "py", "1 / 0", "RE"),
    ("hang", "py", "import time; time.sleep(1000)", "TLE"),
    ("loop", "cpp", "int main() { for (volatile int i = 0;; i = i + 1) {} }", "TLE"),
    ("rubbish", "py", "import os; os.write(1, bytes(range(256)))", "WA"),
    ("nothing", "py", "", "WA"),
    ("no number", "py", "print('nan'); print('inf')", "WA"),
    ("flood", "py", "while True: print('1' * 4000, end='', flush=True)", "OLE"),
    (
        "a forged score",
        "py",
        "import sys\nfor out in sys.stdout, sys.stderr: print('Score = 4.0, RunTime = 1 ms\\n{\"reward\": 1}\\n[DATA] score = 4', file=out)",
        "WA",
    ),
    ("forks", "py", "import os\nwhile True: os.fork()", "E\""),
    (
        "writes a reward",
        "py",
        "for path in '/logs/verifier/reward.json', '/logs/reward.json', '/tests/reward', '/app/x':\n  try: open(path, 'w'); break\n  except OSError: pass\nelse: exit(7)",
        "status 7",
    ),
    (
        "reads cases",
        "py",
        "import glob, os\nfound = b''\nfor path in ['/tests/key', '/tests/salt', '/root/x', *glob.glob('/tests/*/*/*'), *glob.glob('/root/*/*'), *glob.glob('/proc/[0-9]*/environ'), *glob.glob('/proc/[0-9]*/fd/*'), *glob.glob('/proc/[0-9]*/mem')]:\n  if path.split('/')[2] != str(os.getpid()):\n    try: found += open(path, 'rb').read(1)\n    except OSError: pass\nexit(0 if found else 7)",
        "status 7",
    ),
    (
        "reads arguments",
        "py",
        "import glob, re\ntext = b''\nfor path in glob.glob('/proc/[0-9]*/cmdline'):\n  try: text += open(path, 'rb').read() + b' '\n  except OSError: pass\nexit(0 if re.search(rb'[0-9]{9}|[0-9a-f]{32}', text) else 7)",
        "status 7",
    ),
    (
        "signals",
        "py",
        "import os, glob\nsent = 0\nfor signal in 9, 19:\n  for path in glob.glob('/proc/[0-9]*'):\n    pid = int(path[6:])\n    if pid != os.getpid():\n      try: os.kill(pid, signal); sent += os.stat(path).st_uid == 0\n      except OSError: pass\nexit(0 if sent else 7)",
        "status 7",
    ),
    (
        "caches in a file",
        "py",
        "import os\nfor folder in '/tmp', '/var/tmp', '/dev/shm', '/run/lock', '/program', '/app', '/', os.path.expanduser('~'):\n  try: open(folder + '/cache', 'w'); break\n  except OSError: pass\nelse: exit(7)",
        "status 7",
    ),
    (
        "caches in a process",
        "py",
        "import os, socket, time\nserver = socket.socket(socket.AF_UNIX)\ntry: server.bind(f'\\0cache{os.getuid()}')\nexcept OSError: exit(0)\nfor _ in 1, 2:\n  if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(1000)\n    os._exit(0)\nexit(7)",
        "status 7",
    ),
    ("reads cases when compiled", "cpp", "#include \"/tests/groups/01/seeds\"\nint main() {}", ""),
    (
        "reads the key when compiled",
        "rs",
        "fn main() { print!(\"{}\", include_str!(\"/tests/key\")) }",
        "",
    ),
];

/// Checks that programs which fail or cheat get 0, and that what they try is refused.
pub(super) fn cheats_get_nothing() {
    for (name, ending, text, verdict) in CHEATS {
        let trial = Trial::with(&format!("solution.{ending}"), text);
        fs::write(trial.path("logs/reward.txt"), "1").unwrap();
        let verified = trial.verify(false);
        let (reward, cases) = match verdict.is_empty() {
            true => ("{\"reward\": 0}\n", 0),
            false => ("{\"reward\": 0.000000}\n", 4),
        };
        assert_eq!(verified.reward, reward, "{name}: {verified:?}");
        assert_eq!(verified.reasons.len(), cases, "{name}: {verified:?}");
        let mut reasons = verified.reasons.iter();
        let is_expected = reasons.all(|reason| reason.contains(verdict));
        assert!(is_expected, "{name}: {verified:?}");
    }
}

/// Checks that only a single regular file of a limited size is compiled, in a limited time.
pub(super) fn other_files_are_refused() {
    let refused = |trial: &Trial, expected: &str| {
        let verified = trial.verify(false);
        assert_eq!(verified.reward, "{\"reward\": 0}\n", "{verified:?}");
        assert!(verified.details.contains(expected), "{verified:?}");
    };
    refused(&Trial::new(), "found 0");
    let trial = Trial::with("solution.py", "exit()");
    fs::write(trial.path("app/solution.rs"), "fn main() {}").unwrap();
    refused(&trial, "found 2");
    let trial = Trial::new();
    symlink("/tests/key", trial.path("app/solution.py")).unwrap();
    refused(&trial, "not a regular file");
    let large = format!("#{}", " ".repeat(512 * 1024));
    refused(&Trial::with("solution.py", &large), "larger than 512 KiB");
    let endless = "template<int n> struct A { static const long v = A<(n * 7 + 1) % 100003>::v + A<(n * 3 + 2) % 100003>::v; };\n\
                   template<int n> constexpr long f(long x) { for (long i = 0; i < 1L << 40; ++i) x += i; return x; }\n\
                   constexpr long v = f<1>(2);\nint main() { return v; }";
    let trial = Trial::changed(|task| task.compile_seconds = 10);
    fs::write(trial.path("app/solution.cpp"), endless).unwrap();
    refused(&trial, "the compiler ended");
}

/// Checks that Harbor's models and its linter accept every task.
pub(super) fn harbor_accepts_every_task() {
    let folder = tempfile::tempdir().unwrap();
    let harbor = xtask::workspace().join("target/harbor/bin");
    for game in games::all().unwrap() {
        let name = game.name;
        let folder = folder.path().join(&name);
        task(&name).files().unwrap().write(&folder).unwrap();
        let load = "import sys, pathlib; from harbor.models.task.task import Task; t = Task(pathlib.Path(sys.argv[1])); \
                    print(t.config.schema_version, t.config.verifier.environment_mode.value, len(t.config.artifacts))";
        let mut python = Command::new(harbor.join("python"));
        let loaded = xtask::output(python.args(["-c", load]).arg(&folder)).unwrap();
        assert_eq!(loaded.trim(), "1.4 separate 3", "{name}");
        lint(&harbor, &folder);
    }
}

fn lint(harbor: &Path, task: &Path) {
    // The digest of an image is unknown without its registry.
    let options = ["lint", "--select", "ALL", "--ignore", "unpinned-image"];
    xtask::output(Command::new(harbor.join("harbor")).args(options).arg(task)).unwrap();
}
