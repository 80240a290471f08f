//! Runs that were stopped, and go on: nothing is lost, and nothing is played twice.

use std::fs;
use std::process::Command;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

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

    fn judge(&self, args: &[&str]) -> Command {
        let fixed = ["--exec", &self.exec, "--time-limit", "600000"];
        self.arena.interactive(&[&fixed, args].concat())
    }

    /// The seeds of the pages that the index names, each of which is of its own case.
    fn pages(&self) -> Vec<u64> {
        let index = self.arena.read("d/index.html");
        let links = index.split("href=\"").skip(1);
        let names = links.map(|link| link.split('"').next().unwrap());
        let seeds = names.filter_map(|name| name.strip_suffix(".html")?.parse().ok());
        let seeds: Vec<u64> = seeds.collect();
        for seed in &seeds {
            let page = self.arena.read(&format!("d/{seed}.html"));
            assert!(page.contains(&format!("<title>Ioiwari, seed {seed}</title>")));
        }
        seeds
    }
}

#[test]
fn pages_are_of_their_cases_however_a_run_was_stopped() {
    for signal in [Signal::SIGINT, Signal::SIGKILL] {
        let place = Place::new();
        fs::write(place.arena.path("hang"), "").unwrap();
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
        place.arena.wait_for("d/streams/6.out");
        kill(Pid::from_raw(judge.id() as i32), signal).unwrap();
        let output = judge.wait_with_output().unwrap();
        if signal == Signal::SIGINT {
            assert_eq!(output.status.code(), Some(130), "{output:?}");
            let played = place.arena.seeds("r");
            assert!(played.starts_with(&[2, 3, 4, 5]), "{played:?}");
            assert_eq!(place.pages(), played);
            // Only whole streams are kept.
            let streams = fs::read_dir(place.arena.path("d/streams")).unwrap();
            let names = streams.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.filter(|name| !name.ends_with(".err")).collect();
            names.sort();
            let whole = played
                .iter()
                .map(|seed| [format!("{seed}.in"), format!("{seed}.out")]);
            assert_eq!(names, whole.flatten().collect::<Vec<_>>());
        }
        // The moment of a kill may be that of a page.
        fs::write(place.arena.path("d/2.html"), "half").unwrap();
        fs::remove_file(place.arena.path("hang")).unwrap();
        let output = place
            .judge(&[&args[..], &["--resume"]].concat())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(place.pages(), (1..=9).collect::<Vec<_>>());
        let mut seeds = place.arena.seeds("r");
        seeds.sort_unstable();
        assert_eq!(seeds, (1..=9).collect::<Vec<_>>());
    }
}
