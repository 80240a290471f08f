//! Commands of contestants: splitting into words, and advice if they do not start.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Error, Result, bail};
use records::first_bytes;

/// Commands that exist only in a shell.
const BUILT_INTO_SHELLS: [&str; 7] = ["cd", ".", "source", "exec", "eval", "export", "ulimit"];

/// Commands that run or compile a source file, by its ending.
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

/// A command line.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine {
    /// The line as it was typed.
    pub text: String,
    /// Its words: the program and its arguments.
    pub words: Vec<OsString>,
}

impl FromStr for CommandLine {
    type Err = Error;

    fn from_str(text: &str) -> Result<CommandLine> {
        Ok(CommandLine { text: text.into(), words: split(text)? })
    }
}

/// Splits a command line as a shell would; fails if it is empty, does not close a quote, or needs a
/// shell.
fn split(line: &str) -> Result<Vec<OsString>> {
    let Some(words) = shlex::split(line).filter(|words| !words.is_empty()) else {
        bail!("`{line}` is not a command: empty, or a quote is not closed");
    };
    let first = words[0].as_str();
    let built_in = Some(first).filter(|first| BUILT_INTO_SHELLS.contains(first));
    if let Some(word) = shell_word(line).or(built_in) {
        let quoted = shlex::try_quote(line).unwrap_or(line.into());
        bail!("`{word}`: no shell runs this; use sh -c {quoted}");
    }
    if is_assignment(first) {
        bail!("`{first}`: no shell runs this; use env {line}");
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

/// Returns the first word that contains an operator, an expansion or a pattern of a shell.
fn shell_word(line: &str) -> Option<&str> {
    let mut quote = None;
    let mut start = 0;
    let mut chars = line.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let next = chars.peek().map_or(' ', |&(_, next)| next);
        let is_expansion = match char {
            '$' => next.is_alphanumeric() || "_{(@*#?!".contains(next),
            _ => char == '`',
        };
        let is_for_shells = match quote {
            None => is_expansion || "|&;<>()*?".contains(char) || char == '~' && at == start,
            Some('"') => is_expansion,
            Some(_) => false,
        };
        if is_for_shells {
            let rest = &line[at..];
            let end = at + rest.find(char::is_whitespace).unwrap_or(rest.len());
            return Some(&line[start..end]);
        }
        match (quote, char) {
            (None | Some('"'), '\\') => drop(chars.next()),
            (None, '\'' | '"') => quote = Some(char),
            (None, _) if char.is_whitespace() => start = at + char.len_utf8(),
            (Some(open), _) if open == char => quote = None,
            _ => {}
        }
    }
    None
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    let is_letter = |char: char| char.is_ascii_alphanumeric() || char == '_';
    name.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_')
        && name.chars().all(is_letter)
}

/// Returns a message with advice: `command` cannot be started because of `error`.
pub(crate) fn not_started(command: &[OsString], error: &str) -> String {
    let program = command[0].to_string_lossy();
    let message = format!("`{program}` cannot be started: {error}");
    let (path, here) = (Path::new(&*program), Path::new(".").join(&*program));
    let is_path = program.contains('/');
    let advice = if error.starts_with("Text file busy") {
        "it is still being written: wait for its compiler".into()
    } else if path.is_dir() {
        "it is a folder: name a program in it".into()
    } else if !is_path && is_executable(&here) {
        format!("write {}", here.display())
    } else if is_path && path.is_file() {
        run_by(path)
    } else if !is_path && here.is_file() {
        run_by(&here)
    } else if let Some(name) = name_with_blanks(command) {
        format!("quote the file's name: \"'{name}'\"")
    } else if program.contains(' ') {
        "the inner quotes make it one word; leave them out".into()
    } else {
        return message;
    };
    format!("{message}; {advice}")
}

/// Returns the path of a file whose name was split into the first words of `command`.
fn name_with_blanks(command: &[OsString]) -> Option<String> {
    let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
    let mut names = (2..=words.len()).map(|count| words[..count].join(" "));
    let name = names.find(|name| Path::new(name).is_file())?;
    let folder = if name.contains('/') { "" } else { "./" };
    Some(format!("{folder}{name}"))
}

/// Returns advice on a file that exists but cannot be started by its name.
fn run_by(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(".")).to_string_lossy();
    let file = path.display().to_string();
    let file = file.strip_prefix("./").unwrap_or(&file);
    match RUN_BY.iter().find(|(known, _)| ending == *known) {
        Some((_, command)) => {
            let command =
                command.replace("FILE", file).replace("FOLDER", &folder).replace("STEM", &stem);
            format!("try {command}")
        }
        None if is_executable(path) => interpreted_by(path),
        None => format!("if {file} is a program, chmod +x {file} lets it be started"),
    }
}

/// Returns advice on an executable file that the kernel cannot start.
fn interpreted_by(path: &Path) -> String {
    let start = first_bytes(path);
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if start.starts_with(b"\x7fELF") {
        return "it was built for another system".into();
    }
    if let Some(interpreter) = line.strip_prefix(b"#!") {
        let interpreter = interpreter.escape_ascii();
        return format!("its first line names an interpreter that does not start: `{interpreter}`");
    }
    "its first line has to name its interpreter, as #!/usr/bin/env python3 does".into()
}

fn is_executable(path: &Path) -> bool {
    let facts = path.metadata();
    facts.is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 != 0)
}
