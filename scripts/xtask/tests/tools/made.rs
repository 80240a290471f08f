//! The parts of all packages and their compiled programs: made once and shared by all tests.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::{LazyLock, Once};
use std::{env, fs, thread};

use harness::hostile::Arena;
use xtask::games::{DialogueKind, GameManifest};
use xtask::packages::PackageParts;

/// Parts that are made at their first use.
type LazyParts = LazyLock<PackageParts, Box<dyn FnOnce() -> PackageParts + Send>>;

/// The games that have packages.
fn games() -> impl Iterator<Item = GameManifest> {
    let games = xtask::games::all().unwrap().into_iter();
    games.filter(|game| game.package.is_some())
}

/// The parts of each game's packages, by the game's name.
static ALL: LazyLock<BTreeMap<String, LazyParts>> = LazyLock::new(|| {
    let lazy = |game| {
        LazyParts::new(Box::new(move || {
            let hostile = Arena::here().program("hostile");
            PackageParts::make(game, Path::new(&hostile).parent().unwrap()).unwrap()
        }))
    };
    games().map(|game| (game.name.clone(), lazy(game))).collect()
});

/// Returns the parts of the packages of the first game of this kind.
pub(super) fn first(kind: DialogueKind) -> &'static PackageParts {
    let game = games().find(|game| game.kind == kind);
    &ALL[&game.expect("a game of each kind has packages").name]
}

/// Runs `test` for all games in parallel, since a test mostly waits.
pub(super) fn for_each(test: impl Fn(&PackageParts) + Sync) {
    thread::scope(|scope| {
        let test = &test;
        for parts in ALL.values() {
            scope.spawn(move || test(parts));
        }
    });
}

/// Returns a command for `program` in which `rustc` compiles each source once, without
/// optimisation.
pub(super) fn command(program: &str) -> Command {
    static FOLDER: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/compiled");
    static IS_THERE: Once = Once::new();
    IS_THERE.call_once(|| {
        let _ = fs::remove_dir_all(FOLDER);
        fs::create_dir_all(FOLDER).unwrap();
        let rustc = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/rustc.sh");
        symlink(rustc, format!("{FOLDER}/rustc")).unwrap();
    });
    let mut command = Command::new(program);
    command.env("PATH", format!("{FOLDER}:{}", env::var("PATH").unwrap()));
    command
}
