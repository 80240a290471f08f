//! Tests of games that are played by hand, through pipes.

use std::fs::{self, File};
use std::path::Path;

use game::Game;
use serde_json::Value;

use crate::judge::Judge;
use crate::moves::check_moves;

/// A game for these tests: a contestant plays a case; then a person enters the same moves.
pub struct ByHand {
    /// The judge.
    pub judge: Judge,
    /// Case parameters.
    pub case: &'static [(&'static str, &'static str)],
    /// Command of a contestant that plays correctly.
    pub contestant: &'static str,
    /// Converts a contestant's output to entries.
    pub entries: fn(&str) -> Vec<String>,
    /// An entry that is illegal at the start.
    pub wrong: &'static str,
    /// The reason that the judge gives for refusing it.
    pub reason: &'static str,
    /// Entries to play; our solver gives a hint after each.
    pub hinted: &'static [&'static str],
    /// Number of moves to try by pointing in one game.
    pub moves: usize,
}

impl ByHand {
    /// Checks a whole game, hints, and moves by pointing; also that options of the usual game have
    /// their defaults.
    #[track_caller]
    pub fn check<G: Game>(&self) {
        for option in G::OPTIONS {
            let value = option.default.map(|value| (option.name, value));
            let case = |game: G| game.generate(1).to_string();
            let chosen = G::with(value.as_slice()).unwrap();
            assert_eq!(case(chosen), case(G::default()), "{}", option.name);
        }
        self.check_game();
        self.check_hints();
        let option =
            |&(name, value): &(&'static str, &'static str)| (name.trim_start_matches('-'), value);
        let options: Vec<_> = self.case.iter().map(option).collect();
        (1..=5).for_each(|seed| check_moves::<G>(&options, seed, self.moves));
    }

    /// Replays the contestant's game by hand. Also tries wrong entries, `undo`, `save`,
    /// `--continue`, `quit` and the end of the input.
    #[track_caller]
    fn check_game(&self) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let (live, saved) = (path("live"), path("game"));
        let run = ["--exec", self.contestant, "--seed", "3", "-saveAll", &live];
        let record = &self
            .judge
            .records(&[self.words(), run.to_vec()].concat(), 0)[0];
        let stem = stem(Path::new(&live));
        let output = fs::read_to_string(format!("{live}/{stem}.out")).unwrap();
        let entries = (self.entries)(&output);
        let whole = self.check_whole(&entries);
        for field in ["verdict", "score", "parameters", "details", "bound"] {
            assert_eq!(whole.record[field], record[field], "{field}");
        }
        self.check_quit(&entries[0], &saved, &live);
        self.check_wrong_file(&saved);
        self.check_going_on(&entries[1..], &saved, &whole.record);
    }

    /// Plays the whole game, with a wrong entry and with entries that are undone.
    #[track_caller]
    fn check_whole(&self, entries: &[String]) -> Played {
        let (wrong, first, all) = (self.wrong, &entries[0], entries.join("\n"));
        let typed = format!("\n{wrong}\nundo\n{first}\nundo\n{all}\nquit\n");
        let whole = self.play(&typed, 0);
        assert_eq!(whole.record["command"], "by hand");
        for expected in [
            format!("no: {}\n", self.reason),
            "no: there is nothing to take back\n".to_string(),
        ] {
            assert!(whole.stdout.contains(&expected), "{}", whole.stdout);
        }
        assert_eq!(whole.stdout.matches("no: ").count(), 2, "{}", whole.stdout);
        assert!(!whole.stdout.contains('\x1b'), "{}", whole.stdout);
        whole
    }

    /// Saves the game to the file `saved` after the first entry, fails to save it to `folder`, and
    /// quits.
    #[track_caller]
    fn check_quit(&self, first: &str, saved: &str, folder: &str) {
        let ended = self.play_any(&format!("{first}\n"));
        let status = i32::from(ended.record["verdict"] != "OK");
        let typed = format!("save {saved}\n{first}\nSave {saved}\nsave {folder}\nEXIT\n{first}\n");
        let quit = self.play(&typed, status);
        assert_eq!(quit.record, ended.record);
        let lines = [
            format!("saved: {saved}"),
            format!("saved again: {saved}"),
            "quit after 1 entry".to_string(),
        ];
        for line in lines {
            assert_eq!(quit.stdout.lines().filter(|said| **said == line).count(), 1);
        }
        assert!(quit.stdout.contains(&format!("not saved: {folder}: ")));
        assert!(!quit.stdout.contains("Verdict = "), "{}", quit.stdout);
        let q = self.play(&format!("{}\nQ\n", capitals(first)), status);
        assert_eq!(q.record, quit.record);
    }

    /// Continues the file `saved` with a wrong entry added at its end: the message must name its
    /// line.
    #[track_caller]
    fn check_wrong_file(&self, saved: &str) {
        let wrong = format!("{saved}-wrong");
        let text = fs::read_to_string(saved).unwrap();
        fs::write(&wrong, format!("{text}{}\n", self.wrong)).unwrap();
        let mut run = self.judge.command(&["play", "--continue", &wrong]);
        let output = run.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&format!("{wrong}:3: ")), "{error}");
        assert!(!error.contains("line "), "{error}");
    }

    /// Continues the file `saved`, with and without the case's options; both must end as in the
    /// record `whole`.
    #[track_caller]
    fn check_going_on(&self, rest: &[String], saved: &str, whole: &Value) {
        let rest = rest.join("\n") + "\nquit\n";
        let gone_on = self.play_with(&[&self.words()[..], &["--continue", saved]].concat(), &rest);
        assert_eq!(&gone_on.record, whole);
        assert_eq!(gone_on.status, 0);
        let scores = gone_on.stdout.lines();
        let scores: Vec<&str> = scores.filter(|line| line.starts_with("Score = ")).collect();
        let score = whole["score"].as_f64().unwrap();
        assert_eq!(scores, [format!("Score = {score}")]);
        // The file also contains the parameters.
        let by_name = self.play_with(&["--continue", saved], &rest);
        for field in ["parameters", "verdict", "score", "details"] {
            assert_eq!(by_name.record[field], whole[field], "{field}");
        }
    }

    /// Asks for a hint at the start and after each of the entries; then plays two hints, which must
    /// be accepted.
    #[track_caller]
    fn check_hints(&self) {
        let mut typed = String::new();
        for entry in self.hinted.iter().copied().chain(["", ""]) {
            let asked = self.play_any(&format!("{typed}hint\n"));
            let mut lines = asked.stdout.lines();
            let hint = lines.find_map(|line| line.strip_prefix("hint: "));
            let hint = hint.unwrap_or_else(|| panic!("{}", asked.stdout));
            typed += &format!("{}\n", if entry.is_empty() { hint } else { entry });
        }
        let played = self.play_any(&typed);
        assert!(!played.stdout.contains("no: "), "{}", played.stdout);
    }

    #[track_caller]
    fn play(&self, typed: &str, status: i32) -> Played {
        let played = self.play_any(typed);
        assert_eq!(played.status, status, "{}", played.stdout);
        played
    }

    /// Plays with these lines as input, then scores the streams again.
    #[track_caller]
    fn play_any(&self, typed: &str) -> Played {
        self.play_with(&[vec!["--seed", "3"], self.words()].concat(), typed)
    }

    #[track_caller]
    fn play_with(&self, args: &[&str], typed: &str) -> Played {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let (records, streams) = (path("records.jsonl"), path("streams"));
        let fixed = ["play", "--json", &records, "-saveAll", &streams];
        fs::write(path("typed"), typed).unwrap();
        let mut command = self.judge.command(&[&fixed, args].concat());
        let output = command
            .stdin(File::open(path("typed")).unwrap())
            .env("SOLVER_WORK", "20")
            .output()
            .unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.is_empty(), "{error}");
        let record = Judge::read_records(Path::new(&records)).remove(0);
        let stem = stem(Path::new(&streams));
        let [input, answers] = ["in", "out"].map(|end| format!("{streams}/{stem}.{end}"));
        // The other case parameters do not change the score.
        let rounds = self.case.iter().filter(|(name, _)| *name == "--rounds");
        let rounds = rounds.flat_map(|(name, value)| [*name, *value]);
        let score: Vec<&str> = ["score", &input, &answers]
            .into_iter()
            .chain(rounds)
            .collect();
        let scored = self.judge.command(&score).output().unwrap();
        let scored = String::from_utf8(scored.stdout).unwrap();
        let expected = format!(
            "Score = {:?}, Verdict = {}",
            record["score"].as_f64().unwrap(),
            record["verdict"].as_str().unwrap()
        );
        assert!(scored.starts_with(&expected), "{scored}{expected}");
        Played {
            stdout,
            status: output.status.code().unwrap(),
            record,
        }
    }

    /// Returns the case parameters as words of the command line.
    fn words(&self) -> Vec<&str> {
        self.case
            .iter()
            .flat_map(|(name, value)| [*name, *value])
            .collect()
    }
}

/// Returns the entry in capital letters, or in small letters if it has none to capitalise.
fn capitals(entry: &str) -> String {
    match entry.chars().any(char::is_lowercase) {
        true => entry.to_uppercase(),
        false => entry.to_lowercase(),
    }
}

/// Result of a game that was played by hand.
struct Played {
    stdout: String,
    status: i32,
    record: Value,
}

/// Returns the name of the only case whose streams are in a folder.
#[track_caller]
fn stem(folder: &Path) -> String {
    let mut files = fs::read_dir(folder).unwrap();
    let file = files.next().unwrap().unwrap().path();
    file.file_stem().unwrap().to_str().unwrap().to_string()
}
