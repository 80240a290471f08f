//! The games in the suite.

use std::sync::LazyLock;

use xtask::games::{DialogueKind, GameManifest};

/// Returns every game of the workspace.
pub fn all() -> &'static [GameManifest] {
    static ALL: LazyLock<Vec<GameManifest>> =
        LazyLock::new(|| xtask::games::all().expect("the manifests of the judges are valid"));
    &ALL
}

/// Returns the first game of this kind, for tests that need no other property.
///
/// # Panics
/// The workspace lacks a game of this kind.
pub fn first(kind: DialogueKind) -> &'static GameManifest {
    let found = all().iter().find(|game| game.kind == kind);
    found.unwrap_or_else(|| panic!("no game is {kind:?}"))
}
