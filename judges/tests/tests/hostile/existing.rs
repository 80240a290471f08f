//! Files that exist: no option of any subcommand replaces one unasked.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use harness::hostile::{Arena, Ended};

/// The option that replaces files, where a command has it.
const FORCE: &str = "--force";

/// Commands that write files, the option that names the file, and whether they have [`FORCE`].
const WRITING: [(&str, &str, bool); 21] = [
    ("run", "--json new", true),
    ("run", "--saveScores new", true),
    ("run", "--saveSolInput new", true),
    ("run", "--saveSolOutput new", true),
    ("run", "--saveSolError new", true),
    ("run", "--saveAll new", true),
    ("run", "--html new", true),
    ("run --loadSolOutput .", "--html new", true),
    ("gen", "--out new", true),
    ("gen", "--out new --name %04d.txt", true),
    ("show 1.in 1.out", "--out new", true),
    ("play", "--json new", true),
    ("play", "--saveScores new", true),
    ("play", "--saveSolInput new", true),
    ("play", "--saveSolOutput new", true),
    ("play", "--saveAll new", true),
    ("play", "--html new", true),
    (
        "duel --exec ioiwari --against ioiwari --seed 1",
        "--json new",
        false,
    ),
    (
        "duel --exec ioiwari --against ioiwari --seed 1",
        "--against-json new",
        false,
    ),
    ("judge-report html r", "--out new", true),
    ("judge-report merge r", "--out new", true),
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

/// Runs a judge, or the report if the line names it.
fn run(arena: &Arena, line: &str) -> Ended {
    match line.starts_with("judge-report ") {
        true => arena.run(line),
        false => arena.run(&format!("ioiwari-judge {line}")),
    }
}

fn new_files(arena: &Arena) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = [vec![arena.path("new").into()], arena.listing("new")].concat();
    let files = paths.into_iter().filter(|path: &PathBuf| path.is_file());
    files
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

#[test]
fn no_file_is_replaced_unasked() {
    let arena = Arena::here();
    let made = run(&arena, "run --exec ioiwari --saveAll . --json r");
    assert_eq!(made.status, 0, "{made:?}");
    for (command, option, has_force) in WRITING {
        let contestant = match command {
            "run" => " --exec ioiwari",
            _ => "",
        };
        let line = format!("{command}{contestant} {option}");
        run(&arena, &line);
        let names: Vec<PathBuf> = new_files(&arena).into_keys().collect();
        assert!(!names.is_empty(), "{line}");
        // Each of the files alone is enough.
        for name in &names {
            arena.remove("new");
            fs::create_dir_all(name.parent().unwrap()).unwrap();
            fs::write(name, "mine").unwrap();
            let refused = run(&arena, &line);
            assert_eq!(refused.status, 2, "{line}: {refused:?}");
            let shown = name.strip_prefix(arena.folder()).unwrap().display();
            let expected = format!("error: {shown}: exists already; ");
            assert!(refused.err.starts_with(&expected), "{line}: {refused:?}");
            assert_eq!(
                refused.err.contains(FORCE),
                has_force,
                "{line}: {refused:?}"
            );
            assert_eq!(new_files(&arena), [(name.clone(), b"mine".to_vec())].into());
            assert!(refused.out.is_empty(), "{line}");
        }
        if has_force {
            let forced = run(&arena, &format!("{line} {FORCE}"));
            assert_ne!(forced.status, 2, "{line}: {forced:?}");
            let files = new_files(&arena);
            assert!(names.iter().all(|name| files[name] != b"mine"), "{line}");
        }
        arena.remove("new");
    }
}

/// An option that is added is tried above, too.
#[test]
fn every_option_that_names_a_file_is_tried() {
    for command in ["run", "gen", "score", "show", "play", "duel"] {
        let help = run(&Arena::here(), &format!("{command} --help")).out;
        let options = help.lines().filter_map(|line| {
            let (option, value) = line.trim().split_once([' ', '='])?;
            let value = value.trim_start_matches('[');
            let names_file = value.starts_with("<FILE") || value.starts_with("<DIR");
            (option.starts_with("--") && names_file).then_some(option)
        });
        for option in options {
            let mut tried = WRITING
                .iter()
                .filter(|(line, ..)| line.starts_with(command));
            let is_tried = tried.any(|(_, tried, _)| tried.starts_with(option));
            assert!(is_tried || OTHERS.contains(&option), "{command} {option}");
        }
    }
}
