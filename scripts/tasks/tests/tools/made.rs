//! The parts of all packages, made once for all tests.

use std::path::Path;
use std::sync::OnceLock;
use std::thread;

use harness::hostile::Arena;
use tasks::packages::PackageParts;

/// The parts of every game's packages.
pub(super) fn all() -> &'static [PackageParts] {
    static PARTS: OnceLock<Vec<PackageParts>> = OnceLock::new();
    PARTS.get_or_init(|| {
        let hostile = Arena::here().program("hostile");
        let programs = Path::new(&hostile).parent().unwrap();
        let games = tasks::games::all().unwrap().into_iter();
        let games = games.filter(|game| game.package.is_some());
        thread::scope(|scope| {
            let makers: Vec<_> = games
                .map(|game| scope.spawn(move || PackageParts::make(game, programs).unwrap()))
                .collect();
            makers
                .into_iter()
                .map(|maker| maker.join().unwrap())
                .collect()
        })
    })
}

/// Runs `test` for every game side by side, since most of a test's time is waiting.
pub(super) fn for_each(test: impl Fn(&PackageParts) + Sync) {
    thread::scope(|scope| {
        let test = &test;
        for parts in all() {
            scope.spawn(move || test(parts));
        }
    });
}
