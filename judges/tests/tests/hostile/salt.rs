//! Salt: what is drawn during play depends on it, the case does not.

use std::collections::BTreeMap;
use std::fs;
use std::process::Output;

use game::Salt;
use harness::hostile::games::{all, first};
use harness::hostile::{Arena, DialogueKind, GameManifest, records};
use records::{Record, RecordedSalt};

/// Seeds of a short game: in some of them the judge has a choice.
const SEEDS: &str = "1-4";

/// A game, its judge, and an empty folder.
struct Place<'a> {
    arena: Arena,
    game: &'a GameManifest,
}

impl Place<'_> {
    fn new(game: &GameManifest) -> Place<'_> {
        let arena = Arena::here().unwrap();
        Place { arena, game }
    }

    /// Runs the judge on short cases.
    fn judge(&self, args: &[&str]) -> Output {
        let short = self.game.short.chunks(2).filter(|pair| pair[0] != "--seed");
        let mut judge = self.arena.judge(self.game);
        judge.args(args).args(short.flatten());
        judge.output().unwrap()
    }

    /// Plays the cases of `seeds` with our solver, which does a fixed amount of work.
    /// Its records are in `name.jsonl`, its streams in the folder `name`.
    fn play(&self, name: &str, seeds: &str, options: &[&str]) -> Vec<Record> {
        let solver = self.arena.program(&self.game.name);
        let solver = format!("env SOLVER_WORK=50 '{solver}'");
        let json = self.arena.path(&format!("{name}.jsonl"));
        let limits = ["--time-limit", "60000", "--wall-limit", "120000"];
        let args = ["--exec", &solver, "--seed", seeds, "--json", &json];
        let more: Vec<&str> = self.game.short_run.iter().map(String::as_str).collect();
        let args = [&args[..], &["--saveAll", name], &limits, &more, options].concat();
        let output = self.judge(&args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        records(json.as_ref()).unwrap()
    }

    /// The text of every `.in` in a folder.
    fn inputs(&self, folder: &str) -> BTreeMap<String, String> {
        let files = fs::read_dir(self.arena.path(folder))
            .unwrap()
            .map(Result::unwrap);
        let name = |file: &fs::DirEntry| file.file_name().to_string_lossy().into_owned();
        files
            .filter(|file| name(file).ends_with(".in"))
            .map(|file| (name(&file), fs::read_to_string(file.path()).unwrap()))
            .collect()
    }
}

fn salts(records: &[Record]) -> Vec<String> {
    let salts = records.iter().map(|record| record.salt.clone());
    salts
        .map(|salt| salt.map_or(String::new(), String::from))
        .collect()
}

/// A salt that is the same for a whole run, as records hold it.
fn digest(salt: &str) -> String {
    let salt = Salt::try_from(salt.to_string()).unwrap();
    RecordedSalt::secret(&salt).to_string()
}

#[test]
fn a_salt_changes_what_is_drawn_and_not_the_case() {
    for game in all()
        .iter()
        .filter(|game| game.kind == DialogueKind::Interactive)
    {
        let place = Place::new(game);
        // The longer a game, the more often the judge has a choice.
        let is_short = game.name == first(DialogueKind::Interactive).name;
        let seeds = if is_short { SEEDS } else { "1" };
        place.judge(&["gen", "--seed", seeds, "--out", "cases"]);
        assert_eq!(salts(&place.play("plain", seeds, &[]))[0], "");
        for (name, salt) in [("one", "a-1"), ("again", "a-1"), ("other", "a-2")] {
            let records = place.play(name, seeds, &["--salt", salt, "--threads", "2"]);
            assert!(salts(&records).iter().all(|found| *found == digest(salt)));
        }
        let [plain, one, again, other] =
            ["plain", "one", "again", "other"].map(|name| place.inputs(name));
        assert_eq!(one, again, "{}", game.name);
        assert!(
            plain != one && plain != other && one != other,
            "{}",
            game.name
        );
        for (name, case) in place.inputs("cases") {
            for run in [&plain, &one, &other] {
                assert!(run[&name].starts_with(&case), "{}: {name}", game.name);
            }
        }
    }
}

#[test]
fn a_record_names_its_salt_so_that_the_game_can_be_had_again() {
    let place = Place::new(first(DialogueKind::Interactive));
    let drawn = salts(&place.play("drawn", SEEDS, &["--salt", "random"]));
    let later = salts(&place.play("later", SEEDS, &["--salt", "random"]));
    let mut all = [drawn.clone(), later].concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 8, "{all:?}");
    let inputs = place.inputs("drawn");
    for (index, salt) in drawn.iter().enumerate() {
        let name = format!("again-{index}");
        let seed = (index + 1).to_string();
        place.play(&name, &seed, &["--salt", salt]);
        let file = format!("{seed}.in");
        assert_eq!(place.inputs(&name)[&file], inputs[&file]);
        // The page shows the same game, whether it was saved or is played now.
        let solver = place.arena.program(&place.game.name);
        let live = [
            "show", "--text", "--turn", "all", "--seed", &seed, "--salt", salt,
        ];
        let live = place.judge(&[&live[..], &["--exec", &solver]].concat());
        let saved = place.judge(&[
            "show", "--text", "--turn", "all", "--seed", &seed, "-lo", "drawn",
        ]);
        assert!(live.status.success() && !live.stdout.is_empty(), "{live:?}");
        assert_eq!(live.stdout, saved.stdout);
    }
    let again = place.judge(&["-lo", "drawn", "--seed", SEEDS, "--json", "scored"]);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
}

/// Whatever the files of a run hold while it goes on, no contestant finds the salt there, nor the
/// seed of its own case in a name.
#[test]
fn a_contestant_finds_no_secret_in_what_the_run_writes() {
    let game = first(DialogueKind::Interactive);
    let place = Place::new(game);
    let folder = place.arena.path("d");
    let solver = place.arena.program(&game.name);
    let text = format!(
        "#!/bin/sh\ns=very; find '{folder}' >&2; grep -rh \"$s-secret\" '{folder}' >&2\nexec '{solver}'\n"
    );
    let exec = place.arena.script("looks", &text).unwrap();
    for level in ["--sandbox=none", "--sandbox=namespaces"] {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let seeds = "7340917,7340918";
        let files = [
            "--json",
            "d/r",
            "--bests",
            "d/b",
            "--saveScores",
            "d/s",
            "--html",
            "d",
            "--runs",
            "d",
        ];
        let args = [
            "--exec",
            &exec,
            "--seed",
            seeds,
            "--salt",
            "very-secret",
            level,
        ];
        let limits = ["--time-limit", "60000", "--wall-limit", "120000"];
        let output = place.judge(&[&args[..], &limits, &files].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        for seed in ["7340917", "7340918"] {
            let seen =
                fs::read_to_string(place.arena.path(&format!("d/streams/{seed}.err"))).unwrap();
            // The three streams are there.
            assert!(seen.matches("/.tmp").count() >= 3, "{level}: {seen}");
            assert!(!seen.contains(seed), "{level}: {seen}");
            assert!(!seen.contains("very-secret"), "{level}: {seen}");
        }
    }
}

#[test]
fn both_contestants_of_a_duel_get_the_same_salts() {
    let place = Place::new(first(DialogueKind::Interactive));
    let solver = place.arena.program(&place.game.name);
    let files = ["--json", "first", "--against-json", "second"];
    let args = ["duel", "--exec", &solver, "--against", &solver];
    let args = [&args[..], &files, &["--max", "5", "--salt", "random"]].concat();
    place.judge(&args);
    let [one, other] =
        ["first", "second"].map(|name| salts(&records(place.arena.path(name).as_ref()).unwrap()));
    assert!(one.len() == 5 && one == other, "{one:?} {other:?}");
    assert!(one[0].len() == 32 && one[0] != one[1], "{one:?}");
}
