//! The summary at the end of a run: no mean of what has no scale in common, and
//! no error of what was not drawn.

use harness::hostile::Arena;
use harness::hostile::games::all;

/// Returns what the judge of a game prints after the lines of cases.
fn summary(game: &str, exec: &str, seeds: &str) -> String {
    let arena = Arena::here().unwrap();
    let game = all().iter().find(|known| known.name == game).unwrap();
    let exec = match exec {
        "" => arena.program(&game.name),
        exec => exec.to_string(),
    };
    let output = arena
        .judge(game)
        .args(["--exec", &exec, "--seed", seeds])
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let lines = printed.lines();
    let after = lines.skip_while(|line| line.starts_with("Seed =") || line.starts_with("Score ="));
    after.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_subtask_has_a_mean_of_its_own() {
    let said = summary("lucky", "echo x", "1-2");
    let blocks: Vec<&str> = said.split("variant  ").skip(1).collect();
    assert_eq!(blocks.len(), 7, "{said}");
    for (block, subtask) in blocks.iter().zip(1..) {
        let start = format!("subtask-{subtask}\ncases    2 (2 WA)\nscore    mean 0.000 ± 0.000\n");
        assert!(block.starts_with(&start), "{said}");
    }
}

#[test]
fn one_case_has_no_error() {
    let said = summary("ioiwari", "", "1");
    assert!(
        said.starts_with("cases    1 (1 OK)\nscore    mean 4.000\n"),
        "{said}"
    );
    let said = summary("ioiwari", "", "1,2");
    assert!(said.contains("mean 4.000 ± 0.000\n"), "{said}");
}

#[test]
fn repeats_of_a_case_are_one_case() {
    let said = summary("ioiwari", "", "1*3");
    let start = "cases    1 (played 3 times: 3 OK)\nscore    mean 4.000\n";
    assert!(said.starts_with(start), "{said}");
}
