//! AtCoder's kind of tools, run by pahcer as it is configured.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use harness::hostile::Arena;
use harness::hostile::games::first;
use serde_json::Value;
use tasks::games::DialogueKind;
use tasks::packages::atcoder;

use crate::made;

/// The first game of each kind: all others have the same tools.
pub(super) fn pahcer_finds_the_scores_of_the_judge() {
    for kind in [DialogueKind::Interactive, DialogueKind::Offline] {
        let game = &first(kind).name;
        let parts = made::of(game);
        let arena = Arena::here();
        let folder = arena.folder().join("package");
        atcoder::write(parts, &folder).unwrap();
        // Its programs have just been built there.
        let built = tasks::workspace().join("target/atcoder").join(game);
        symlink(built, folder.join("tools/target")).unwrap();
        let mut pahcer = Command::new("pahcer");
        pahcer
            .args(["run", "--rank", "--json"])
            .current_dir(&folder);
        let output = pahcer.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let mut found = BTreeMap::new();
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let result: Value = serde_json::from_str(line).unwrap();
            let number = |name: &str| result[name].as_u64().unwrap();
            // No earlier run has a higher score.
            assert_eq!(result["relative_score"].as_f64(), Some(100.0), "{result}");
            found.insert(number("seed"), number("score"));
        }
        assert_eq!(found.len(), 100);
        let expected = judged(&arena, game, &folder);
        assert!(expected.iter().any(|&score| score > 0));
        assert_eq!(Vec::from_iter(found.into_values()), expected);
    }
}

/// Scores of the game's own judge.
fn judged(arena: &Arena, game: &str, folder: &Path) -> Vec<u64> {
    let mut judge = Command::new(arena.program(&format!("{game}-judge")));
    judge.args(["--exec", "python3 main.py", "--seed", "0-99", "-ns"]);
    judge.args(["--time-limit", "60000", "--scoreFormat", "scaled"]);
    let printed = judge.current_dir(folder).output().unwrap().stdout;
    let printed = String::from_utf8(printed).unwrap();
    let scores = printed
        .lines()
        .filter_map(|line| line.strip_prefix("Score = "));
    scores.map(|score| score.parse().unwrap()).collect()
}
