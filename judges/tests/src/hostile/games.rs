//! The games in the suite, and the verdicts that each judge gives by its rules.

use std::sync::LazyLock;

use game::Verdict;
use serde_json::Value;
use tasks::games::{DialogueKind, Exception, GameManifest};

use crate::hostile::contestants::{Expected, HostileContestant, SandboxLevel};

/// Every game of the workspace.
pub fn all() -> &'static [GameManifest] {
    static ALL: LazyLock<Vec<GameManifest>> =
        LazyLock::new(|| tasks::games::all().expect("the manifests of the judges are valid"));
    &ALL
}

/// Returns the first game of this kind, for tests that need no other fact.
///
/// # Panics
/// There is none.
pub fn first(kind: DialogueKind) -> &'static GameManifest {
    let found = all().iter().find(|game| game.kind == kind);
    found.unwrap_or_else(|| panic!("no game is {kind:?}"))
}

/// Returns the verdict and the reason that the judge of `game` must give at this level.
pub fn expected(
    game: &GameManifest,
    contestant: &HostileContestant,
    level: SandboxLevel,
) -> Expected {
    let mut exceptions = game.exceptions.iter();
    match exceptions.find(|exception| exception.contestant == contestant.name) {
        Some(exception) => Expected {
            verdict: verdict(exception),
            reason: exception.reason.clone(),
        },
        None => contestant.expected(game.kind, level),
    }
}

fn verdict(exception: &Exception) -> Verdict {
    let word = Value::String(exception.verdict.clone());
    serde_json::from_value(word).expect("the verdict of an exception is one")
}
