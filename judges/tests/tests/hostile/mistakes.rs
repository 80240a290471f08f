//! Mistakes that users make, and what they are told: a table, kept in `mistakes.txt`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use harness::hostile::Arena;
use harness::hostile::games::all;

/// Runs every command of the table (`$ ...`) and holds what it says on standard error against
/// the lines below it.
#[test]
fn a_mistake_is_told_with_what_to_do() {
    let arena = Arena::here().unwrap();
    let write = |name: &str, text: &str| fs::write(arena.folder().join(name), text).unwrap();
    write("mine.py", "print(0)\n");
    write("plain", "print(0)\n");
    write("two.in", "10\n3\n99\n");
    write("bad.csv", "case\n");
    write("Main.java", "");
    fs::set_permissions(
        arena.folder().join("plain"),
        fs::Permissions::from_mode(0o755),
    )
    .unwrap();
    fs::create_dir(arena.folder().join("folder")).unwrap();
    let table = include_str!("mistakes.txt");
    let mut told = String::new();
    let mut count = 0;
    for line in table.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let words = shlex::split(line).unwrap();
        let name = words[0].strip_suffix("-judge").unwrap();
        let game = all().iter().find(|game| game.name == name).unwrap();
        let mut judge = arena.judge(game);
        judge.args(&words[1..]).current_dir(arena.folder());
        let output = judge.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        // Usage and a pointer to the help follow what clap tells.
        let said = said.split("\n\nUsage:").next().unwrap();
        told += &format!("$ {line}\n{}\n\n", said.trim_end());
        count += 1;
    }
    assert!(count >= 30, "{count} mistakes");
    let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes.txt");
    fs::write(&actual, &told).unwrap();
    let advice = "is what the judges say now: if it is right, put it in the table's place";
    assert!(told == table, "{} {advice}", actual.display());
}
