//! Tests of games that are played by hand, through pipes.

use std::fs::File;

use game::Game;

use crate::hostile::{Arena, Ended, User};
use crate::moves::check_moves;
use crate::session::EXAMPLES;

/// A game for these tests: the example contestant plays a case; then a person enters the same
/// moves.
pub struct ByHand {
    /// Name of the judge's program.
    pub judge: &'static str,
    /// Case parameters.
    pub case: &'static [(&'static str, &'static str)],
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
        let arena = Arena::new(User::Present);
        self.check_game::<G>(&arena);
        self.check_hints(&arena);
        let option =
            |&(name, value): &(&'static str, &'static str)| (name.trim_start_matches('-'), value);
        let options: Vec<_> = self.case.iter().map(option).collect();
        (1..=5).for_each(|seed| check_moves::<G>(&options, seed, self.moves));
    }

    /// Replays the contestant's game by hand, with a wrong entry and with one in capital letters
    /// that is undone. Then scores the streams.
    #[track_caller]
    fn check_game<G: Game>(&self, arena: &Arena) {
        let example = format!("python3 '{EXAMPLES}/{}.py'", G::NAME);
        let played = self.run(arena, &format!("--exec \"{example}\" --json run"), "");
        assert_eq!(played.status, 0, "{played:?}");
        let entries = (self.entries)(&arena.read_first("streams", "out"));
        let (wrong, reason) = (self.wrong, self.reason);
        let (first, all) = (capitals(&entries[0]), entries.join("\n"));
        let typed = format!("{wrong}\nundo\n{first}\nundo\n{all}\nquit\n");
        let by_hand = self.run(arena, "play --json by_hand", &typed);
        assert_eq!((by_hand.status, by_hand.err.as_str()), (0, ""));
        let said = by_hand.out.lines().filter(|line| line.starts_with("no: "));
        let expected = [format!("no: {reason}"), "no: there is nothing to take back".into()];
        assert!(said.eq(expected), "{}", by_hand.out);
        assert!(!by_hand.out.contains('\x1b'), "{}", by_hand.out);
        let [run, by_hand] = ["run", "by_hand"].map(|name| arena.records(name).remove(0));
        assert_eq!(by_hand.origin.command, "by hand");
        assert_eq!(by_hand.ruling, run.ruling);
        assert_eq!(by_hand.parameters, run.parameters);
        assert_eq!(by_hand.details, run.details);
        assert_eq!((by_hand.score.raw, by_hand.score.bound), (run.score.raw, run.score.bound));
        // Only the number of rounds changes the score of a transcript.
        let rounds = self.case.iter().filter(|(name, _)| *name == "--rounds");
        let rounds: String = rounds.map(|(name, value)| format!("{name} {value}")).collect();
        let streams = ["in", "out"].map(|ending| arena.read_first("streams", ending));
        arena.write("in", &streams[0]);
        arena.write("out", &streams[1]);
        let scored = arena.run(&format!("{} score in out {rounds}", self.judge));
        let expected = format!("Score = {:?}, Verdict = {}", run.score.raw, run.ruling.verdict);
        assert!(scored.out.starts_with(&expected), "{scored:?}");
    }

    /// Asks for a hint at the start and after each of the entries; then plays two hints, which must
    /// be accepted.
    #[track_caller]
    fn check_hints(&self, arena: &Arena) {
        let mut typed = String::new();
        for entry in self.hinted.iter().copied().chain(["", ""]) {
            let asked = self.run(arena, "play", &format!("{typed}hint\n"));
            let hint = asked.out.lines().find_map(|line| line.strip_prefix("hint: "));
            let hint = hint.unwrap_or_else(|| panic!("{asked:?}"));
            typed += &format!("{}\n", if entry.is_empty() { hint } else { entry });
        }
        let played = self.run(arena, "play", &typed);
        assert!(!played.out.contains("no: "), "{played:?}");
    }

    /// Runs the judge on the case; saves its streams and passes `typed` to its input.
    fn run(&self, arena: &Arena, line: &str, typed: &str) -> Ended {
        let words = self.case.iter().flat_map(|(name, value)| [*name, *value]);
        let case = words.collect::<Vec<_>>().join(" ");
        arena.remove("streams");
        arena.write("typed", typed);
        let saved = "--saveAll streams";
        let mut judge = arena.command(&format!("{} {line} --seed 3 {case} {saved}", self.judge));
        judge.stdin(File::open(arena.path("typed")).unwrap());
        Ended::of(judge.env("SOLVER_WORK", "20").output().unwrap())
    }
}

/// Returns the entry in capital letters, or in small letters if it has none to capitalise.
fn capitals(entry: &str) -> String {
    if entry.chars().any(char::is_lowercase) { entry.to_uppercase() } else { entry.to_lowercase() }
}
