//! Random tests that compare a judge with slow rules: case files, answers, transcripts.

use std::fmt::Debug;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::{CasePlay, Cause, Fault, Game, LiveDialogue, Verdict, read_case, referee_transcript};
use nix::unistd::Pid;
use runner::ContestantPipes;

use crate::inputs::{Mutations, input_count, inputs};

/// Reads random texts as cases. The judge must accept the same texts as `slow` and read the same
/// cases from them. For every other text, its message must name a line. At least a tenth of the
/// texts must be accepted.
///
/// # Panics
/// The judge and the slow rules disagree.
pub fn check_cases<G: Game, P: PartialEq + Debug>(
    game: &G,
    alphabet: &[u8],
    samples: &[impl AsRef<[u8]>],
    slow: impl Fn(&str) -> Option<P>,
) {
    let words = |text: &str| text.split_ascii_whitespace().count();
    let mut accepted = 0;
    inputs(1, alphabet, samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match read_case(game, &text) {
            Ok((case, rest)) => {
                let read = text.strip_suffix(rest).unwrap();
                let written = case.to_string();
                let expected = slow(read);
                assert!(expected.is_some(), "{text:?}");
                assert_eq!(slow(&written), expected, "{text:?}");
                assert_eq!(words(read), words(&written), "{text:?}");
                accepted += 1;
            }
            Err(malformed) => {
                assert_eq!(slow(&text), None, "{text:?}: {malformed}");
                let lines = 1..=text.split('\n').count();
                assert!(lines.contains(&malformed.line), "{text:?}: {malformed}");
            }
        }
    });
    assert!(accepted > input_count() / 10, "{accepted}");
}

/// Referees a contestant that writes `output` to a pipe, where it must fit, and exits.
pub fn live<G: Game>(game: &G, case: &G::Case, output: &[u8]) -> (Result<(), Fault>, G::Play) {
    let (answers, mut far_output) = io::pipe().unwrap();
    let (_far_input, messages) = io::pipe().unwrap();
    let (ended, _) = UnixStream::pair().unwrap();
    far_output.write_all(output).unwrap();
    drop(far_output);
    let ends = [messages.into(), answers.into()];
    let interrupted = AtomicBool::new(false);
    // No process has this number.
    let supervisor = Pid::from_raw(0);
    let limits = game.limits();
    let mut pipes =
        ContestantPipes::new(ends, supervisor, ended.as_fd(), limits, &interrupted, None).unwrap();
    let mut dialogue = LiveDialogue::new(&mut pipes, None, &case.to_string());
    let mut play = G::Play::default();
    let judged = game::referee(game, case, &mut dialogue, &mut play);
    (judged, play)
}

/// Referees a saved `output`; `input` is the judge's side after the case.
pub fn saved<G: Game>(
    game: &G,
    case: &G::Case,
    input: &str,
    output: &[u8],
) -> (Result<(), Fault>, G::Play) {
    let mut play = G::Play::default();
    let judged = referee_transcript(game, case, input, output, &mut play);
    (judged, play)
}

/// Returns the first `count` lines of a text.
pub fn first_lines(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(count).collect()
}

/// Slow rules of a game in which the judge also moves.
pub trait SlowRules {
    /// The judge's game.
    type Game: Game;

    /// State of a game after an answer, legal or not.
    type State: Debug;

    /// True if the rules determine the judge's reply; false if they only restrict it.
    const KNOWS_REPLIES: bool;

    /// Plays a case from the lines of both sides.
    fn referee(&mut self, case: &str, output: &str, input: &str) -> Self::State;

    /// True if the game is over.
    fn is_over(state: &Self::State) -> bool;

    /// Returns figures of a game; the first is the number of turns.
    fn figures(state: &Self::State) -> Vec<i64>;

    /// Returns the same figures for the judge's play.
    fn judged(
        game: &Self::Game,
        case: &<Self::Game as game::Referee>::Case,
        play: &<Self::Game as game::Referee>::Play,
    ) -> Vec<i64>;

    /// Returns an answer that is often legal.
    fn answer(state: &Self::State, mutations: &mut Mutations) -> String;
}

/// Referees transcripts that are mutations of `samples`. A sample is the judge's stream with the
/// case, then `|`, then the contestant's stream. Returns the number of complete games.
///
/// # Panics
/// The judge and the slow rules disagree, or the message about a wrong transcript names no line.
pub fn check_transcripts<R: SlowRules>(
    rules: &mut R,
    game: &R::Game,
    alphabet: &[u8],
    samples: &[String],
) -> usize {
    let mut accepted = 0;
    inputs(2, alphabet, samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let (input, output) = text.split_once('|').unwrap_or((&text, ""));
        let Ok((case, rest)) = read_case(game, input) else {
            return;
        };
        let (judged, play) = saved(game, &case, rest, output.as_bytes());
        if let Err(fault) = &judged
            && fault.cause == Cause::Transcript
        {
            let lines = 1..=1 + rest.split('\n').count();
            let is_right = fault.line.is_some_and(|line| lines.contains(&line));
            assert!(is_right, "{text:?}: {fault}");
            assert_eq!(fault.to_string().lines().count(), 1, "{text:?}: {fault}");
        }
        let slow = rules.referee(input.strip_suffix(rest).unwrap(), output, rest);
        for verdict in [Verdict::Ok, Verdict::Re] {
            let score = game::Referee::score(game, &case, &play, verdict).score;
            assert_eq!(game.ranges(&case).violated(score, None), None, "{text:?}");
        }
        let cause = judged.as_ref().map_err(|fault| fault.cause);
        let is_ours = cause == Err(Cause::Verdict(Verdict::Ie));
        assert!(!is_ours, "{text:?}: {judged:?}");
        let (found, expected) = (R::judged(game, &case, &play), R::figures(&slow));
        let is_foreign = cause == Err(Cause::Transcript);
        if !R::KNOWS_REPLIES && is_foreign && (found[0] < expected[0] || R::is_over(&slow)) {
            // The slow rules do not know which of the legal replies the judge chooses, or how it
            // writes them.
            return;
        }
        assert_eq!(found, expected, "{text:?}: {judged:?}, but {slow:?}");
        assert_eq!(judged.is_ok(), R::is_over(&slow), "{text:?}: {judged:?}");
        accepted += usize::from(judged.is_ok());
    });
    accepted
}

/// Plays contestants that follow the rules except for a few mutations, until they have given
/// [`input_count`] answers. The judge and the slow rules must agree after each. Returns the number
/// of complete games.
///
/// # Panics
/// The judge and the slow rules disagree.
pub fn check_answers<R: SlowRules>(
    rules: &mut R,
    game: &R::Game,
    alphabet: &[u8],
    cases: &[&str],
) -> usize {
    let mut mutations = Mutations::new(3, alphabet);
    let (mut answered, mut complete) = (0, 0);
    while answered < input_count() {
        let text = mutations.choose(cases);
        let case = Arc::new(read_case(game, text).unwrap().0);
        let play = CasePlay::new(game.clone(), answered as u64).of_file("case", &case);
        // The share of spoilt answers varies, so that few games get far: long games take the judge
        // longest.
        let spoilt = 1 + mutations.below(6);
        let mut output = Vec::new();
        loop {
            let played = play.play(&output);
            let said = String::from_utf8_lossy(&output);
            let slow = rules.referee(text, &said, &played.input);
            let is_over = R::is_over(&slow);
            let ruling = &played.ruling;
            let found = R::judged(game, &case, &played.play);
            let due = R::figures(&slow);
            assert_eq!(found, due, "{said:?}: {ruling:?}, but {slow:?}");
            let shown = ruling.verdict == Verdict::Ok;
            assert_eq!(shown, is_over, "{said:?}: {ruling:?}");
            complete += usize::from(is_over);
            if !played.awaits || !said.is_empty() && !said.ends_with('\n') {
                break;
            }
            let mut answer = R::answer(&slow, &mut mutations).into_bytes();
            if mutations.below(6) < spoilt {
                mutations.mutate(&mut answer);
            }
            answered += 1;
            output.extend(answer);
        }
    }
    complete
}
