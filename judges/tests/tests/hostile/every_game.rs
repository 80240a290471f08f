//! Short cases of every game: repeated runs, the salt, and the files that a judge writes.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use game::Salt;
use harness::hostile::games::all;
use harness::hostile::{Arena, DialogueKind, Ended, GameManifest, PATIENT};
use harness::{Judge, unmeasured};
use serde_json::Value;

/// Returns the options of a short case, with these seeds.
fn case(game: &GameManifest, seeds: &str) -> String {
    let mut words = game.short.clone();
    let seed = words.iter().position(|word| word == "--seed");
    words[seed.expect("a short case has a seed") + 1] = seeds.into();
    words.join(" ")
}

/// Plays short cases with our solver, which does a fixed amount of work.
fn play(arena: &Arena, game: &GameManifest, seeds: &str, options: &str) -> Ended {
    let exec = format!("--exec 'env SOLVER_WORK=50 {}' {PATIENT}", game.name);
    let case = [case(game, seeds), game.short_run.join(" ")].join(" ");
    let mut judge = arena.judge(game, &format!("{exec} {case} {options}"));
    Ended::of(judge.output().unwrap())
}

/// Reads the records in a file, without measured values.
fn records(arena: &Arena, name: &str) -> Vec<Value> {
    let records = Judge::read_records(arena.path(name).as_ref());
    records.into_iter().map(unmeasured).collect()
}

/// Returns the files below a folder with this suffix, by relative path.
fn files(arena: &Arena, folder: &str, end: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = arena.listing(folder).into_iter();
    let paths = paths.filter(|path| path.display().to_string().ends_with(end));
    let file = |path: PathBuf| (path.file_name().unwrap().into(), fs::read(&path).unwrap());
    paths.map(file).collect()
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads_and_from_its_streams() {
    for game in all() {
        let arena = Arena::here();
        let runs = [("a", "1"), ("b", "3")].map(|(name, threads)| {
            let streams = format!("{name}-streams");
            let options = format!("--threads {threads} --json {name} --saveAll {streams}");
            let ended = play(&arena, game, "1-3", &options);
            assert_eq!(ended.status, 0, "{}: {ended:?}", game.name);
            (records(&arena, name), files(&arena, &streams, ""))
        });
        assert_eq!(runs[0], runs[1], "{}", game.name);
        let options = [case(game, "1-3"), game.short_run.join(" ")].join(" ");
        let mut judge = arena.judge(game, &format!("-lo a-streams --json scored {options}"));
        let ended = Ended::of(judge.output().unwrap());
        assert_eq!(ended.status, 0, "{}: {ended:?}", game.name);
        let scored = records(&arena, "scored");
        for (played, scored) in runs[0].0.iter().zip(&scored) {
            for field in ["seed", "verdict", "score", "bound", "details"] {
                assert_eq!(played[field], scored[field], "{}: {field}", game.name);
            }
        }
        assert_eq!(runs[0].0.len(), scored.len(), "{}", game.name);
    }
}

#[test]
fn a_salt_changes_what_is_drawn_and_not_the_case() {
    let games = all()
        .iter()
        .filter(|game| game.kind == DialogueKind::Interactive);
    for (index, game) in games.enumerate() {
        let arena = Arena::here();
        // The judge of this game makes few choices, so it plays more seeds.
        let seeds = if index == 0 { "1-4" } else { "1" };
        let case = format!("gen {} --out cases", case(game, seeds));
        assert!(arena.judge(game, &case).output().unwrap().status.success());
        let runs = [
            ("plain", ""),
            ("one", "a-1"),
            ("again", "a-1"),
            ("other", "a-2"),
        ];
        let [plain, one, again, other] = runs.map(|(name, salt)| {
            let options = match salt {
                "" => String::new(),
                salt => format!("--salt {salt} --threads 2"),
            };
            let options = format!("--json {name}.jsonl --saveAll {name} {options}");
            let ended = play(&arena, game, seeds, &options);
            assert_eq!(ended.status, 0, "{ended:?}");
            let salt = Salt::try_from(salt.to_string()).ok();
            let records = arena.records(&format!("{name}.jsonl"));
            assert!(
                records.iter().all(|record| record.key.source.salt == salt),
                "{records:?}"
            );
            files(&arena, name, ".in")
        });
        assert_eq!(one, again, "{}", game.name);
        assert!(
            plain != one && plain != other && one != other,
            "{}",
            game.name
        );
        for (name, case) in files(&arena, "cases", ".in") {
            for run in [&plain, &one, &other] {
                assert!(run[&name].starts_with(&case), "{}: {name:?}", game.name);
            }
        }
    }
}

#[test]
fn nothing_is_written_outside_the_paths_given() {
    for game in all() {
        let arena = Arena::here();
        for name in ["here", "home", "tmp", "given"] {
            fs::create_dir(arena.path(name)).unwrap();
        }
        let given = "--json ../given/json --bests ../given/bests -ss ../given/scores";
        let run = format!("{PATIENT} {}", game.short_options().join(" "));
        let plays = format!("{run} --exec 'env SOLVER_WORK=50 {}'", game.name);
        for line in [
            plays.clone(),
            format!("{run} --exec 'sh -c \"kill -SEGV $$\"'"),
            format!("{plays} -sa ../given {given}"),
            format!("gen {}", game.short.join(" ")),
        ] {
            let mut judge = arena.judge(game, &line);
            judge.current_dir(arena.path("here"));
            judge
                .env("HOME", arena.path("home"))
                .env("TMPDIR", arena.path("tmp"));
            let ended = Ended::of(judge.output().unwrap());
            assert!([0, 1].contains(&ended.status), "{line}: {ended:?}");
            for untouched in ["here", "home", "tmp"] {
                assert_eq!(
                    arena.listing(untouched),
                    [""; 0].map(PathBuf::from),
                    "{line}"
                );
            }
        }
        assert_eq!(
            arena.listing("given").len(),
            6,
            "{:?}",
            arena.listing("given")
        );
    }
}
