//! Short cases of every game: a run is the same again, on any number of threads, and from its
//! saved streams.

use std::collections::BTreeMap;
use std::fs;

use harness::hostile::games::all;
use harness::hostile::{Arena, GameManifest};
use harness::{Judge, unmeasured};
use serde_json::Value;

/// Plays, or with `-lo` scores, seeds of a game; gives its records without what is measured.
fn records(arena: &Arena, game: &GameManifest, name: &str, options: &[&str]) -> Vec<Value> {
    let short = game.short.iter().chain(&game.short_run);
    let mut words: Vec<&str> = short.map(String::as_str).collect();
    if let Some(seed) = words.iter().position(|word| *word == "--seed") {
        words[seed + 1] = "1-3";
    }
    // A saved run has neither.
    if options.contains(&"-lo") {
        words.retain(|word| !word.starts_with("--time") && !word.starts_with("--wall"));
    }
    let mut judge = arena.judge(game);
    judge
        .args(words)
        .args(["-ns", "--json", name])
        .args(options);
    let output = judge.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}: {output:?}", game.name);
    let records = Judge::read_records(arena.path(name).as_ref());
    records.into_iter().map(unmeasured).collect()
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads_and_from_its_streams() {
    for game in all() {
        let arena = Arena::here().unwrap();
        let exec = format!("env SOLVER_WORK=20 '{}'", arena.program(&game.name));
        let patient = [
            "--exec",
            &exec,
            "--time-limit",
            "60000",
            "--wall-limit",
            "600000",
        ];
        let runs = [("a", "1"), ("b", "3")].map(|(name, threads)| {
            let options = [
                "--saveAll",
                &format!("{name}-streams"),
                "--threads",
                threads,
            ];
            let records = records(&arena, game, name, &[&patient[..], &options].concat());
            let files = fs::read_dir(arena.path(&format!("{name}-streams"))).unwrap();
            let files = files.map(|file| file.unwrap()).map(|file| {
                let text = fs::read(file.path()).unwrap();
                (file.file_name(), text)
            });
            (records, files.collect::<BTreeMap<_, _>>())
        });
        assert_eq!(runs[0], runs[1], "{}", game.name);
        let scored = records(&arena, game, "scored", &["-lo", "a-streams"]);
        for (played, scored) in runs[0].0.iter().zip(&scored) {
            for field in ["seed", "verdict", "score", "bound", "details"] {
                assert_eq!(played[field], scored[field], "{}: {field}", game.name);
            }
        }
        assert_eq!(runs[0].0.len(), scored.len(), "{}", game.name);
    }
}
