//! The definition of a game is pure: what referees stands on the standard library, what draws
//! cases on nothing that talks to an operating system.

use std::collections::BTreeSet;
use std::process::Command;
use std::{env, fs};

/// Libraries on the standard library alone.
const PURE: [&str; 3] = ["common", "game", "scene"];

/// Libraries that talk to an operating system, or are the judges' own and do.
const IMPURE: [&str; 8] = [
    "clap",
    "contestant",
    "getrandom",
    "judge_kit",
    "libc",
    "nix",
    "rayon",
    "rustix",
];

/// Returns the libraries that one is built from for a browser, itself left out.
fn libraries(package: &str, features: &str) -> BTreeSet<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = Command::new(cargo)
        .args(["tree", "--quiet", "--offline", "--locked"])
        .args(["--edges", "normal", "--target", "wasm32-unknown-unknown"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{lib}"])
        .args(["--package", package])
        .args(["--no-default-features", "--features", features])
        .current_dir(games::workspace())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{package}: {errors}");
    let names = String::from_utf8(tree.stdout).unwrap();
    names.lines().skip(1).map(str::to_string).collect()
}

#[test]
fn what_referees_stands_on_the_standard_library_alone() {
    let judges = games::all().unwrap().into_iter();
    let judges = judges.map(|game| format!("{}-judge", game.name));
    for package in judges.chain(["game", "scene"].map(str::to_string)) {
        let pure = PURE.map(str::to_string).into();
        let others: Vec<String> = libraries(&package, "").difference(&pure).cloned().collect();
        assert!(others.is_empty(), "{package} needs {}", others.join(", "));
    }
}

#[test]
fn what_draws_cases_asks_no_system() {
    for game in games::all().unwrap() {
        let package = format!("{}-judge", game.name);
        let libraries = libraries(&package, "cases");
        assert!(libraries.contains("rand"), "{package}: {libraries:?}");
        let impure = IMPURE.iter().filter(|name| libraries.contains(**name));
        assert_eq!(impure.count(), 0, "{package} needs one of {libraries:?}");
    }
}

/// Modules of the standard library that talk to a system, and our clock; a browser has none.
const SYSTEM: [&str; 8] = [
    "Instant",
    "SystemTime",
    "common::clock",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
];

#[test]
fn definitions_ask_no_clock_and_no_system() {
    let mut folders: Vec<String> = games::all()
        .unwrap()
        .into_iter()
        .map(|game| game.name)
        .collect();
    folders.extend(["game", "scene"].map(String::from));
    let mut read = 0;
    for folder in folders {
        let pattern = format!("{}/judges/{folder}/src", games::workspace().display());
        let listed = Command::new("find")
            .args([&pattern, "-name", "*.rs"])
            .output()
            .unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        for path in listed.lines().filter(|path| !path.contains("/tests")) {
            let text = fs::read_to_string(path).unwrap();
            // Programs around a definition may do what it may not.
            if text.contains("fn main()") {
                continue;
            }
            let code = text
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default();
            let used = SYSTEM.iter().find(|name| code.contains(**name));
            assert_eq!(used, None, "{path}");
            read += 1;
        }
    }
    assert!(read > 50, "{read}");
}
