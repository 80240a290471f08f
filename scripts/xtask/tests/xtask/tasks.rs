//! Secret cases of tasks for agents.

use std::collections::HashSet;

use xtask::games;
use xtask::tasks::Task;

use crate::programs;

/// Checks that a key always draws the same secrets, and that keys and games share none: not with each
/// other, and not with public seeds. Seeds are in files that only the verifier has.
#[test]
fn a_key_draws_cases_that_nobody_else_has() {
    let mut known = HashSet::new();
    for game in games::all().unwrap() {
        let task = |key| Task::make(game.clone(), programs(), key).unwrap();
        assert_eq!(task(5).draw_secrets(), task(5).draw_secrets());
        for key in [0, 1, 5, u128::MAX] {
            let (salt, seeds) = task(key).draw_secrets();
            assert!(known.insert(salt.to_string()));
            let seeds: Vec<u64> = seeds.concat();
            assert_eq!(seeds.len(), task(key).cases());
            for seed in seeds {
                assert!(seed > u64::from(u32::MAX));
                assert!(known.insert(seed.to_string()));
            }
        }
        let (salt, seeds) = task(5).draw_secrets();
        let secrets = seeds.concat().into_iter().map(|seed| seed.to_string());
        let secrets: Vec<String> = secrets.chain([salt.to_string()]).collect();
        for (path, text) in task(5).files().unwrap().0 {
            let is_told = secrets.iter().any(|secret| text.contains(secret));
            let is_secret = path.ends_with("/seeds") || path.ends_with("/salt");
            assert_eq!(is_told, is_secret, "{path}");
            assert!(!is_secret || path.starts_with("tests/"), "{path}");
        }
    }
}
