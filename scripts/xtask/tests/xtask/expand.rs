//! Tests that crates become nested modules of one file.

use std::fs;
use std::path::Path;

use xtask::bundle::compiler::{EDITIONS, format};
use xtask::bundle::expand::{Crate, expand};
use xtask::bundle::header::{hoist, without_examples};
use xtask::bundle::prune::prune;

/// Source files of a program, of a library `game` and of `common`. Each file follows a line with
/// its path. `TABLE` stands for a long table.
const SOURCES: &str = r#"
=== main.rs
//! The program.

use common::deep::shout;

fn main() {
    // A comment of the program.
    println!("{} {}", shout(" crate::a\n"), game::play(2));
}
=== game/lib.rs
use common::deep;

mod table;
/// Has a word outside, too.
pub(crate) mod inner;

/// Plays.
pub fn play(n: u8) -> usize {
    crate::inner::twice(usize::from(n)) + table::TABLE[PLACE] as usize + deep::SIZE
}

#[cfg(test)]
mod tests;

/// A test, too.
#[cfg(all(test, feature = "study"))]
fn tested() {}

#[cfg(feature = "study")]
mod study;

/// Another place, in a study.
#[cfg(feature = "study")]
static PLACE: usize = study::PLACE;

/// A place in the table.
#[cfg(not(feature = "study"))]
const PLACE: usize = 3;
=== game/table.rs
TABLE
=== game/study.rs
pub const PLACE: usize = 4;
=== game/inner/mod.rs
//! Inside.

mod half;

pub fn twice(n: usize) -> usize {
    2 * half::same(n)
}
=== game/inner/half.rs
use crate::table::TABLE;

pub fn same(n: usize) -> usize {
    n + super::super::table::TABLE.len() - TABLE.len()
}
=== common/lib.rs
//! The root.

pub mod deep;
/// The file does not exist.
pub mod omitted;

fn helper(text: &str) -> String {
    format!("{}{}", text.trim(), "!")
}
=== common/deep.rs
pub const SIZE: usize = 100;

// About the function below.
pub fn shout(text: &str) -> String {
    crate::helper(text) // not a path
}

// Above what is cut.
pub fn unused() {}
"#;

/// The resulting file without the lines of the table.
const FILE: &str = r#"//! The program.

use common::deep::shout;

mod common {
    //! The root.

    pub mod deep {
        pub const SIZE: usize = 100;

        // About the function below.
        pub fn shout(text: &str) -> String {
            crate::common::helper(text) // not a path
        }
    }

    fn helper(text: &str) -> String {
        format!("{}{}", text.trim(), "!")
    }
}

mod game {
    use crate::common::deep;

    /// Has a word outside, too.
    pub(crate) mod inner {
        //! Inside.

        mod half {
            use crate::game::table::TABLE;

            pub fn same(n: usize) -> usize {
                n + super::super::table::TABLE.len() - TABLE.len()
            }
        }

        pub fn twice(n: usize) -> usize {
            2 * half::same(n)
        }
    }

    mod table {
        pub const TABLE: [u8; 1000] = [
        ];
    }

    /// Plays.
    pub fn play(n: u8) -> usize {
        crate::game::inner::twice(usize::from(n)) + table::TABLE[PLACE] as usize + deep::SIZE
    }

    /// A place in the table.
    const PLACE: usize = 3;
}

fn main() {
    // A comment of the program.
    println!("{} {}", shout(" crate::a\n"), game::play(2));
}
"#;

/// Writes the source files; returns the program and the libraries.
fn write(folder: &Path) -> (Crate, [Crate; 2]) {
    let table = format!("pub const TABLE: [u8; 1000] = [{}];", "5, ".repeat(1000));
    for file in SOURCES.split("=== ").skip(1) {
        let (name, text) = file.split_once('\n').unwrap();
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text.replace("TABLE\n", &table)).unwrap();
    }
    let library = |name: &str, uses: &[&str]| Crate {
        omitted: vec!["omitted".into()],
        ..Crate::new(&format!("crate::{name}"), folder.join(name).join("lib.rs"), uses)
    };
    let program = Crate::new("crate", folder.join("main.rs"), &["game", "common"]);
    (program, [library("game", &["common"]), library("common", &[])])
}

#[test]
fn crates_become_modules() {
    let folder = tempfile::tempdir().unwrap();
    let (program, libraries) = write(folder.path());
    let everything = expand(&program, &libraries).unwrap();
    let used = prune(everything, EDITIONS[0]).unwrap();
    let text = format(used, EDITIONS[0]).unwrap();
    let is_of_table = |line: &&str| line.trim_start().starts_with("5,");
    let others: String = text.split_inclusive('\n').filter(|line| !is_of_table(line)).collect();
    assert_eq!(others, FILE);
    assert_eq!(text.matches("5,").count(), 1000);
}

#[test]
fn faults_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (program, _) = write(folder.path());
    for (text, fault) in
        [("mod lost;", "lost/mod.rs: No such file"), ("fn main() {\n    2 +\n}", "main.rs: ")]
    {
        fs::write(folder.path().join("main.rs"), text).unwrap();
        let message = format!("{:#}", expand(&program, &[]).unwrap_err());
        assert!(message.contains(fault), "{message}");
    }
}

#[test]
fn modules_are_sorted_by_what_they_use() {
    let folder = tempfile::tempdir().unwrap();
    // `a` uses `c`, which uses `b`; `d` and `e` need each other.
    for (name, text) in [
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\nmod e;\n"),
        ("a.rs", "use crate::c::{self, C};\n"),
        ("b.rs", "//! Not `crate::abc`.\nuse crate::bits;\n"),
        ("c.rs", "use super::b::B;\n"),
        ("d.rs", "use crate::e;\n"),
        ("e.rs", "use crate::d;\n"),
        ("main.rs", "fn main() {}\n"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let program = Crate::new("crate", folder.path().join("main.rs"), &["x"]);
    let library = Crate::new("crate::x", folder.path().join("lib.rs"), &[]);
    let text = expand(&program, &[library]).unwrap();
    let modules = text.lines().filter_map(|line| line.strip_prefix("mod "));
    let names: Vec<&str> = modules.map(|line| &line[..1]).collect();
    assert_eq!(names, ["x", "b", "c", "a", "d", "e"]);
}

#[test]
fn a_call_for_given_answers_becomes_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.rs");
    for (call, result) in [
        ("match answers::given() { Some(x) => x, None => 2 + 3, }", "2 + 3"),
        ("answers::given().unwrap_or_default()", "Vec::<String>::new()"),
        ("others::given()", "others::given()"),
    ] {
        let program = |value: &str| format!("fn main() {{\n    let x = {value};\n}}\n");
        fs::write(&file, program(call)).unwrap();
        let text = expand(&Crate::new("crate", &file, &[]), &[]).unwrap();
        assert_eq!(text, program(result));
    }
}

#[test]
fn documentation_moves_to_the_top_and_loses_its_examples() {
    let source = "\
//! The program.

mod common {
    /// Doubles.
    ///
    /// ```
    /// assert_eq!(common::twice(2), 4);
    /// ```
    ///
    /// # Errors
    fn twice() {}

    /// ```
    /// common::f();
    /// ```
    fn f() {}
}

mod game {
    //! The method.

    fn play() {}
}
";
    let expected = "\
//! The program.
//!
//! The method.

mod common {
    /// Doubles.
    ///
    /// # Errors
    fn twice() {}

    fn f() {}
}

/// The player; the top of the file describes its method.
mod game {

    fn play() {}
}
";
    let hoisted = hoist(source, "game").replace("    //! The method", "//! The method");
    assert_eq!(without_examples(&hoisted), expected);
    assert_eq!(hoist(source, "lost"), source);
}
