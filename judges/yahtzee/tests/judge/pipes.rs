//! The judge and contestants, through real pipes.

use harness::Judge;
use std::fs;
use std::path::Path;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_yahtzee-judge"));

/// A game of twelve long straights and five sixes, and its best card.
const GAME: &str = "1 2 3 4 5\n5 4 3 2 1\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n6 6 6 6 6\n\
    1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n";
const CARD: &str = "1 2 3 4 5 0 15 0 0 50 25 35 0 0 140\n";

/// The output of `score` for `output` as the answer to `case`.
#[track_caller]
fn score(case: &str, output: &str, status: i32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["case.in", "case.out"].map(|name| folder.path().join(name));
    fs::write(&paths[0], case).unwrap();
    fs::write(&paths[1], output).unwrap();
    let shown = paths.each_ref().map(|path| path.to_str().unwrap());
    JUDGE.stdout(&["score", shown[0], shown[1]], status)
}

#[track_caller]
fn assert_wrong(output: &str, reason: &str) {
    let text = score(&GAME.repeat(2), output, 1);
    let first = text.lines().next().unwrap();
    assert_eq!(first, format!("Score = 0.0, Verdict = WA: {reason}"));
}

#[test]
fn the_solver_is_right_on_every_kind() {
    let text = JUDGE.stdout(
        &["--all", "--games", "250", "--seed", "1-4", "--threads", "2"],
        0,
    );
    assert_eq!(text.matches("cases    4 (4 OK)").count(), 4, "{text}");
    assert!(text.contains("total    4000 of 4000 games"), "{text}");
}

#[test]
fn a_player_in_another_language() {
    let exec = "python3 data/examples/yahtzee.py";
    let text = JUDGE.stdout(&["--exec", exec, "--games", "3", "--all", "--seed", "2"], 0);
    assert!(text.contains("total    12 of 12 games"), "{text}");
}

#[test]
fn a_player_that_only_repeats_its_input_is_wrong() {
    let text = JUDGE.stdout(&["--exec", "cat", "--kind", "straights", "-ns"], 1);
    assert!(text.starts_with("Score = 0.0, RunTime = "), "{text}");
    assert!(text.contains("WA: game 1: line 1: `"), "{text}");
}

#[test]
fn a_seed_means_the_same_games_for_ever() {
    let game = |kind| {
        let text = JUDGE.stdout(&["gen", "--games", "1", "--seed", "7", "--kind", kind], 0);
        text.replace(' ', "")
            .replace('\n', " ")
            .trim_end()
            .to_string()
    };
    assert_eq!(
        game("random"),
        "51532 25613 15535 12462 63555 55452 32324 64356 33125 11236 61642 13313 22514"
    );
    assert_eq!(
        game("threshold"),
        "15516 36466 33331 62665 53114 42344 51525 55555 43414 56253 22422 23335 11151"
    );
    assert_eq!(
        game("equal"),
        "55555 16111 44444 22252 22222 33333 14444 55555 55555 55555 11111 12111 55555"
    );
    assert_eq!(
        game("straights"),
        "34214 64534 23414 43521 24335 51346 32124 31421 63545 43312 46536 25436 35426"
    );
}

#[test]
fn right_answers_are_accepted() {
    let text = score(&GAME.repeat(2), &CARD.repeat(2), 0);
    assert_eq!(
        text,
        "Score = 2.0, Verdict = OK: every rule was kept\n\
         maximum = 2.0\nshare = 1\npoints = 280\nright = 2\n"
    );
    // White space does not matter, nor does the end of the last line.
    score(GAME, &format!("\n {}", CARD.trim_end()), 0);
    score(
        &GAME.replace('\n', "\r\n\n"),
        &CARD.replace('\n', "\r\n"),
        0,
    );
    score("", "", 0);
}

#[test]
fn wrong_answers_are_named() {
    let wrong = CARD.replace("140", "141");
    assert_wrong(
        &format!("{CARD}{wrong}"),
        "game 2: line 2: the total is 141, but the scores make it 140",
    );
    assert_wrong(
        "1 2 3 4 5 30 15 0 0 0 25 35 0 0 120\n",
        "game 1: line 1: the total is 120, but 140 can be reached",
    );
    assert_wrong(
        &CARD.replace("0 140", "140 0"),
        "game 1: line 1: the bonus is 140, but the scores make it 0",
    );
}

#[test]
fn missing_and_extra_lines_are_wrong() {
    assert_wrong("", "the output ends before game 1 of 2");
    assert_wrong(CARD, "the output ends before game 2 of 2");
    assert_wrong(
        &format!("{}\n0\n", CARD.repeat(2)),
        "line 4: `0` is not the answer of a game, all games are answered",
    );
    let text = score(&GAME.repeat(3), &CARD.repeat(2), 1);
    assert!(text.contains("right = 2"), "{text}");
}

#[test]
fn a_saved_answer_is_scored_like_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    JUDGE.stdout(&["--seed", "1-3", "--games", "20", "-saveAll", path], 0);
    let text = JUDGE.stdout(&["--seed", "1-3", "-loadSolOutput", path, "-ns"], 0);
    assert_eq!(text.matches("Score = 20.0").count(), 3, "{text}");
    let file = |name: &str| Path::new(path).join(name).to_str().unwrap().to_string();
    let text = JUDGE.stdout(&["score", &file("2.in"), &file("3.out")], 1);
    assert!(text.contains("WA: game 1: line 1: "), "{text}");
}

#[test]
fn malformed_cases_are_the_users_fault() {
    let malformed: [(String, &str); 7] = [
        (
            "1 2 3 4 5\n".into(),
            "1: the case ends after 1 of a game's 13 rolls",
        ),
        (
            format!("{GAME}\n1 2 3 4 5\n\n"),
            "15: the case ends after 1 of a game's 13 rolls",
        ),
        (
            format!("{GAME}1 2 3 4 7\n"),
            "14: `7` stands where a die (1 to 6) should be",
        ),
        (
            format!("{GAME}1 2 3 4 -5\n"),
            "14: `-5` stands where a die (1 to 6) should be",
        ),
        (
            format!("{GAME}1 2 3 4 \u{0}\n"),
            "14: `\\u{0}` stands where a die (1 to 6) should be",
        ),
        ("\n1 2 3 4\n".into(), "2: 4 dice where a roll has 5"),
        ("1 2 3 4 5 6\n".into(), "1: 6 dice where a roll has 5"),
    ];
    for (case, problem) in malformed {
        assert_eq!(JUDGE.refuses(case.as_bytes()), problem);
    }
    assert_eq!(JUDGE.refuses(b"1 2 3 4 5\n1 2 \xff"), "2: not UTF-8");
}
