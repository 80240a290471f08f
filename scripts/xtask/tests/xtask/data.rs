//! Checks that `data/README.md` lists exactly the files in `data/`.

use std::collections::BTreeSet;
use std::fs;

use xtask::{games, workspace};

use crate::files;

/// Returns the names that a README lists. Names in headings count, and `1.in` … `24.in` includes
/// the numbers between. Below the heading of a folder, the first name of each bullet counts.
fn listed(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folder = "";
    for line in text.lines() {
        // Every second part is a name, between backquotes.
        let parts: Vec<&str> = line.split('`').collect();
        if line.starts_with("## ") {
            folder = parts[1].strip_suffix('/').map_or("", |_| parts[1]);
            for index in (1..parts.len()).step_by(2) {
                match parts[index + 1] {
                    " … " => names.extend(between(parts[index], parts[index + 2])),
                    _ => _ = names.insert(parts[index].to_string()),
                }
            }
            names.remove(folder);
        } else if line.starts_with("- `") && !folder.is_empty() {
            names.insert(format!("{folder}{}", parts[1]));
        }
    }
    names
}

/// Returns the names from `first` to `last`, which differ in their last number.
fn between(first: &str, last: &str) -> Vec<String> {
    let parts = |name: &str| {
        let stem = name.strip_suffix(".in").unwrap();
        let digits = stem.rfind(|char: char| !char.is_ascii_digit()).unwrap() + 1;
        (stem[..digits].to_string(), stem[digits..].parse().unwrap())
    };
    let ((head, from), (same, to)): ((String, u32), _) = (parts(first), parts(last));
    assert_eq!(head, same);
    let numbers = from..=to;
    numbers.map(|number| format!("{head}{number}.in")).collect()
}

#[test]
fn the_readme_lists_every_file() {
    let data = workspace().join("data");
    let there = files(&data).into_iter();
    let there = there.map(|path| path.strip_prefix(&data).unwrap().display().to_string());
    let there: BTreeSet<String> = there.collect();
    let text = fs::read_to_string(data.join("README.md")).unwrap();
    let mut listed = listed(&text);
    // `<game>` stands for every game with such a file.
    listed.remove("examples/<game>.py");
    let examples = games::all().unwrap().into_iter();
    let examples = examples.map(|game| format!("examples/{}.py", game.name));
    listed.extend(examples.filter(|name| there.contains(name)));
    listed.insert("README.md".into());
    assert_eq!(listed, there);
}
