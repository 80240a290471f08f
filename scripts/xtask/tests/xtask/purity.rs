//! Checks that the definition of a game is pure: referees use only the standard library, and
//! nothing that draws cases uses an operating system.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use xtask::{games, output, workspace};

use crate::files;

/// Libraries that depend on the standard library only.
const PURE: [&str; 3] = ["common", "game", "scene"];

/// Libraries that use an operating system, the judges' own included.
const IMPURE: &str = "clap cli getrandom libc nix rayon runner rustix";

/// Modules that do not work in a browser: our clock, and the standard library's interfaces to an
/// operating system.
const SYSTEM: &str =
    "Instant SystemTime common::clock std::env std::fs std::net std::process std::thread";

/// Returns the names of the games.
fn games() -> Vec<String> {
    let games = games::all().unwrap().into_iter();
    games.map(|game| game.name).collect()
}

/// Returns the libraries that `package` is built from for a browser, without itself.
fn libraries(package: &str, features: &str) -> BTreeSet<String> {
    let mut tree = Command::new("cargo");
    tree.args(["tree", "--quiet", "--offline", "--locked"])
        .args(["--edges=normal", "--target=wasm32-unknown-unknown"])
        .args(["--prefix=none", "--no-dedupe", "--format={lib}"])
        .args(["--no-default-features", "--features", features])
        .args(["--package", package]);
    let names = output(tree.current_dir(workspace())).unwrap();
    names.lines().skip(1).map(str::to_string).collect()
}

#[test]
fn what_referees_stands_on_the_standard_library_alone() {
    let judges = games().into_iter().map(|game| format!("{game}-judge"));
    for package in judges.chain(["game", "scene"].map(str::to_string)) {
        let mut others = libraries(&package, "");
        others.retain(|name| !PURE.contains(&name.as_str()));
        assert!(others.is_empty(), "{package} needs {others:?}");
    }
}

#[test]
fn what_draws_cases_asks_no_system() {
    for game in games() {
        let libraries = libraries(&format!("{game}-judge"), "cases");
        assert!(libraries.contains("rand"), "{game}: {libraries:?}");
        let impure = IMPURE.split(' ').find(|name| libraries.contains(*name));
        assert_eq!(impure, None, "{game}");
    }
}

#[test]
fn no_judge_depends_on_a_submission() {
    for judge in games() {
        let path = workspace().join("judges").join(&judge).join("Cargo.toml");
        let manifest = fs::read_to_string(&path).unwrap();
        let names = manifest.lines().filter_map(|line| line.split([' ', '.', '=']).next());
        let names: BTreeSet<&str> = names.collect();
        assert!(names.contains("common"), "{judge}: {names:?}");
        let submission = games().into_iter().find(|name| names.contains(&**name));
        assert_eq!(submission, None, "{}", path.display());
    }
}

#[test]
fn definitions_ask_no_clock_and_no_system() {
    let mut count = 0;
    for name in [games(), ["kit/game", "kit/scene"].map(String::from).to_vec()].concat() {
        let folder = workspace().join("judges").join(&name).join("src");
        for path in files(&folder) {
            let text = fs::read_to_string(&path).unwrap();
            let below = path.strip_prefix(&folder).unwrap().display().to_string();
            // These rules are for definitions, not for programs and tests.
            let (is_rust, is_test) = (below.ends_with(".rs"), below.contains("tests"));
            if is_rust && !is_test && !text.contains("fn main()") {
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                let used = SYSTEM.split(' ').find(|name| code.contains(*name));
                assert_eq!(used, None, "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count}");
}
