//! A judge's program, run as a user runs it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The program of a judge.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    program: &'static str,
    patient: bool,
}

/// Time limits that suit any contestant on a machine of any speed.
const PATIENT: [&str; 4] = ["--time-limit", "60000", "--wall-limit", "600000"];

impl Judge {
    /// Returns the judge at this path.
    pub const fn new(program: &'static str) -> Judge {
        Judge {
            program,
            patient: false,
        }
    }

    /// Returns this judge with high time limits for its contestants.
    #[must_use]
    pub const fn patient(self) -> Judge {
        Judge {
            patient: true,
            ..self
        }
    }

    /// Returns a command with `args`, in the root of the workspace.
    pub fn command(&self, args: &[&str]) -> Command {
        let plays = !["gen", "score", "show", "play", "-loadSolOutput"]
            .iter()
            .any(|name| args.contains(name));
        let patient = PATIENT.iter().filter(|_| self.patient && plays);
        let mut command = Command::new(self.program);
        command
            .args(args)
            .args(patient)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        command
    }

    /// Runs the judge, which must exit with `status`; returns its standard output.
    #[track_caller]
    pub fn stdout(&self, args: &[&str], status: i32) -> String {
        let run = self.command(args).output().unwrap();
        assert_eq!(run.status.code(), Some(status), "{args:?}: {run:?}");
        String::from_utf8(run.stdout).unwrap()
    }

    /// Runs the judge, which must exit with `status`; returns its records.
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

    /// Reads the records in a file.
    #[track_caller]
    pub fn read_records(path: &Path) -> Vec<Value> {
        let text = fs::read_to_string(path).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// Removes measured values from `record`, since they change from run to run.
pub fn unmeasured(mut record: Value) -> Value {
    const MEASURED: [&str; 6] = [
        "cpu_ms",
        "wall_ms",
        "memory_kib",
        "cpu_source",
        "memory_source",
        "machine",
    ];
    let fields = record.as_object_mut().expect("a record is an object");
    fields.retain(|name, _| !MEASURED.contains(&name.as_str()));
    record
}
