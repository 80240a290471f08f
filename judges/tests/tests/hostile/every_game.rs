//! Short cases of every game: repeated runs, the salt, and the files that a judge writes.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use game::Salt;
use harness::hostile::games::all;
use harness::hostile::{Arena, DialogueKind, Ended, GameManifest, PATIENT, unmeasured};

/// Runs a judge on short cases with these seeds.
fn judge(arena: &Arena, game: &GameManifest, seeds: &str, line: &str) -> Ended {
    let mut words = game.short.clone();
    let seed = words.iter().position(|word| word == "--seed");
    words[seed.expect("a short case has a seed") + 1] = seeds.into();
    let ended = Ended::of(arena.judge(game, line).args(words).output().unwrap());
    assert_eq!(ended.status, 0, "{} {line}: {ended:?}", game.name);
    ended
}

/// Plays short cases with our solver, which does a fixed amount of work.
fn play(arena: &Arena, game: &GameManifest, seeds: &str, options: &str) {
    let exec = format!("--exec 'env SOLVER_WORK=50 {}' {PATIENT}", game.name);
    let run = game.short_run.join(" ");
    judge(arena, game, seeds, &format!("{exec} {run} {options}"));
}

/// Returns the files below a folder with this ending, by name.
fn files(arena: &Arena, folder: &str, end: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut paths = arena.listing(folder);
    paths.retain(|path| path.display().to_string().ends_with(end));
    let file = |path: PathBuf| (path.file_name().unwrap().into(), fs::read(&path).unwrap());
    paths.into_iter().map(file).collect()
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads_and_from_its_streams() {
    for game in all() {
        let arena = Arena::here();
        let records = |name: &str| {
            let records = arena.records(name);
            records.iter().map(unmeasured).collect::<Vec<_>>()
        };
        let runs = [("a", "1"), ("b", "3")].map(|(name, threads)| {
            let streams = format!("{name}-streams");
            let files_of_run = format!("--json {name} --saveAll {streams}");
            let options = format!("--threads {threads} {files_of_run}");
            play(&arena, game, "1-3", &options);
            (records(name), files(&arena, &streams, ""))
        });
        assert_eq!(runs[0], runs[1], "{}", game.name);
        let run = game.short_run.join(" ");
        let line = format!("-lo a-streams --json scored {run}");
        judge(&arena, game, "1-3", &line);
        let scored = records("scored");
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
    let mut games: Vec<_> = all().iter().collect();
    games.retain(|game| game.kind == DialogueKind::Interactive);
    for game in games {
        let arena = Arena::here();
        let facts = arena.output(&format!("{}-judge facts", game.name), 0);
        if facts.contains("\"random_play\":false") {
            continue;
        }
        // In a short game, a judge may make few choices.
        let is_short = game.short_run.is_empty();
        let seeds = if is_short { "1-4" } else { "1" };
        judge(&arena, game, seeds, "gen --out cases");
        let cases = files(&arena, "cases", ".in");
        let runs =
            [("plain", None), ("one", Some("a-1")), ("again", Some("a-1")), ("other", Some("a-2"))];
        let [plain, one, again, other] = runs.map(|(name, salt)| {
            let option = salt.map_or(String::new(), |salt| format!("--salt {salt} --threads 2"));
            let files_of_run = format!("--json {name}.jsonl --saveAll {name}");
            play(&arena, game, seeds, &format!("{files_of_run} {option}"));
            let salt = salt.map(|salt| Salt::try_from(salt.to_string()).unwrap());
            for record in arena.records(&format!("{name}.jsonl")) {
                assert_eq!(record.case.salt, salt, "{record:?}");
            }
            let played = files(&arena, name, ".in");
            for (file, case) in &cases {
                assert!(played[file].starts_with(case), "{}: {file:?}", game.name);
            }
            played
        });
        assert_eq!(one, again, "{}", game.name);
        let is_right = plain != one && plain != other && one != other;
        assert!(is_right, "{}", game.name);
    }
}

#[test]
fn nothing_is_written_outside_the_paths_given() {
    for game in all() {
        let arena = Arena::here();
        for name in ["here", "home", "tmp", "given"] {
            fs::create_dir(arena.path(name)).unwrap();
        }
        let given = "-sa ../given --json ../given/json --bests ../given/bests -ss ../given/scores";
        let run = format!("{PATIENT} {}", game.short_options().join(" "));
        let plays = format!("{run} --exec 'env SOLVER_WORK=50 {}'", game.name);
        for line in [
            plays.clone(),
            format!("{run} --exec 'sh -c \"kill -SEGV $$\"'"),
            format!("{plays} {given}"),
            format!("gen {}", game.short.join(" ")),
        ] {
            let mut judge = arena.judge(game, &line);
            let folders = [("HOME", arena.path("home")), ("TMPDIR", arena.path("tmp"))];
            judge.envs(folders).current_dir(arena.path("here"));
            let ended = Ended::of(judge.output().unwrap());
            assert!([0, 1].contains(&ended.status), "{line}: {ended:?}");
            let untouched = ["here", "home", "tmp"].map(|name| arena.listing(name));
            assert!(untouched.concat().is_empty(), "{line}: {untouched:?}");
        }
        let written = arena.listing("given");
        assert_eq!(written.len(), 6, "{written:?}");
    }
}
