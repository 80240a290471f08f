//! Command lines of a judge that show a case.

use std::env;
use std::path::PathBuf;

use records::CaseKey;

use crate::cases::ContestantCases;

/// Source of plays that a judge can show again, in words of a shell.
pub struct PlaySource {
    /// The command line of its program as it was.
    pub start: String,
    /// Its name in a history, and the folder of that; empty without one.
    pub run: String,
    pub history: String,
}

impl PlaySource {
    /// The source of a contestant's plays.
    pub fn of(contestant: &ContestantCases) -> PlaySource {
        let run = contestant.run;
        let folder = &run.folder.0;
        let names = run.info.iter().map(|info| info.name.clone());
        let name = { names }.find(|name| folder.ends_with(name));
        let history = folder.parent().filter(|_| name.is_some());
        let history = history.map(|history| match history.display().to_string() {
            here if here.is_empty() => ".".into(),
            history => quoted(&history),
        });
        PlaySource {
            start: quoted(&match &run.info {
                Some(info) => joined(&run.folder.start(info)),
                None => contestant.command.into(),
            }),
            run: name.unwrap_or_default(),
            history: history.unwrap_or_default(),
        }
    }
}

/// Words as a line of a shell.
fn joined(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// `text` as one word of a shell.
fn quoted(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_string(), |word| word.into_owned())
}

/// Arguments that choose a case; the records of a run hold its options and drawn salts.
pub fn arguments(key: &CaseKey, of_run: bool) -> String {
    let source = &key.source;
    let file = source.file.iter();
    let mut words: Vec<String> = file
        .map(|file| format!("--case {}", quoted(file)))
        .collect();
    // Where nothing is drawn during play, a file goes without a seed: it has seed 1.
    let has_seed = source.file.is_none() || key.seed != 1;
    words.extend(has_seed.then(|| format!("--seed {}", key.seed)));
    words.extend(source.options.clone().filter(|_| !of_run));
    let variant = source.variant.iter().filter(|_| source.file.is_none());
    words.extend(variant.map(|variant| format!("--variant {}", quoted(variant))));
    let salt = source.salt.as_ref().filter(|_| !of_run);
    words.extend(salt.map(|salt| format!("--salt {salt}")));
    words.join(" ")
}

/// The start of a command line that shows a case of `game`. The judge is a path if it lies in the folder
/// of this program.
pub fn show(game: &str) -> String {
    let name = format!("{game}-judge");
    let program = env::args_os().next().map(PathBuf::from);
    let path = program.unwrap_or_default().with_file_name(&name);
    let judge = match path.is_file() {
        true => quoted(&path.display().to_string()),
        false => name,
    };
    format!("{judge} show")
}

/// The command line that shows a case of the first source, with these `options`, and of the first other
/// one side by side. Runs of one history are named; elsewhere the programs play now.
pub fn show_command(key: &CaseKey, sources: &[PlaySource], options: &str) -> String {
    let history = &sources[0].history;
    let is_run = !history.is_empty();
    let words = sources.iter().map(|source| match is_run {
        true if source.history == *history => &source.run,
        _ => &source.start,
    });
    let words: Vec<&String> = words.collect();
    let (show, first, case) = (show(&key.source.game), words[0], arguments(key, is_run));
    let mut command = match is_run {
        true => format!("{show} {first} {case}{options} --runs {history}"),
        false => format!("{show} {case}{options} --exec {first}"),
    };
    if let Some(other) = words.iter().find(|word| **word != first) {
        command += &format!(" --against {other}");
    }
    command
}
