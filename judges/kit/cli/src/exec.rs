//! Contestants' commands: split into words, and advice on those that do not start.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Result, bail};

/// Words that only a shell understands.
const OF_SHELLS: [&str; 10] = ["|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1"];

/// Interpreters and compilers by the ending of a source file, with the command that runs it.
const RUN_BY: [(&str, &str); 10] = [
    ("py", "python3 FILE"),
    ("js", "node FILE"),
    ("rb", "ruby FILE"),
    ("pl", "perl FILE"),
    ("lua", "lua FILE"),
    ("sh", "sh FILE"),
    ("class", "java -cp FOLDER STEM"),
    ("java", "java -cp FOLDER STEM, after javac FILE"),
    ("rs", "FOLDER/STEM, after rustc -O FILE -o FOLDER/STEM"),
    ("cpp", "FOLDER/STEM, after g++ -O2 FILE -o FOLDER/STEM"),
];

/// Splits a command line as a shell would; fails if it is empty, does not close a quote, or needs a
/// shell.
pub(crate) fn split(line: &str) -> Result<Vec<OsString>> {
    let Some(words) = shlex::split(line).filter(|words| !words.is_empty()) else {
        bail!("`{line}` is not a command: empty, or a quote is not closed");
    };
    let quoted = || shlex::try_quote(line).map_or(line.to_string(), |line| line.into_owned());
    if let Some(word) = words.iter().find(|word| OF_SHELLS.contains(&word.as_str())) {
        bail!("`{word}`: no shell runs this; use sh -c {}", quoted());
    }
    if words[0] == "cd" {
        bail!("`cd`: no shell runs this; use sh -c {}", quoted());
    }
    if is_assignment(&words[0]) {
        bail!("`{}`: no shell runs this; use env {line}", words[0]);
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    let is_letter = |char: char| char.is_ascii_alphanumeric() || char == '_';
    name.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_')
        && name.chars().all(is_letter)
}

/// Returns the message that `program` cannot be started for the reason `error`, with advice.
pub(crate) fn not_started(program: &str, error: &str) -> String {
    let message = format!("`{program}` cannot be started: {error}");
    let (path, here) = (Path::new(program), Path::new(".").join(program));
    let is_path = program.contains('/');
    let advice = if path.is_dir() {
        "it is a folder: name a program in it".into()
    } else if is_path && path.is_file() {
        run_by(path)
    } else if !is_path && here.is_file() {
        run_by(&here)
    } else if program.contains(' ') {
        "the inner quotes make it one word; leave them out".into()
    } else {
        return message;
    };
    format!("{message}; {advice}")
}

/// Advice on a file that exists, but is not started by its name.
fn run_by(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(".")).to_string_lossy();
    let file = path.display().to_string();
    let file = file.strip_prefix("./").unwrap_or(&file);
    match RUN_BY.iter().find(|(known, _)| ending == *known) {
        Some((_, command)) => {
            let command = command
                .replace("FILE", file)
                .replace("FOLDER", &folder)
                .replace("STEM", &stem);
            format!("try {command}")
        }
        None if is_executable(path) => {
            "its first line has to name its interpreter, as #!/usr/bin/env python3 does".into()
        }
        None => format!("if {file} is a program, chmod +x {file} lets it be started"),
    }
}

fn is_executable(path: &Path) -> bool {
    let facts = path.metadata();
    facts.is_ok_and(|facts| facts.permissions().mode() & 0o111 != 0)
}
