//! The games in the suite.

use std::env;
use std::sync::LazyLock;

use xtask::games::GameManifest;

/// Environment variable: the only game to test, if it is not empty.
const GAME: &str = "GAME";

static WORKSPACE: LazyLock<Vec<GameManifest>> =
    LazyLock::new(|| xtask::games::all().expect("the manifests of the judges are valid"));

/// Returns the games under test: the chosen one, or every game of the workspace.
pub fn all() -> &'static [GameManifest] {
    static CHOSEN: LazyLock<Vec<GameManifest>> = LazyLock::new(|| {
        let chosen = env::var(GAME).unwrap_or_default();
        let mut games = WORKSPACE.clone();
        games.retain(|game| chosen.is_empty() || game.name == chosen);
        games
    });
    &CHOSEN
}

/// Returns Ioiwari, for tests that need any game in turns.
///
/// # Panics
/// The workspace lacks it.
pub fn ioiwari() -> &'static GameManifest {
    WORKSPACE.iter().find(|game| game.name == "ioiwari").expect("Ioiwari has a judge")
}
