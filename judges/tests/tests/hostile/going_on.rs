//! Runs that were stopped, and go on: nothing is lost, and nothing is played twice.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

/// A judge of an interactive game in an empty folder, with a contestant that loses at once;
/// but the case of seed 1 hangs as long as there is a file `hang`.
struct Place {
    arena: Arena,
    exec: String,
}

impl Place {
    fn new() -> Place {
        let arena = Arena::here().unwrap();
        let mut judge = arena.judge(first(DialogueKind::Interactive));
        let case = judge.args(["gen", "--seed", "1"]).output().unwrap().stdout;
        let case = String::from_utf8(case).unwrap();
        let board = case.lines().next().unwrap();
        let hang = arena.folder().join("hang").display().to_string();
        let text = format!(
            "#!/bin/sh\nread -r board\n[ \"$board\" = '{board}' ] && [ -e '{hang}' ] && \
             exec sleep 600\necho 9\n"
        );
        let exec = arena.script("hangs", &text).unwrap();
        Place { arena, exec }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.arena.folder().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn judge(&self, args: &[&str]) -> Command {
        let mut judge = self.arena.judge(first(DialogueKind::Interactive));
        judge.args(["--exec", &self.exec, "--time-limit", "600000"]);
        judge.args(args).current_dir(self.arena.folder());
        judge
    }

    fn run(&self, args: &[&str]) -> Output {
        self.judge(args).output().unwrap()
    }

    /// The seeds of the records in a file.
    fn seeds(&self, name: &str) -> Vec<u64> {
        let text = self.read(name);
        let records = text.lines().map(serde_json::from_str::<Value>);
        let seeds = records.map(|record| record.unwrap()["seed"].as_u64().unwrap());
        seeds.collect()
    }

    /// The seeds of the pages that the index names, each of which is of its own case.
    fn pages(&self) -> Vec<u64> {
        let index = self.read("d/index.html");
        let links = index.split("href=\"").skip(1);
        let names = links.map(|link| link.split('"').next().unwrap());
        let seeds = names.filter_map(|name| name.strip_suffix(".html")?.parse().ok());
        let seeds: Vec<u64> = seeds.collect();
        for seed in &seeds {
            let page = self.read(&format!("d/{seed}.html"));
            assert!(page.contains(&format!("<title>Ioiwari, seed {seed}</title>")));
        }
        seeds
    }
}

#[test]
fn pages_are_of_their_cases_however_a_run_was_stopped() {
    for signal in [Signal::SIGINT, Signal::SIGKILL] {
        let place = Place::new();
        fs::write(place.path("hang"), "").unwrap();
        let args = [
            "--seed",
            "1-9",
            "--threads",
            "2",
            "--html",
            "d",
            "--json",
            "r",
        ];
        let judge = place.judge(&args).spawn().unwrap();
        // The other worker has finished the cases before.
        while !place.path("d/streams/6.out").exists() {
            thread::sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(judge.id() as i32), signal).unwrap();
        let output = judge.wait_with_output().unwrap();
        if signal == Signal::SIGINT {
            assert_eq!(output.status.code(), Some(130), "{output:?}");
            let played = place.seeds("r");
            assert!(played.starts_with(&[2, 3, 4, 5]), "{played:?}");
            assert_eq!(place.pages(), played);
            // Only whole streams are kept.
            let streams = fs::read_dir(place.path("d/streams")).unwrap();
            let names = streams.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.filter(|name| !name.ends_with(".err")).collect();
            names.sort();
            let whole = played
                .iter()
                .map(|seed| [format!("{seed}.in"), format!("{seed}.out")]);
            assert_eq!(names, whole.flatten().collect::<Vec<_>>());
        }
        // The moment of a kill may be that of a page.
        fs::write(place.path("d/2.html"), "half").unwrap();
        fs::remove_file(place.path("hang")).unwrap();
        let output = place.run(&[&args[..], &["--resume"]].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(place.pages(), (1..=9).collect::<Vec<_>>());
        let mut seeds = place.seeds("r");
        seeds.sort_unstable();
        assert_eq!(seeds, (1..=9).collect::<Vec<_>>());
    }
}

#[test]
fn a_last_line_without_its_newline_stays() {
    let place = Place::new();
    place.run(&["--seed", "1-2", "--json", "r"]);
    let whole = place.read("r");
    fs::write(place.path("r"), whole.trim_end()).unwrap();
    place.run(&["--seed", "1-3", "--json", "r", "--resume"]);
    assert_eq!(place.seeds("r"), [1, 2, 3]);
    assert!(place.read("r").starts_with(&whole));
    for other in ["notes", "{}", "{\"a\":", "[1, 2", "\"text", "7"] {
        fs::write(place.path("x"), other).unwrap();
        let output = place.run(&["--json", "x", "--resume"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: x:1: not a record"), "{said}");
        assert_eq!(place.read("x"), other);
    }
}

#[test]
fn saved_outputs_are_scored_once() {
    let place = Place::new();
    place.run(&["--seed", "1-3", "--saveAll", "saved"]);
    let game = first(DialogueKind::Interactive);
    let load = |seeds: &str| {
        let mut judge = place.arena.judge(game);
        judge.args(["--seed", seeds, "-lo", "saved", "--json", "r", "--resume"]);
        judge.current_dir(place.arena.folder()).output().unwrap();
        place.seeds("r")
    };
    assert_eq!(load("1-2"), [1, 2]);
    assert_eq!(load("1-3"), [1, 2, 3]);
}
