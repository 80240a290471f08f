//! A judge's program, run as a user runs it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// The program of a judge.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    program: &'static str,
    patient: bool,
}

/// Enough for any contestant on a machine of any speed.
const PATIENT: [&str; 4] = ["--time-limit", "60000", "--wall-limit", "600000"];

impl Judge {
    /// The judge at this path.
    pub const fn new(program: &'static str) -> Judge {
        Judge {
            program,
            patient: false,
        }
    }

    /// The same judge with high limits of time wherever it plays.
    #[must_use]
    pub const fn patient(self) -> Judge {
        Judge {
            patient: true,
            ..self
        }
    }

    /// This judge with `args`, in the root of the workspace.
    pub fn command(&self, args: &[&str]) -> Command {
        let plays = !["gen", "score"]
            .iter()
            .any(|name| args.first() == Some(name));
        let patient = PATIENT.iter().filter(|_| self.patient && plays);
        let mut command = Command::new(self.program);
        command
            .args(args)
            .args(patient)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        command
    }

    /// What it prints; it exits with `status`.
    #[track_caller]
    pub fn stdout(&self, args: &[&str], status: i32) -> String {
        let assert = self.command(args).assert().code(status);
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    }

    /// The records it writes; it exits with `status`.
    #[track_caller]
    pub fn records(&self, args: &[&str], status: i32) -> Vec<Value> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl");
        self.stdout(
            &[args, &["--json", path.to_str().unwrap()]].concat(),
            status,
        );
        Judge::read_records(&path)
    }

    /// The records in a file.
    #[track_caller]
    pub fn read_records(path: &Path) -> Vec<Value> {
        let text = fs::read_to_string(path).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// What it says of a malformed case, whichever way it comes to read it:
    /// one line on standard error that begins with file and line, and exit
    /// status 2. Given back is what follows the file: `3: what is wrong`.
    #[track_caller]
    pub fn complaint(&self, case: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let (input, output) = (path("1.in"), path("1.out"));
        fs::write(&input, case).unwrap();
        fs::write(&output, "").unwrap();
        let said = |args: &[&str]| {
            let assert = self.command(args).assert().code(2);
            assert!(assert.get_output().stdout.is_empty(), "{args:?}");
            let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
            let start = format!("error: {input}:");
            let rest = text.strip_prefix(&start);
            let rest = rest.and_then(|rest| rest.strip_suffix('\n'));
            let problem = rest.unwrap_or_else(|| panic!("{args:?}: {text}"));
            assert!(!problem.contains('\n'), "{text}");
            problem.to_string()
        };
        said(&["--case", &input, "--exec", "true"])
    }
}
