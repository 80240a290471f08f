//! Tools as AtCoder's long contests hand them out, and a configuration of pahcer that runs them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::files::PackageFiles;
use super::parts::PackageParts;
use super::program::{EDITION, definition, expanded};
use crate::bundle::compiler;
use crate::{output, text, workspace};

/// Name of the format, and of the folder of its packages.
pub const FORMAT: &str = "atcoder";

/// Number of cases, with the seeds from 0.
const CASES: usize = 100;

/// Libraries that draw cases.
const LIBRARIES: [&str; 2] = ["rand", "sha1"];

/// Writes the package into a folder.
pub fn write(parts: &PackageParts, folder: &Path) -> Result<()> {
    let mut files = PackageFiles::default();
    let name = &parts.facts.game.name;
    let is_interactive = parts.facts.is_interactive();
    files.add("main.py", &parts.example);
    files.add("pahcer_config.toml", configuration(name, is_interactive));
    let modules = library(name)?;
    files.add("tools/Cargo.toml", manifest(&modules)?);
    // The same versions draw the same cases for ever.
    files.add("tools/Cargo.lock", text("Cargo.lock")?);
    files.add("tools/src/lib.rs", modules);
    let definition = definition(name)?;
    let secrets = is_interactive.to_string();
    for (file, title, function, argument) in [
        ("gen", "Draws cases.", "generate", &*secrets),
        ("vis", "Scores an output, and draws it.", "show", ""),
        ("tester", "Plays a case with a contestant.", "test", ""),
    ] {
        if file != "tester" || is_interactive {
            let text = format!(
                "//! {title}\n\nfn main() -> std::process::ExitCode {{\n    \
                 tools::export::{function}::<tools::{definition}>({argument})\n}}\n"
            );
            files.add(format!("tools/src/bin/{file}.rs"), text);
        }
    }
    let seeds: String = (0..CASES).map(|seed| format!("{seed}\n")).collect();
    files.add("tools/seeds.txt", seeds);
    files.write(folder)?;
    // The programs of all games have the same names.
    let target = workspace().join("target/atcoder").join(name);
    let mut gen_cases = Command::new("cargo");
    gen_cases.args(["run", "--quiet", "--release", "--bin", "gen", "seeds.txt"]);
    gen_cases.env("CARGO_TARGET_DIR", target);
    output(gen_cases.current_dir(folder.join("tools"))).map(drop)
}

/// Returns the library of the tools: a game's definition and the code that draws its cases.
fn library(game: &str) -> Result<String> {
    let title = "//! A game, and the tools that are made of it.\n\
                 //! Written by `make packages` from the game's definition: change that.\n";
    let text = expanded(game, title, &["cases", "rand"])?;
    compiler::format(text.replace("\nmod ", "\npub mod "), EDITION)
}

/// Returns the manifest of the tools, with the libraries that they use, as the workspace declares them.
fn manifest(modules: &str) -> Result<String> {
    let text = text("Cargo.toml")?;
    let is_used = |name: &&&str| modules.contains(&format!("{name}::"));
    let declared = LIBRARIES.iter().filter(is_used).map(|name| {
        let mut lines = text.lines();
        let found = lines.find(|line| line.starts_with(&format!("{name} = ")));
        found.with_context(|| format!("Cargo.toml declares no {name}"))
    });
    let declared: Vec<&str> = declared.collect::<Result<_>>()?;
    Ok(format!(
        "[package]\nname = \"tools\"\nversion = \"0.1.0\"\nedition = \"{EDITION}\"\npublish = false\n\n\
         [lib]\ndoctest = false\n\n[dependencies]\n{}\n\n\
         [profile.release]\nopt-level = 1\n\n\
         [lints.rust]\nunexpected_cfgs = \"allow\"\n\n[workspace]\n",
        declared.join("\n")
    ))
}

/// Returns the configuration of pahcer: it compiles the tools, plays every case with `main.py`, and
/// takes the score that `tester` or `vis` prints.
fn configuration(game: &str, is_interactive: bool) -> String {
    let head = format!(
        "[general]\nversion = \"0.4.0\"\n\n\
         [problem]\nproblem_name = \"{game}\"\nobjective = \"Max\"\n\
         score_regex = '(?m)^\\s*Score\\s*=\\s*(?P<score>\\d+)\\s*$'\n\n\
         [test]\nstart_seed = 0\nend_seed = {CASES}\nthreads = 0\nout_dir = \"./pahcer\"\n\n\
         [[test.compile_steps]]\nprogram = \"cargo\"\nargs = [\"build\", \"--release\", \"--bins\"]\n\
         current_dir = \"./tools\"\n"
    );
    let step = |program: &str, args: &[&str], streams: &str| {
        format!("\n[[test.test_steps]]\nprogram = \"{program}\"\nargs = {args:?}\n{streams}")
    };
    let output = "stdin = \"./tools/in/{SEED04}.txt\"\nstdout = \"./tools/out/{SEED04}.txt\"\n\
                  stderr = \"./tools/err/{SEED04}.txt\"\nmeasure_time = true\n";
    let bin = |name: &str| format!("./tools/target/release/{name}");
    match is_interactive {
        true => head + &step(&bin("tester"), &["python3", "main.py"], output),
        false => {
            let files = ["./tools/in/{SEED04}.txt", "./tools/out/{SEED04}.txt"];
            let score = step(&bin("vis"), &files, "measure_time = false\n");
            head + &step("python3", &["main.py"], output) + &score
        }
    }
}
