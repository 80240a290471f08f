//! Leagues by psyleague 0.4, with the configuration and the script of `scripts/league`.

use std::fs;
use std::os::unix::fs::symlink;

use harness::hostile::Arena;
use serde_json::Value;

use crate::testers::{numbers, place, scores, shell};

/// Returns a folder with the examples and the scripts.
fn workspace() -> Arena {
    let arena = place();
    symlink(tasks::workspace().join("scripts"), arena.path("scripts")).unwrap();
    arena
}

/// Score of a player of the examples, by name `w01`, on the case of a seed.
fn score(arena: &Arena, player: &str, seed: &Value) -> f64 {
    let [_, value, distance] = player.split("").skip(1).collect::<Vec<_>>()[..3] else {
        panic!("{player}");
    };
    let exec = format!("python3 data/examples/slider_tuned.py {value} {distance}");
    scores(
        arena,
        "slider-judge -N 10",
        "bare",
        &exec,
        &seed.to_string(),
    )[0]
}

pub(super) fn psyleague_as_the_document_shows_it() {
    let arena = workspace();
    let text = fs::read_to_string(tasks::workspace().join("scripts/league/README.md")).unwrap();
    let (_, block) = text.split_once("```bash\n").unwrap();
    let (script, _) = block.split_once("```").unwrap();
    let shown = shell(&arena, &format!("set -e\n{script}")).out;
    let games = arena.read("league/psyleague.games");
    let games: Vec<Value> = games
        .lines()
        .map(|game| serde_json::from_str(game).unwrap())
        .collect();
    assert_eq!(games.len(), 20);
    for player in ["w01", "w10", "w11", "w21"] {
        assert!(
            shown.matches(&format!("  {player} ")).count() >= 2,
            "{shown}"
        );
    }
    for game in games.iter().take(5) {
        let players = game["players"].as_array().unwrap().iter();
        let scores: Vec<f64> = players
            .map(|player| score(&arena, player.as_str().unwrap(), &game["test_data"]["seed"]))
            .collect();
        let data = game["player_data"].as_array().unwrap();
        assert_eq!(numbers(data, "score"), scores);
        let [first, second] = scores[..] else {
            panic!("{game}");
        };
        let ranks = [u8::from(second > first), u8::from(first > second)];
        assert_eq!(game["ranks"], serde_json::json!(ranks), "{game}");
        assert_eq!(game["errors"], serde_json::json!([0, 0]));
    }
}

/// The script alone: what it prints for equals and for a contestant that fails, and how it ends
/// where the judge cannot play.
pub(super) fn ranks_and_errors_of_a_game() {
    let arena = workspace();
    for (name, text) in [
        ("good", "exec python3 data/examples/slider.py"),
        ("silent", "exit 0"),
    ] {
        arena.script(name, &format!("#!/bin/sh\n{text}\n"));
    }
    let play = "scripts/league/play.py 'slider-judge -N 10'";
    let output = shell(&arena, &format!("{play} silent good good")).out;
    let game: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(game["ranks"], serde_json::json!([2, 0, 0]));
    assert_eq!(game["errors"], serde_json::json!([1, 0, 0]));
    assert_eq!(game["test_data"]["N"], 10);
    for (args, expected) in [
        ("slider-judge good", "usage: "),
        (
            "'slider-judge -N 99' good good",
            "slider-judge -N 99: exit status 2",
        ),
        (
            "lucky-judge good good",
            "lucky-judge: 7 games for one seed; expected one",
        ),
        ("no-judge good good", "no-judge: No such file or directory"),
    ] {
        let ended = shell(&arena, &format!("! scripts/league/play.py {args}"));
        let last = ended.err.lines().last().unwrap();
        assert!(last.starts_with(expected), "{ended:?}");
    }
}
