//! The pages that hold the games, as `make site` writes them, against the judges' own programs.

pub mod answers;
mod board;
pub mod hand;
pub mod judged;
pub mod lessons;
pub mod look;
pub mod losses;
pub mod pointing;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::shown::{Shown, folder, programs};

/// A game with options of a small case.
pub struct SmallGame {
    /// Its name.
    name: &'static str,
    /// Options that draw the case.
    case: &'static [(&'static str, &'static str)],
    /// Options that score it.
    score: &'static [(&'static str, &'static str)],
}

/// All games.
const GAMES: [SmallGame; 5] = [
    SmallGame {
        name: "ioiwari",
        case: &[],
        score: &[],
    },
    SmallGame {
        name: "lucky",
        case: &[("subtask", "2")],
        score: &[("rounds", "1")],
    },
    SmallGame {
        name: "slider",
        case: &[("N", "10"), ("H", "3")],
        score: &[],
    },
    SmallGame {
        name: "tonga",
        case: &[("N", "6")],
        score: &[],
    },
    SmallGame {
        name: "yahtzee",
        case: &[("games", "1")],
        score: &[],
    },
];

impl SmallGame {
    /// The page's fragment that names the case of seed 3, with the options.
    fn fragment(&self) -> String {
        let options = self.case.iter().chain(self.score);
        let options = options.map(|(name, value)| format!("&{name}={value}"));
        format!("#seed=3{}", options.collect::<String>())
    }

    /// Opens the page at that case.
    fn open(&self) -> Shown {
        let page = Shown::open_file(
            &site().join(format!("{}.html", self.name)),
            &self.fragment(),
        );
        page.wait("document.body.dataset.refreshed !== undefined");
        for (name, value) in self.case {
            let field = format!("document.getElementById('option-{name}').value");
            assert_eq!(page.value(&field), *value, "{}, {name}", self.name);
        }
        page
    }

    /// Runs the judge with these arguments.
    fn judge(&self, args: &[&str]) -> Output {
        let judge = programs().join(format!("{}-judge", self.name));
        Command::new(judge).args(args).output().unwrap()
    }

    /// Plays the case with our solver; returns what it was sent and what it wrote.
    fn streams(&self) -> (PathBuf, Vec<u8>) {
        let to = folder().join(format!("site-{}", self.name));
        let _ = fs::remove_dir_all(&to);
        let solver = format!(
            "env SOLVER_WORK=200 {}",
            programs().join(self.name).display()
        );
        let typed = typed(self.case.iter().chain(self.score));
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        let limits = [
            "--time-limit",
            "60000",
            "--wall-limit",
            "600000",
            "--seed",
            "3",
        ];
        let save = ["--exec", &solver, "-saveAll", to.to_str().unwrap()];
        let run = self.judge(&[&limits[..], &typed, &save].concat());
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{}: {errors}", self.name);
        let files = fs::read_dir(&to)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let files: Vec<PathBuf> = files.collect();
        let file = |ending: &str| {
            let mut files = files.iter();
            files
                .find(|file| file.extension().is_some_and(|found| found == ending))
                .unwrap()
        };
        (file("in").clone(), fs::read(file("out")).unwrap())
    }
}

/// Options as a command line has them.
fn typed<'a>(options: impl Iterator<Item = &'a (&'a str, &'a str)>) -> Vec<String> {
    let words = options.flat_map(|(name, value)| {
        let dashes = if name.len() == 1 { "-" } else { "--" };
        [format!("{dashes}{name}"), (*value).to_string()]
    });
    words.collect()
}

/// The folder of the pages, which are written once.
fn site() -> &'static Path {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    SITE.get_or_init(|| {
        let run = Command::new(programs().join("tasks"))
            .arg("site")
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{errors}");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        workspace.join("target/site").canonicalize().unwrap()
    })
}
