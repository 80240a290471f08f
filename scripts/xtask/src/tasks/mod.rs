//! `make tasks`: writes each game as `target/tasks/<game>`, a task for agents in Harbor's format. The
//! agent writes a program; a verifier in another container plays secret cases with it.

mod texts;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use game::{Limits, Objective, Salt, Stream};
use rand::Rng;
use serde::Deserialize;
use serde_json::Value;

use crate::games::{self, GameManifest};
use crate::packages::{PackageFiles, statement};
use crate::submissions::Submission;
use crate::{output, programs, text, workspace};

/// Files of a task and their templates.
const TEMPLATES: &[(&str, &str)] = &[
    ("task.toml", include_str!("task.toml")),
    ("README.md", include_str!("page.md")),
    ("instruction.md", include_str!("instruction.md")),
    (
        "environment/Dockerfile",
        concat!(include_str!("base.dockerfile"), include_str!("environment.dockerfile")),
    ),
    ("solution/solve.sh", include_str!("solve.sh")),
    (
        "tests/Dockerfile",
        concat!(include_str!("base.dockerfile"), include_str!("tests.dockerfile")),
    ),
    ("tests/test.sh", include_str!("test.sh")),
    ("tests/conf", include_str!("conf")),
];

/// Cases that are played at a time; as many processors are asked for, and the verifier has as many users.
const THREADS: u64 = 2;

/// Maximum time of a compiler, seconds.
const COMPILE_SECONDS: u64 = 120;

/// Seeds up to this one are public.
const LAST_PUBLIC: u64 = u32::MAX as u64;

/// Writes games as tasks for agents, in Harbor's format
#[derive(Args)]
pub struct TaskOptions {
    /// The games to write; all of them if none is named
    games: Vec<String>,
    /// Key of the secret cases, 1 to 32 hexadecimal digits; a new one unless given
    #[arg(long, value_parser = |text: &str| u128::from_str_radix(text, 16))]
    key: Option<u128>,
    /// Where to write [default: target/tasks]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Writes the tasks.
///
/// # Errors
/// A judge cannot be built, or a task cannot be made or written.
pub fn run(options: TaskOptions) -> Result<()> {
    let out = options.out.unwrap_or_else(|| workspace().join("target/tasks"));
    let key = options.key.unwrap_or_else(rand::random);
    let games = games::chosen(&options.games)?;
    let judges = build(&games)?;
    for game in games {
        let task = Task::make(game, &judges, key)?;
        task.write(&judges, &out.join(&task.game.name))?;
    }
    println!("written to {}; SEED={key:032x} repeats it", out.display());
    Ok(())
}

/// Builds the judges without the parts that tell how to play; returns the folder of the programs.
fn build(games: &[GameManifest]) -> Result<PathBuf> {
    let target = programs()?.with_file_name("tasks-judges");
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--no-default-features", "--package", "judge-report"]);
    cargo.args(["--config", "profile.release.strip=true", "--target-dir"]).arg(&target);
    for GameManifest { name, .. } in games {
        let judge = format!("{name}-judge");
        cargo.args(["--package", &judge, "--features", &format!("{judge}/program")]);
    }
    let status = cargo.current_dir(workspace()).status().context("cargo")?;
    ensure!(status.success(), "the judges cannot be built");
    Ok(target.join("release"))
}

/// Table `[package.metadata.task]` of a judge's manifest: facts of the game's task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskManifest {
    /// Sentences on the bound: who proved it, and whether a share of 1 can be reached.
    pub bound: String,
    /// Options of the judge in every run.
    #[serde(default)]
    pub options: Vec<String>,
    /// Groups of secret cases.
    pub groups: Vec<TaskGroup>,
    /// Rewards that were measured, if any.
    pub rewards: Option<TaskRewards>,
}

/// Secret cases with the same options.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskGroup {
    /// Options of the judge, with which a seed is a single case.
    #[serde(default)]
    pub options: Vec<String>,
    /// Number of cases.
    pub cases: usize,
    /// Shares of the bound that count 0 and 1: those of a baseline and of a reference.
    #[serde(default = "whole_scale")]
    pub scale: [f64; 2],
}

/// Rewards of programs: measured in the task, or computed from published plays under the same limits.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskRewards {
    /// Reward of a program that does nothing.
    pub nothing: f64,
    /// Reward of the example.
    pub example: f64,
    /// Reward of our solver.
    pub ours: f64,
    /// Standard deviation of our solver's reward between repeats with new cases.
    pub spread: f64,
}

fn whole_scale() -> [f64; 2] {
    [0.0, 1.0]
}

/// Task of a game without its own table: twenty cases without options.
impl Default for TaskManifest {
    fn default() -> TaskManifest {
        let group = TaskGroup { options: Vec::new(), cases: 20, scale: whole_scale() };
        TaskManifest {
            bound: "The judge names the kind of each bound in its record (`bound_kind`).".into(),
            options: Vec::new(),
            groups: vec![group],
            rewards: None,
        }
    }
}

/// A game as a task.
pub struct Task {
    /// The game's manifest.
    pub game: GameManifest,
    /// The task's facts.
    pub manifest: TaskManifest,
    /// Maximum time of a compiler, seconds.
    pub compile_seconds: u64,
    submission: Submission,
    limits: Limits,
    objective: Objective,
    /// True if the judge chooses during play.
    has_choices: bool,
    key: u128,
}

impl Task {
    /// Makes the task of a game; `judges` is the folder with its judge.
    ///
    /// # Errors
    /// The game has no submission, or its judge does not print its facts.
    pub fn make(game: GameManifest, judges: &Path, key: u128) -> Result<Task> {
        let name = &game.name;
        let path = workspace().join(format!("judges/{name}/Cargo.toml"));
        let (_, manifest) = games::metadata(&path, "task")?;
        let facts = output(Command::new(judges.join(format!("{name}-judge"))).arg("facts"))?;
        let mut facts: Value = serde_json::from_str(&facts)?;
        Ok(Task {
            manifest: manifest.unwrap_or_default(),
            compile_seconds: COMPILE_SECONDS,
            submission: Submission::of(name)?,
            limits: serde_json::from_value(facts["limits"].take())?,
            objective: serde_json::from_value(facts["objective"].take())?,
            has_choices: facts["random_play"] == true,
            key,
            game,
        })
    }

    /// Writes the task into a folder; replaces its previous content. `judges` is the folder with its
    /// judge and `judge-report`.
    pub fn write(&self, judges: &Path, folder: &Path) -> Result<()> {
        self.files()?.write(folder)?;
        let judge = format!("{}-judge", self.game.name);
        for (program, copy) in [
            (&*judge, "environment/judge"),
            (&judge, "tests/judge"),
            ("judge-report", "tests/judge-report"),
        ] {
            let (program, copy) = (judges.join(program), folder.join(copy));
            fs::copy(&program, copy).with_context(|| program.display().to_string())?;
        }
        Ok(())
    }

    /// Returns the number of secret cases.
    pub fn cases(&self) -> usize {
        self.manifest.groups.iter().map(|group| group.cases).sum()
    }

    /// Returns the maximum time of all plays, seconds: each until its wall limit, with a margin.
    fn play_seconds(&self) -> u64 {
        let case = self.limits.wall_ms / 1000 + 15;
        60 + case * (self.cases() as u64).div_ceil(THREADS)
    }

    /// Draws the salt of the judge's choices, and the seeds of each group. A seed has 64 bits and
    /// occurs once; none is public.
    pub fn draw_secrets(&self) -> (Salt, Vec<Vec<u64>>) {
        let key = Salt::try_from(format!("{:032x}", self.key)).expect("digits are a salt");
        let mut rng = key.mix(game::rng(&self.game.name, 0, Stream::Case));
        let salt = Salt::draw(&mut rng);
        let mut seeds = Vec::new();
        while seeds.len() < self.cases() {
            let seed = rng.next_u64();
            if seed > LAST_PUBLIC && !seeds.contains(&seed) {
                seeds.push(seed);
            }
        }
        let seeds = self.manifest.groups.iter().map(|group| seeds.drain(..group.cases).collect());
        (salt, seeds.collect())
    }

    /// Returns all files but the programs.
    ///
    /// # Errors
    /// Rules, example or solver cannot be read.
    pub fn files(&self) -> Result<PackageFiles> {
        let name = &self.game.name;
        let mut files = PackageFiles::default();
        let rules = statement::rules(name)?;
        for (path, template) in TEMPLATES {
            files.add(*path, self.filled(template, &rules));
        }
        let example = format!("data/examples/{name}.py");
        if workspace().join(&example).exists() {
            files.add("environment/example.py", text(&example)?);
        }
        files.add("solution/solution.rs", self.submission.source()?);
        files.add("tests/key", format!("{:032x}\n", self.key));
        let (salt, seeds) = self.draw_secrets();
        files.add("tests/salt", format!("{salt}\n"));
        for ((group, seeds), number) in self.manifest.groups.iter().zip(seeds).zip(1..) {
            let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
            let [baseline, reference] = group.scale;
            let mut options = self.options(group);
            if self.has_choices {
                options.extend(["--salt".into(), "@/tests/salt".into()]);
            }
            for (file, text) in [
                ("seeds", format!("{{{}}}\n", seeds.join(","))),
                ("scale", format!("{baseline},{reference}\n")),
                ("options", options.iter().map(|option| format!("{option}\n")).collect()),
            ] {
                files.add(format!("tests/groups/{number:02}/{file}"), text);
            }
        }
        Ok(files)
    }

    /// Returns the judge's options for a group.
    fn options(&self, group: &TaskGroup) -> Vec<String> {
        self.manifest.options.iter().chain(&group.options).cloned().collect()
    }
}
