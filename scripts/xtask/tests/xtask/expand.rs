//! Tests that crates become nested modules of one file.

use std::fs;
use std::path::Path;

use xtask::bundle::compiler::{EDITIONS, format};
use xtask::bundle::expand::{Crate, expand};
use xtask::bundle::outdent::outdent;
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

/// The resulting file, up to the lines of the table.
const FILE: &str = r#"//! The program.

use common::deep::shout;

fn main() {
    // A comment of the program.
    println!("{} {}", shout(" crate::a\n"), game::play(2));
}

mod common {
    //! The root.

    fn helper(text: &str) -> String {
        format!("{}{}", text.trim(), "!")
    }

    pub mod deep {
        pub const SIZE: usize = 100;

        // About the function below.
        pub fn shout(text: &str) -> String {
            crate::common::helper(text) // not a path
        }
    }
}

mod game {
    use crate::common::deep;

    /// Plays.
    pub fn play(n: u8) -> usize {
        crate::game::inner::twice(usize::from(n)) + table::TABLE[PLACE] as usize + deep::SIZE
    }

    /// A place in the table.
    const PLACE: usize = 3;

    /// Has a word outside, too.
    pub(crate) mod inner {
        //! Inside.

        pub fn twice(n: usize) -> usize {
            2 * half::same(n)
        }

        mod half {
            use crate::game::table::TABLE;

            pub fn same(n: usize) -> usize {
                n + super::super::table::TABLE.len() - TABLE.len()
            }
        }
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
        ..Crate::new(
            &format!("crate::{name}"),
            folder.join(name).join("lib.rs"),
            uses,
        )
    };
    let program = Crate::new("crate", folder.join("main.rs"), &["game", "common"]);
    (
        program,
        [library("game", &["common"]), library("common", &[])],
    )
}

#[test]
fn crates_become_modules() {
    let folder = tempfile::tempdir().unwrap();
    let (program, libraries) = write(folder.path());
    let everything = expand(&program, &libraries).unwrap();
    let used = prune(everything, EDITIONS[0]).unwrap();
    let text = format(used, EDITIONS[0]).unwrap();
    let (before, table) = text.split_once("    mod table {\n").unwrap();
    assert_eq!(before, FILE);
    assert_eq!(table.matches('5').count(), 1000);
}

#[test]
fn faults_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (program, _) = write(folder.path());
    for (text, fault) in [
        ("mod lost;", "lost/mod.rs: No such file"),
        ("fn main() {\n    2 +\n}", "main.rs: "),
    ] {
        fs::write(folder.path().join("main.rs"), text).unwrap();
        let message = format!("{:#}", expand(&program, &[]).unwrap_err());
        assert!(message.contains(fault), "{message}");
    }
}

#[test]
fn modules_stand_at_the_margin_but_blanks_of_a_literal_stay() {
    let source = "mod a {\n    mod b {\n        const C: &str = \"x\n        y\";\n    }\n}\nfn d() {\n    e()\n}\n";
    let expected =
        "mod a {\nmod b {\nconst C: &str = \"x\n        y\";\n}\n}\nfn d() {\n    e()\n}\n";
    assert_eq!(outdent(source).unwrap(), expected);
}
