//! Commands and what they print, kept in `transcripts/*.txt`.
//!
//! A heading (`# ...`) begins an empty folder. `@ NAME` begins a file: of records, whose other fields
//! are usual ones, if it ends in `.jsonl`. `$ ARGS` runs the program. Below it stand standard output
//! (indented), standard error (`! ...`) and the exit status (`= N`), unless that is 0.
//! `UPDATE=1 cargo test -p judge-report transcripts` writes what the commands print now.

use std::path::Path;
use std::{env, fs};

use crate::folder::{Folder, record};

/// Runs the commands of a transcript, and returns it with what they print.
fn played(transcript: &str) -> String {
    let mut folder = Folder::new();
    let mut file: Option<(&str, String)> = None;
    let mut played = String::new();
    for line in transcript.lines() {
        let ends_file = line.starts_with(['#', '@', '$']) || line.is_empty();
        if let Some((name, text)) = file.take_if(|_| ends_file) {
            folder.write(name, &text);
        }
        if let Some((name, text)) = &mut file {
            let line = format!("{line}\n");
            let fields = line
                .strip_prefix('{')
                .and_then(|line| line.strip_suffix("}\n"));
            *text += &match fields {
                Some(fields) if name.ends_with(".jsonl") => record(fields),
                _ => line,
            };
        } else if line.is_empty() || line.starts_with([' ', '!', '=']) {
            continue;
        }
        if line.starts_with('#') && !played.is_empty() {
            played += "\n";
        }
        played += &format!("{line}\n");
        if line.starts_with('#') {
            folder = Folder::new();
        } else if let Some(name) = line.strip_prefix("@ ") {
            file = Some((name, String::new()));
        } else if let Some(args) = line.strip_prefix("$ ") {
            played += &run(&folder, args);
        }
    }
    played
}

/// What a command prints, and its exit status.
fn run(folder: &Folder, args: &str) -> String {
    let words = shlex::split(args).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = folder.report(&words).output().unwrap();
    let mut text = String::new();
    for (prefix, stream) in [("  ", &output.stdout), ("! ", &output.stderr)] {
        for line in String::from_utf8_lossy(stream).lines() {
            text += &format!("{}\n", format!("{prefix}{line}").trim_end());
        }
    }
    match output.status.code() {
        Some(0) => text,
        status => text + &format!("= {}\n", status.unwrap()),
    }
}

#[test]
fn transcripts_are_what_the_commands_print() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let expected = fs::read_to_string(&path).unwrap();
        let played = played(&expected);
        count += played.lines().filter(|line| line.starts_with('$')).count();
        if env::var_os("UPDATE").is_some() {
            fs::write(&path, &played).unwrap();
            continue;
        }
        let lines = played.lines().zip(expected.lines()).zip(1..);
        for ((found, expected), number) in lines {
            assert_eq!(found, expected, "{}:{number}", path.display());
        }
        assert_eq!(played, expected, "{}", path.display());
    }
    assert!(count > 40, "{count} commands");
}
