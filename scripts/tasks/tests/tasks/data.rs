//! `data/README.md` tells of every file in `data/`, and of no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tasks::{games, workspace};

fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(
                path.strip_prefix(workspace().join("data"))
                    .unwrap()
                    .display()
                    .to_string(),
            );
        }
    }
}

/// Returns the texts between backquotes in `line`.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The names that the README mentions. A heading that ends in `/` is the folder
/// of the names below it; `1.in … 24.in` stands for the numbers between, too.
fn mentioned(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folder = "";
    for line in text.lines() {
        let heading = line.strip_prefix("## ");
        if let Some(heading) = heading {
            folder = quoted(heading)
                .next()
                .filter(|name| name.ends_with('/'))
                .unwrap_or("");
        }
        if heading.is_some() || !folder.is_empty() {
            for name in quoted(line).filter(|name| name.contains('.') && !name.contains(' ')) {
                names.insert(format!("{folder}{name}"));
            }
        }
        for range in line.split("` … `").collect::<Vec<_>>().windows(2) {
            let first = range[0].rsplit('`').next().unwrap();
            let last = range[1].split('`').next().unwrap();
            names.extend(between(first, last));
        }
    }
    names
}

/// The names from `first` to `last`, which differ in the last number.
fn between(first: &str, last: &str) -> Vec<String> {
    let parts = |name: &str| {
        let stem = name.strip_suffix(".in").unwrap();
        let digits = stem.len() - stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (head, number) = stem.split_at(stem.len() - digits);
        (head.to_string(), number.parse::<usize>().unwrap())
    };
    let ((head, from), (same, to)) = (parts(first), parts(last));
    assert_eq!(head, same);
    (from..=to)
        .map(|number| format!("{head}{number}.in"))
        .collect()
}

#[test]
fn the_readme_tells_of_every_file() {
    let data = workspace().join("data");
    let mut there = Vec::new();
    files(&data, &mut there);
    let there: BTreeSet<String> = there
        .into_iter()
        .filter(|name| name != "README.md")
        .collect();
    let text = fs::read_to_string(data.join("README.md")).unwrap();
    let games = games::all().unwrap();
    // `<game>` stands for every game that has such a file.
    let of_games = |name: String| match name.contains("<game>") {
        true => {
            let names = games.iter().map(|game| name.replace("<game>", &game.name));
            names.filter(|name| there.contains(name)).collect()
        }
        false => vec![name],
    };
    let mentioned: BTreeSet<String> = mentioned(&text).into_iter().flat_map(of_games).collect();
    assert_eq!(mentioned, there);
}
