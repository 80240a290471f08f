//! Command lines of a judge that show a case.

use std::env;
use std::path::PathBuf;

use records::CaseKey;

use crate::cases::ContestantCases;

/// A source of plays that a judge can show again, as shell words.
pub struct PlaySource {
    /// Command line that starts the program as it was.
    pub start: String,
    /// Name of the run and folder of its history; both are empty if no history has the run.
    pub run: String,
    pub history: String,
}

impl PlaySource {
    /// Returns the source of a contestant's plays.
    pub fn of(contestant: &ContestantCases) -> PlaySource {
        let run = contestant.run;
        let folder = &run.folder.0;
        let kept = run.info.as_ref();
        let kept = kept.filter(|info| folder.ends_with(&info.name));
        let history = folder.parent().filter(|_| kept.is_some());
        let history = history.map(|history| match history.display().to_string() {
            here if here.is_empty() => ".".into(),
            history => quoted(&history),
        });
        PlaySource {
            start: quoted(&match &run.info {
                Some(info) => joined(&run.folder.start(info)),
                None => contestant.command.into(),
            }),
            run: kept.map_or(String::new(), |info| info.name.clone()),
            history: history.unwrap_or_default(),
        }
    }
}

/// Joins words into a shell command line.
fn joined(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Quotes `text` as one shell word.
fn quoted(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_string(), |word| word.into_owned())
}

/// Returns the options that choose a case; a run's records already contain options and salts.
pub fn arguments(key: &CaseKey, of_run: bool) -> String {
    let source = &key.source;
    let file = source.file.iter();
    let file = file.map(|file| format!("--case {}", quoted(file)));
    let mut words: Vec<String> = file.collect();
    // A case from a file usually has seed 1, which is the default.
    let has_seed = source.file.is_none() || key.seed != 1;
    words.extend(has_seed.then(|| format!("--seed {}", key.seed)));
    words.extend(source.options.clone().filter(|_| !of_run));
    let variant = source.variant.iter().filter(|_| source.file.is_none());
    words.extend(variant.map(|variant| format!("--variant {}", quoted(variant))));
    let salt = source.salt.as_ref().filter(|_| !of_run);
    words.extend(salt.map(|salt| format!("--salt {salt}")));
    words.join(" ")
}

/// Returns the beginning of a command line that shows a case of `game`. The judge's program is
/// given by its path if it is in this program's folder.
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

/// Returns the command line that shows a case of the first source with these `options`, beside the
/// first other source. Runs are given by name if all are in one history; other programs play again.
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
