//! The report program in a folder of its own.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Map, Value};
use tempfile::TempDir;

/// A line of JSON: the record of a case, with `fields` as given and others as usual.
pub fn record(fields: &str) -> String {
    let usual = r#"{"game":"a","seed":1,"parameters":{},"verdict":"OK","score":1.0,
        "cpu_ms":1.5,"wall_ms":2.0,"memory_kib":2048,"command":"x"}"#;
    let mut record: Map<String, Value> = serde_json::from_str(usual).unwrap();
    let given: Map<String, Value> = serde_json::from_str(&format!("{{{fields}}}")).unwrap();
    record.extend(given);
    Value::Object(record).to_string() + "\n"
}

/// A folder that is gone after the test.
pub struct Folder(TempDir);

impl Folder {
    /// Creates an empty folder.
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// Returns the path of a file of the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file of the folder, and the folders above it.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Returns the text of a file of the folder.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The report program with `args`, started in the folder.
    pub fn report(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge-report"));
        command
            .args(args)
            .current_dir(self.0.path())
            .env_remove("JUDGE_RUNS");
        command
    }

    /// A shell in the folder that finds all programs of the workspace.
    pub fn shell(&self, script: &str) -> Command {
        let programs = Path::new(env!("CARGO_BIN_EXE_judge-report"))
            .parent()
            .unwrap();
        let path = env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(programs.to_path_buf()).chain(env::split_paths(&path));
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .current_dir(self.0.path())
            .env("PATH", env::join_paths(paths).unwrap())
            .env_remove("JUDGE_RUNS");
        command
    }

    /// Runs `judge-report` and returns its standard output; it must exit with `status`.
    #[track_caller]
    pub fn stdout(&self, args: &[&str], status: i32) -> String {
        let run = self.report(args).assert().code(status);
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    }

    /// Runs `judge-report` and returns its standard error; it must exit with `status`.
    #[track_caller]
    pub fn stderr(&self, args: &[&str], status: i32) -> String {
        let run = self.report(args).assert().code(status);
        String::from_utf8(run.get_output().stderr.clone()).unwrap()
    }
}
