//! The manifests of the judges.

use std::fs;

use xtask::games::{GameManifest, all};
use xtask::workspace;

/// Records, random numbers and files use the judge's name for the game.
#[test]
fn every_judge_has_a_solver_and_names_its_game_as_its_manifest_does() {
    let all = all().unwrap();
    assert!(all.len() >= 5);
    for GameManifest { name, .. } in all {
        let solver = workspace().join(format!("crates/{name}/src/main.rs"));
        assert!(solver.is_file(), "{name}");
        let judge = workspace().join(format!("judges/{name}/src/lib.rs"));
        let named = format!("const NAME: &'static str = \"{name}\";");
        let is_right = fs::read_to_string(judge).unwrap().contains(&named);
        assert!(is_right, "{name}");
    }
}
