//! Random tests that compare a judge with slow rules: case files, answers, transcripts.

use std::fmt::Debug;

use game::{CasePlay, Fault, Game, LiveDialogue, Verdict, read_case, referee_transcript};
use runner::ContestantPipes;

use crate::inputs::{Mutations, input_count, inputs};
use crate::talk::{Answers, exchange, talk};

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

/// Referees the contestant at the other end of `pipes`.
pub fn referee<G: Game>(
    game: &G,
    case: &G::Case,
    seed: u64,
    pipes: &mut ContestantPipes,
    play: &mut G::Play,
) -> Result<(), Fault> {
    let rng = CasePlay::new(game.clone(), seed).rng();
    let mut dialogue = LiveDialogue::new(pipes, Some(rng), &case.to_string());
    game::referee(game, case, &mut dialogue, play)
}

/// Referees a contestant that writes `output` and exits.
pub fn live<G: Game>(game: &G, case: &G::Case, output: &[u8]) -> (Result<(), Fault>, G::Play) {
    let mut play = G::Play::default();
    let judged = exchange(game.limits(), output, |pipes| {
        referee(game, case, 1, pipes, &mut play)
    });
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

/// Slow rules of a game in which the judge also moves.
pub trait SlowRules {
    /// The judge's game.
    type Game: Game;

    /// State of a game after an answer, legal or not.
    type State: Debug + Send;

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

    /// True if an answer must follow this line of the judge.
    fn asks(_line: &str) -> bool {
        true
    }

    /// Returns an answer that is often legal.
    fn answer(state: &Self::State, mutations: &mut Mutations) -> String;
}

/// Referees transcripts that are mutations of `samples`. A sample is the judge's stream with the
/// case, then `|`, then the contestant's stream. Returns the number of complete games.
///
/// # Panics
/// The judge and the slow rules disagree.
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
        let slow = rules.referee(input.strip_suffix(rest).unwrap(), output, rest);
        for verdict in [Verdict::Ok, Verdict::Re] {
            let score = game::Referee::score(game, &case, &play, verdict).score;
            assert_eq!(game.ranges(&case).violated(score, None), None, "{text:?}");
        }
        let is_ours = matches!(judged, Err(Fault::Verdict(Verdict::Ie, _)));
        assert!(!is_ours, "{text:?}: {judged:?}");
        let (found, expected) = (R::judged(game, &case, &play), R::figures(&slow));
        let is_foreign = matches!(judged, Err(Fault::Transcript(..)));
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

/// Referees contestants that follow the rules except for a few mutations, until they have given
/// [`input_count`] answers. Returns the number of complete games.
///
/// # Panics
/// The judge and the slow rules disagree.
pub fn check_answers<R: SlowRules + Send>(
    rules: &mut R,
    game: &R::Game,
    alphabet: &[u8],
    cases: &[&str],
) -> usize {
    let mut mutations = Mutations::new(3, alphabet);
    let (mut answered, mut played) = (0, 0);
    let input_count = input_count();
    while answered < input_count {
        let text = mutations.choose(cases);
        let (case, _) = read_case(game, text).unwrap();
        // The share of spoilt answers varies, so that few games get far: long games take the judge
        // longest.
        let spoilt = 1 + mutations.below(6);
        let mut play = Default::default();
        let seed = answered as u64;
        let contestant = |answers: &mut Answers| {
            let (mut heard, mut lines) = (String::new(), 0);
            while let Some(line) = answers.read() {
                lines += 1;
                if lines > text.lines().count() {
                    heard += &line;
                }
                if !R::asks(&line) {
                    continue;
                }
                let so_far = rules.referee(text, answers.said(), &heard);
                if R::is_over(&so_far) {
                    return so_far;
                }
                let mut answer = R::answer(&so_far, &mut mutations).into_bytes();
                if mutations.below(6) < spoilt {
                    mutations.mutate(&mut answer);
                }
                answered += 1;
                if !answers.say(&answer) {
                    break;
                }
            }
            heard += &answers.close().concat();
            rules.referee(text, answers.said(), &heard)
        };
        let (judged, slow) = talk(game.limits(), contestant, |pipes| {
            referee(game, &case, seed, pipes, &mut play)
        });
        match &judged {
            Err(Fault::Verdict(Verdict::Wa, reason)) if reason.rule.contains(EARLY) => continue,
            Ok(()) => played += 1,
            Err(Fault::Verdict(Verdict::Wa, _) | Fault::Ended(_)) => {}
            Err(fault) => panic!("{slow:?}: {fault:?}"),
        }
        assert_eq!(
            judged.is_ok(),
            R::is_over(&slow),
            "{judged:?}, but {slow:?}"
        );
        assert_eq!(
            R::judged(game, &case, &play),
            R::figures(&slow),
            "{judged:?}, but {slow:?}"
        );
    }
    played
}

/// Part of the reason for an answer before its question.
pub const EARLY: &str = "was written before it was asked for";
