//! Every contestant against every judge: verdict, reason, exit status, score,
//! the judge's own memory, and nobody left behind.

use hostile::{Arena, contestants, games, trials};

#[test]
fn every_contestant_gets_its_verdict_from_every_judge() {
    let arena = Arena::here().unwrap();
    let trials: Vec<_> = games::all()
        .iter()
        .flat_map(|game| {
            contestants()
                .into_iter()
                .map(move |contestant| (contestant, game))
        })
        .collect();
    let complaints: Vec<String> = trials::in_parallel(&trials, |(contestant, game)| {
        let outcome = arena.run(game, contestant);
        let checked = outcome.and_then(|outcome| outcome.check(&games::expected(game, contestant)));
        let at = |complaint| format!("{} against {}: {complaint:#}", contestant.name, game.name);
        checked.err().map(at)
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
