//! Every contestant against every judge, as root and as an ordinary user. Checks verdict, reason,
//! exit status, score, the judge's own memory, and that no process is left.

use game::Verdict;
use harness::hostile::{
    Arena, DialogueKind, GameManifest, User, check_trials, contestant, contestants, games,
};

/// Returns the games that play the contestant with this index as this user: all with `THOROUGH=1`,
/// otherwise one. The two users then get games of different kinds, so that every game meets some
/// contestants.
fn opponents(index: usize, user: User) -> Vec<&'static GameManifest> {
    let all = games::all().iter();
    let (interactive, offline): (Vec<_>, Vec<_>) =
        all.partition(|game| game.kind == DialogueKind::Interactive);
    let is_first = (user == User::Present) == index.is_multiple_of(2);
    let kind = if is_first { &interactive } else { &offline };
    let one = kind.get(index / 2 % kind.len().max(1)).copied();
    oracles::test_size(one.into_iter().collect(), [interactive, offline].concat())
}

fn every_contestant_gets_its_verdict(user: User) {
    let all = contestants().into_iter().enumerate();
    let trials = all.flat_map(|(index, contestant)| {
        let games = opponents(index, user).into_iter();
        games.map(move |game| (contestant, game))
    });
    check_trials(&trials.collect::<Vec<_>>(), user, None);
}

#[test]
fn as_the_present_user() {
    every_contestant_gets_its_verdict(User::Present);
}

#[test]
fn as_an_ordinary_user() {
    every_contestant_gets_its_verdict(User::Ordinary);
}

#[test]
fn a_judge_that_does_not_play_is_heard() {
    let result = Arena::here().play("ioiwari-judge --no-such-option");
    let error = result.check((Verdict::Ok, "")).unwrap_err().to_string();
    let printed = "error: unexpected argument '--no-such-option' found";
    assert!(error.contains(printed), "{error}");
}

#[test]
fn every_exception_is_one_for_a_contestant_of_the_suite() {
    for game in games::all() {
        for exception in &game.exceptions {
            assert_eq!(contestant(&exception.contestant).skipped(game), None);
        }
    }
}

#[test]
fn contestants_that_change_numbers_are_skipped_where_answers_are_words() {
    let skipped = |answer: &str| -> Vec<String> {
        let mut game = games::ioiwari().clone();
        (game.name, game.answer) = ("letters".into(), answer.into());
        let all = contestants().into_iter();
        all.filter_map(|one| one.skipped(&game)).collect()
    };
    let reasons = skipped("left 2x");
    assert_eq!(reasons.len(), 5, "{reasons:?}");
    let first = "plus-signs against letters: skipped, an answer as `left 2x` holds no number";
    assert_eq!(reasons[0], first);
    assert_eq!(skipped("left 2"), [""; 0]);
}
