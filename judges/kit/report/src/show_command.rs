//! Command lines of a judge that show a case.

use std::env;
use std::path::PathBuf;

use records::{Record, quoted};

use crate::cases::ContestantCases;

/// A source of plays that a judge can show again, as shell words.
pub struct PlaySource {
    /// The program's command; if it starts in another folder than this one, with that folder.
    pub start: String,
    /// Name of the run and folder of its history; both are empty if no history has the run.
    pub run: String,
    pub history: String,
}

impl PlaySource {
    /// Returns the source of a contestant's plays.
    pub fn of(contestant: &ContestantCases) -> PlaySource {
        let kept = contestant.run.kept.as_ref();
        let history = kept.and_then(|kept| kept.path.parent());
        let history = history.map(|history| match history.display().to_string() {
            here if here.is_empty() => ".".into(),
            history => quoted(&history),
        });
        // A command may name files of the folder in which it was typed.
        let folder = contestant.records().find_map(|record| record.origin.folder.as_ref());
        let here = env::current_dir().ok();
        let elsewhere = folder.filter(|folder| here.as_ref() != Some(folder));
        let prefix =
            elsewhere.map(|folder| format!("env -C {} ", quoted(&folder.display().to_string())));
        let command = prefix.unwrap_or_default() + contestant.command;
        PlaySource {
            start: quoted(&command),
            run: kept.map_or(String::new(), |kept| kept.name.clone()),
            history: history.unwrap_or_default(),
        }
    }
}

/// Returns the beginning of a command line that shows a case of `game`. The judge's program is
/// given by its path if it is in this program's folder.
pub fn show(game: &str) -> String {
    let name = format!("{game}-judge");
    let path = env::args_os().next().map(PathBuf::from).unwrap_or_default().with_file_name(&name);
    let judge = if path.is_file() { quoted(&path.display().to_string()) } else { name };
    format!("{judge} show")
}

/// Returns the command line that shows a case of the first source with these `options`, beside the
/// first other source. Runs are given by name if all are in one history; other programs play again.
pub fn show_command(record: &Record, sources: &[PlaySource], options: &str) -> String {
    let key = &record.case;
    let history = &sources[0].history;
    let is_run = !history.is_empty();
    let words = sources.iter().map(|source| match is_run {
        true if source.history == *history => &source.run,
        _ => &source.start,
    });
    let words: Vec<&String> = words.collect();
    let (show, first) = (show(&key.game), words[0]);
    let case = key.arguments(record.origin.case_path.as_deref(), is_run);
    let mut command = match is_run {
        true => format!("{show} {first} {case}{options} --runs {history}"),
        false => format!("{show} {case}{options} --exec {first}"),
    };
    if let Some(other) = words.iter().find(|word| **word != first) {
        command += &format!(" --against {other}");
    }
    command
}
