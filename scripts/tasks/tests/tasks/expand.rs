//! Crates become nested modules of one file, which works as they do.

use std::fs;
use std::path::Path;
use std::process::Command;

use tasks::bundle::compiler::{self, EDITIONS};
use tasks::bundle::expand::{Crate, expand};
use tasks::bundle::prune::{Types, prune};

/// The source files of a program with a library that uses `common`.
const SOURCES: [(&str, &str); 7] = [
    (
        "main.rs",
        r#"//! The program.

use common::deep::shout;

fn main() {
    // A comment of the program.
    println!("{} {}", shout(" crate::a\n"), game::play(2));
}
"#,
    ),
    (
        "lib.rs",
        r#"//! The library.

#[macro_use]
mod macros;
mod table;
/// Has a word outside, too.
pub(crate) mod inner;

use common::deep;

id!(Square);

/// Plays.
pub fn play(n: u8) -> usize {
    crate::inner::twice(usize::from(Square(n).0)) + table::TABLE[PLACE] as usize + deep::SIZE
}

#[cfg(test)]
mod tests;

/// A test, too.
#[cfg(test)]
fn tested() {}

#[cfg(feature = "study")]
mod study;

/// Another place, in a study.
#[cfg(feature = "study")]
static PLACE: usize = study::PLACE;

/// A place in the table.
#[cfg(not(feature = "study"))]
const PLACE: usize = 3;
"#,
    ),
    (
        "macros.rs",
        "//! The macros.\n\nmacro_rules! id {\n    ($name:ident) => {\n        struct $name(u8);\n    };\n}\n",
    ),
    ("table.rs", "TABLE"),
    (
        "inner/mod.rs",
        "//! Inside.\n\nmod half;\n\n/// Doubles.\npub fn twice(n: usize) -> usize {\n    2 * half::same(n)\n}\n",
    ),
    (
        "inner/half.rs",
        "use crate::table::TABLE;\n\npub fn same(n: usize) -> usize {\n    n + super::super::table::TABLE.len() - TABLE.len()\n}\n",
    ),
    (
        "common/deep.rs",
        r#"/// A size.
pub const SIZE: usize = 100;

// About the function below.
pub fn shout(text: &str) -> String {
    crate::helper(text) // not a path
}

// Above what is cut.
pub fn unused() {}
"#,
    ),
];

/// Returns the expanded files without the lines of the table.
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
        /// A size.
        pub const SIZE: usize = 100;

        // About the function below.
        pub fn shout(text: &str) -> String {
            crate::common::helper(text) // not a path
        }
    }
}

mod game {
    //! The library.

    #[macro_use]
    mod macros {
        //! The macros.

        macro_rules! id {
            ($name:ident) => {
                struct $name(u8);
            };
        }
    }

    use crate::common::deep;

    id!(Square);

    /// Plays.
    pub fn play(n: u8) -> usize {
        crate::game::inner::twice(usize::from(Square(n).0))
            + table::TABLE[PLACE] as usize
            + deep::SIZE
    }

    /// A place in the table.
    const PLACE: usize = 3;

    /// Has a word outside, too.
    pub(crate) mod inner {
        //! Inside.

        /// Doubles.
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

fn formatted(source: String) -> String {
    compiler::format(source, EDITIONS[0]).unwrap()
}

fn write(folder: &Path) -> Crate {
    for (name, text) in SOURCES {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let table = format!("pub const TABLE: [u8; 1000] = [{}];\n", "5, ".repeat(1000));
        fs::write(file, if text == "TABLE" { &table } else { text }).unwrap();
    }
    let root = "//! The root.\n\npub mod deep;\n\nfn helper(text: &str) -> String {\n    format!(\"{}{}\", text.trim(), \"!\")\n}\n";
    fs::write(folder.join("common/lib.rs"), root).unwrap();
    Crate::new("crate", folder.join("main.rs"), &["game", "common"])
}

#[test]
fn crates_become_modules() {
    let folder = tempfile::tempdir().unwrap();
    let program = write(folder.path());
    let library = |path, root, uses: &[&str]| Crate::new(path, folder.path().join(root), uses);
    let libraries = [
        library("crate::game", "lib.rs", &["common"]),
        library("crate::common", "common/lib.rs", &[]),
    ];
    let everything = expand(&program, &libraries).unwrap();
    let text = formatted(prune(everything, EDITIONS[0], Types::Cut).unwrap());
    let (before, table) = text.split_once("    mod table {\n").unwrap();
    assert_eq!(before, FILE);
    assert_eq!(table.matches('5').count(), 1000);

    let file = folder.path().join("single.rs");
    let single = folder.path().join("single");
    fs::write(&file, &text).unwrap();
    compiler::compile(&file, EDITIONS[0], 0, &single).unwrap();
    let output = Command::new(single).output().unwrap();
    assert_eq!(output.stdout, b"crate::a! 109\n");
}

/// Without a feature, what asks for it is left out; with it, the condition alone is.
#[test]
fn features_are_on_or_off() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("lib.rs");
    let text = "#[cfg(feature = \"draw\")]\nmod draw;\n#[cfg(feature = \"draw\")]\npub use draw::one;\n\
                #[cfg(feature = \"other\")]\nmod lost;\n\n#[cfg(all(test, feature = \"draw\"))]\nmod tests {}\n";
    fs::write(&root, text).unwrap();
    fs::write(folder.path().join("draw.rs"), "pub fn one() {}\n").unwrap();
    let expanded = |features: &[&str]| {
        let library = Crate {
            features: features.iter().map(|name| name.to_string()).collect(),
            ..Crate::new("crate", &root, &[])
        };
        formatted(expand(&library, &[]).unwrap())
    };
    assert_eq!(expanded(&[]).trim(), "");
    assert_eq!(
        expanded(&["draw"]).trim(),
        "pub use draw::one;\n\nmod draw {\n    pub fn one() {}\n}"
    );
}

#[test]
fn faults_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let program = write(folder.path());
    fs::write(folder.path().join("main.rs"), "mod lost;").unwrap();
    let message = format!("{:#}", expand(&program, &[]).unwrap_err());
    assert!(message.contains("lost/mod.rs: No such file"), "{message}");
    fs::write(folder.path().join("main.rs"), "fn main() {\n    2 +\n}").unwrap();
    let message = format!("{:#}", expand(&program, &[]).unwrap_err());
    assert!(message.contains("main.rs: "), "{message}");
}
