//! Every command of the README works as written.

use std::os::unix::fs::symlink;
use std::path::Path;

use crate::folder::Folder;

#[test]
fn commands_of_the_readme_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../..")
        .canonicalize()
        .unwrap();
    let folder = Folder::new();
    symlink(root.join("data"), folder.path("data")).unwrap();
    let text = include_str!("../../README.md");
    let blocks = text
        .split("```sh\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    let commands: Vec<&str> = blocks.flat_map(str::lines).collect();
    assert!(commands.len() > 10);
    for command in commands {
        println!("{command}");
        folder.shell(command).assert().code(0);
    }
    assert!(folder.read("page.html").contains("</html>"));
    assert_eq!(folder.read("whole.jsonl").lines().count(), 6);
}
