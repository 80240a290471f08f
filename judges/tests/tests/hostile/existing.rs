//! Files that exist: no option of any subcommand replaces one unasked.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use harness::hostile::Arena;

/// The option that replaces files, where a command has it.
const FORCE: &str = "--force";

/// A command that writes files, the option that says so, and whether it has [`FORCE`]; `$` stands
/// for a folder.
const WRITING: [(&str, &str, bool); 21] = [
    ("run", "--json $/new", true),
    ("run", "--saveScores $/new", true),
    ("run", "--saveSolInput $/new", true),
    ("run", "--saveSolOutput $/new", true),
    ("run", "--saveSolError $/new", true),
    ("run", "--saveAll $/new", true),
    ("run", "--html $/new", true),
    ("run --loadSolOutput $", "--html $/new", true),
    ("gen", "--out $/new", true),
    ("gen", "--out $/new --name %04d.txt", true),
    ("show $/1.in $/1.out", "--out $/new", true),
    ("play", "--json $/new", true),
    ("play", "--saveScores $/new", true),
    ("play", "--saveSolInput $/new", true),
    ("play", "--saveSolOutput $/new", true),
    ("play", "--saveAll $/new", true),
    ("play", "--html $/new", true),
    (
        "duel --exec $/plays --against $/plays --seed 1",
        "--json $/new",
        false,
    ),
    (
        "duel --exec $/plays --against $/plays --seed 1",
        "--against-json $/new",
        false,
    ),
    ("judge-report html $/r", "--out $/new", true),
    ("judge-report merge $/r", "--out $/new", true),
];

/// Options that name files or folders, and write no file that a user could lose: what they
/// name is read, kept up to date, or has a new name every time.
const OTHERS: [&str; 8] = [
    "--case",
    "--continue",
    "--loadSolOutput",
    "--against",
    "--bests",
    "--runs",
    "--cpp",
    "--saveVis",
];

struct Place(Arena);

impl Place {
    fn new() -> Place {
        let arena = Arena::here().unwrap();
        let solver = arena.program("ioiwari");
        let text = format!("#!/bin/sh\nexec '{solver}'\n");
        arena.script("plays", &text).unwrap();
        let place = Place(arena);
        let made = place.run("run --exec $/plays --saveAll $ --json $/r");
        assert!(made.status.success(), "{made:?}");
        place
    }

    fn run(&self, line: &str) -> Output {
        let folder = self.0.folder().display().to_string();
        let line = line.replace('$', &folder);
        let line = match line.starts_with("judge-report ") {
            true => line,
            false => format!("ioiwari-judge {line}"),
        };
        let mut words = line.split(' ');
        let mut command = self.0.command(&self.0.program(words.next().unwrap()));
        command
            .args(words)
            .env_remove("JUDGE_RUNS")
            .output()
            .unwrap()
    }

    fn new_files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.0.folder().join("new"), &mut files);
        files
    }
}

fn collect(path: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    if path.is_file() {
        files.insert(path.into(), fs::read(path).unwrap());
    } else if path.is_dir() {
        let entries = fs::read_dir(path).unwrap();
        entries.for_each(|entry| collect(&entry.unwrap().path(), files));
    }
}

#[test]
fn no_file_is_replaced_unasked() {
    let place = Place::new();
    for (command, option, has_force) in WRITING {
        let contestant = match command {
            "run" => " --exec $/plays",
            _ => "",
        };
        let line = format!("{command}{contestant} {option}");
        place.run(&line);
        let names: Vec<PathBuf> = place.new_files().into_keys().collect();
        assert!(!names.is_empty(), "{line}");
        // Each of the files alone is enough.
        for name in &names {
            let _ = fs::remove_dir_all(place.0.folder().join("new"));
            fs::create_dir_all(name.parent().unwrap()).unwrap();
            fs::write(name, "mine").unwrap();
            let refused = place.run(&line);
            let said = String::from_utf8(refused.stderr).unwrap();
            assert_eq!(refused.status.code(), Some(2), "{line}: {said}");
            let expected = format!("error: {}: exists already; ", name.display());
            assert!(said.starts_with(&expected), "{line}: {said}");
            assert_eq!(said.contains(FORCE), has_force, "{line}: {said}");
            assert_eq!(place.new_files(), [(name.clone(), b"mine".to_vec())].into());
            assert!(refused.stdout.is_empty(), "{line}");
        }
        if has_force {
            let forced = place.run(&format!("{line} {FORCE}"));
            assert_ne!(forced.status.code(), Some(2), "{line}: {forced:?}");
            let files = place.new_files();
            assert!(names.iter().all(|name| files[name] != b"mine"), "{line}");
        }
        let new = place.0.folder().join("new");
        let _ = fs::remove_file(&new).or_else(|_| fs::remove_dir_all(&new));
    }
}

/// An option that is added is tried above, too.
#[test]
fn every_option_that_names_a_file_is_tried() {
    let place = Place::new();
    for command in ["run", "gen", "score", "show", "play", "duel"] {
        let help = place.run(&format!("{command} --help"));
        let help = String::from_utf8(help.stdout).unwrap();
        let options = help.lines().filter_map(|line| {
            let line = line.trim();
            let (option, value) = line.split_once([' ', '='])?;
            let value = value.trim_start_matches('[');
            let names_file = value.starts_with("<FILE") || value.starts_with("<DIR");
            (option.starts_with("--") && names_file).then_some(option)
        });
        for option in options {
            let mut tried = WRITING
                .iter()
                .filter(|(line, ..)| line.starts_with(command));
            assert!(
                OTHERS.contains(&option) || tried.any(|(_, tried, _)| tried.starts_with(option)),
                "{command} {option}"
            );
        }
    }
}
