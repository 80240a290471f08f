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

    /// Returns its standard output; it exits with `status`.
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

    /// Returns the text of `turn` that it shows of a case and an output that breaks a rule, and
    /// below it the meanings of signs, and the verdict.
    #[track_caller]
    pub fn shown(&self, case: &str, output: &str, turn: usize) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let (input, answers) = (path("1.in"), path("1.out"));
        fs::write(&input, case).unwrap();
        fs::write(&answers, output).unwrap();
        let turn = turn.to_string();
        self.stdout(&["show", "--text", "--turn", &turn, &input, &answers], 1)
    }

    /// Returns its message about a malformed case, the same whether that is to be played
    /// or is scored with an answer. Given back is what follows the name of the
    /// file: `3: what is wrong`.
    #[track_caller]
    pub fn refuses(&self, case: &[u8]) -> String {
        let played = self.refuses_to_play(case);
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let (input, output) = (path("1.in"), path("1.out"));
        fs::write(&input, case).unwrap();
        fs::write(&output, "").unwrap();
        let scored = self.complaint(&["score", &input, &output], &input);
        assert_eq!(scored, played);
        played
    }

    /// Returns its message about a malformed case that is to be played.
    #[track_caller]
    pub fn refuses_to_play(&self, case: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("case.in");
        fs::write(&path, case).unwrap();
        let path = path.to_str().unwrap();
        self.complaint(&["--case", path, "--exec", "true"], path)
    }

    /// Returns its message about `file`, which makes it refuse `args`: one line on
    /// standard error that begins with the file, and exit status 2.
    #[track_caller]
    pub fn complaint(&self, args: &[&str], file: &str) -> String {
        let assert = self.command(args).assert().code(2);
        assert!(assert.get_output().stdout.is_empty(), "{args:?}");
        let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        let complaint = text.strip_prefix(&format!("error: {file}:"));
        let complaint = complaint.and_then(|rest| rest.strip_suffix('\n'));
        match complaint {
            Some(complaint) if !complaint.contains('\n') => complaint.to_string(),
            _ => panic!("{args:?}: {text}"),
        }
    }
}

/// Returns `record` without what is measured, which is another every time.
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
