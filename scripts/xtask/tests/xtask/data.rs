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
fn between(first: &str, last: &str) -> impl Iterator<Item = String> {
    let [from, to] =
        [first, last].map(|name| name.trim_end_matches(".in").rsplit(['/', '.']).next());
    let head = first.strip_suffix(&format!("{}.in", from.unwrap())).unwrap();
    let numbers = from.unwrap().parse::<u32>().unwrap()..=to.unwrap().parse().unwrap();
    numbers.map(move |number| format!("{head}{number}.in"))
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
