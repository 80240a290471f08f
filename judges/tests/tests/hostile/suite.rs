//! Every contestant against every judge, as root and as an ordinary user: verdict,
//! reason, exit status, score, the judge's own memory, and no process left.

use harness::hostile::{
    Arena, DialogueKind, GameManifest, HostileContestant, Limit, User, contestants, games, trials,
};

/// Returns the games whose judges run the contestant of this index: all with `THOROUGH=1`, otherwise
/// one of each kind, so that every game meets some contestants.
fn opponents(index: usize) -> Vec<&'static GameManifest> {
    let all = games::all().iter();
    let (interactive, offline): (Vec<_>, Vec<_>) =
        all.partition(|game| game.kind == DialogueKind::Interactive);
    let one_each = [&interactive, &offline].map(|games| games[index % games.len()]);
    oracles::test_size(one_each.to_vec(), [interactive, offline].concat())
}

fn every_contestant_gets_its_verdict(user: User) {
    let arena = Arena::of(user).unwrap();
    let level = arena.level(&games::all()[0]).unwrap();
    let trials: Vec<_> = contestants()
        .into_iter()
        .enumerate()
        .flat_map(|(index, contestant)| {
            let games = opponents(index).into_iter();
            games.map(move |game| (contestant, game))
        })
        .collect();
    let waits =
        |(contestant, _): &(HostileContestant, _)| contestant.stopped_by == Some(Limit::Wall);
    let complaints: Vec<String> = trials::in_parallel(&trials, waits, |(contestant, game)| {
        if let Some(reason) = contestant.skipped(game) {
            println!("{reason}");
            return None;
        }
        let outcome = arena.run(game, contestant, level);
        let expected = games::expected(game, contestant, level);
        let checked = outcome.and_then(|outcome| outcome.check(&expected));
        let at = |complaint| format!("{} against {}: {complaint:#}", contestant.name, game.name);
        checked.err().map(at)
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
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
    let arena = Arena::here().unwrap();
    let game = games::first(DialogueKind::Interactive);
    let error = arena.play(game, &["--no-such-option"]).unwrap_err();
    let said = format!("{error:#}");
    let expected = "error: unexpected argument '--no-such-option' found";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn every_exception_is_one_for_a_contestant_of_the_suite() {
    for game in games::all() {
        for exception in &game.exceptions {
            let mut all = contestants().into_iter();
            let found = all.find(|contestant| contestant.name == exception.contestant);
            let (name, game_name) = (&exception.contestant, &game.name);
            let found = found.unwrap_or_else(|| panic!("{game_name}: no contestant `{name}`"));
            assert_eq!(found.skipped(game), None);
        }
    }
}

#[test]
fn contestants_that_change_numbers_are_skipped_where_answers_are_words() {
    let mut letters = games::first(DialogueKind::Interactive).clone();
    letters.answer = "left 2x".into();
    let skipped = |game| {
        let all = contestants().into_iter();
        all.filter_map(move |one| one.skipped(game))
    };
    let reasons: Vec<String> = skipped(&letters).collect();
    assert_eq!(reasons.len(), 5, "{reasons:?}");
    let first = format!(
        "plus-signs against {}: skipped, an answer as `left 2x` holds no number",
        letters.name
    );
    assert_eq!(reasons[0], first);
    let mut numbers = letters.clone();
    numbers.answer = "left 2".into();
    assert!(skipped(&numbers).next().is_none());
}
