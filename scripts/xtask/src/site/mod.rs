//! `make site`: writes `target/site/`, with an index and a page for every game. A page holds the
//! game's judge and our solver.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use scene::encode::base64;
use scene::escaped;
use scene::page::summary;
use serde::Deserialize;
use web::{PageProgram, document};

use crate::games::{self, GameManifest};
use crate::{text, workspace};

const INDEX: &str = include_str!("index.html");

/// Writes target/site: a page of every game, which holds its judge and our solver, and an index
#[derive(Args)]
pub struct SiteOptions {
    /// The games; all unless given
    games: Vec<String>,
}

/// Builds the programs, then writes a page for each game and the index.
///
/// # Errors
/// A name belongs to no game, the toolchain is missing, or a file cannot be written.
pub fn run(options: &SiteOptions) -> Result<()> {
    let games = games::chosen(&options.games)?;
    build(&games)?;
    let folder = workspace().join("target/site");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for GameManifest { name, .. } in &games {
        let programs = PageProgram::Within {
            game: &program(&format!("{name}-judge"))?,
            solver: &program(name)?,
            course: &course(name)?,
        };
        let rules = text(&readme(name))?;
        let page = document(title(&rules), &rules, &programs);
        write(&folder.join(format!("{name}.html")), &page)?;
    }
    // Pages from earlier runs stay in the index.
    let mut entries = Vec::new();
    for GameManifest { name, .. } in games::all()? {
        if folder.join(format!("{name}.html")).is_file() {
            entries.push(entry(&name)?);
        }
    }
    entries.sort_by_key(|(order, _)| *order);
    let entries: String = entries.into_iter().map(|(_, markup)| markup).collect();
    let start = folder.join("index.html");
    write(&start, &INDEX.replace("{{entries}}", &entries))?;
    println!("see {}", start.display());
    Ok(())
}

/// Compiles the programs of all games to WebAssembly.
fn build(games: &[GameManifest]) -> Result<()> {
    let mut build = Command::new(workspace().join("scripts/wasm.sh"));
    build.arg("--release");
    for GameManifest { name, .. } in games {
        let judge = format!("{name}-judge");
        build.args(["--package", name, "--package", &judge]);
        build.args(["--bin", name, "--bin", &judge]);
        build.args(["--features", &format!("{judge}/page")]);
    }
    // The default features include the code that runs contestants.
    build.arg("--no-default-features");
    let status = build.status().context("scripts/wasm.sh")?;
    ensure!(status.success(), "the games cannot be compiled for a browser");
    Ok(())
}

/// Returns the path of the README of a game's solver.
fn readme(name: &str) -> String {
    format!("crates/{name}/README.md")
}

/// Returns the heading of a README.
fn title(rules: &str) -> &str {
    rules.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// Reads a program in WebAssembly.
fn program(name: &str) -> Result<Vec<u8>> {
    let path = format!("target/wasm/wasm32-wasip1/release/{name}.wasm");
    fs::read(workspace().join(&path)).context(path)
}

/// Returns the game's lessons as JSON; `null` if it has none.
fn course(name: &str) -> Result<String> {
    let path = format!("data/lessons/{name}.json");
    if workspace().join(&path).is_file() { text(&path) } else { Ok("null".into()) }
}

/// Table `[package.metadata.site]` of a judge's manifest: a game's entry in the index.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexEntry {
    /// Position in the index, from 1.
    order: u32,
    /// A sentence that says what to do in the game.
    task: String,
    /// Time that a game takes.
    time: String,
    /// Difficulty, in a few words.
    level: String,
    /// Options of the game that the entry opens: names and values.
    #[serde(default)]
    options: Vec<(String, String)>,
}

/// Returns the entry of a game in the index, with its picture if it has one, and its position.
fn entry(name: &str) -> Result<(u32, String)> {
    let picture = workspace().join(format!("docs/pictures/{name}.svg"));
    let mut image = String::new();
    if picture.is_file() {
        let data = base64(&fs::read(picture)?);
        image = format!("<img src=\"data:image/svg+xml;base64,{data}\" alt=\"\">");
    }
    let rules = text(&readme(name))?;
    let manifest = workspace().join(format!("judges/{name}/Cargo.toml"));
    let (_, facts) = games::metadata::<IndexEntry>(&manifest, "site")?;
    let (order, about, case) = match facts {
        None => (u32::MAX, escaped(&summary(&rules)), String::new()),
        Some(facts) => {
            let named: String =
                facts.options.iter().map(|(name, value)| format!("&amp;{name}={value}")).collect();
            let texts = [facts.task, facts.time, facts.level];
            let [task, time, level] = texts.map(|text| escaped(&text));
            let about = format!("{task}<br><small>{time}; {level}</small>");
            (facts.order, about, format!("#seed=1{named}"))
        }
    };
    let title = escaped(title(&rules));
    let link = format!("<a href=\"{name}.html{case}\">{image}<h2>{title}</h2></a>");
    Ok((order, format!("<li>{link}<p>{about}</p></li>\n")))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())?;
    println!("{}: {} KiB", path.display(), text.len().div_ceil(1024));
    Ok(())
}
