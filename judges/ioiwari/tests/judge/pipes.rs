//! The judge and contestants, through real pipes.

use std::fs;

use common::ioiwari::{Board, Pit, Table};
use harness::Judge;
use ioiwari_judge::instances;
use serde_json::Value;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_ioiwari-judge"));

#[test]
fn the_solver_wins_every_instance() {
    let text = JUDGE.stdout(&["--all", "--threads", "2"], 0);
    assert!(text.contains("total    1428 of 1428 points"), "{text}");
}

/// Whatever the opponent replies, best or not, the first of the best moves
/// wins: the smallest lead over all its replies, from every instance.
#[test]
fn the_first_best_move_wins_against_every_reply() {
    fn lead(board: Board, table: &mut Table) -> i32 {
        let Some(&pit) = table.best_moves(board).first() else {
            return 0;
        };
        let sown = board.sow(pit).unwrap();
        let replies = sown
            .board
            .moves()
            .map(|reply| sown.board.sow(reply).unwrap());
        let after = replies.map(|reply| lead(reply.board, table) - i32::from(reply.gain()));
        i32::from(sown.gain()) + after.min().unwrap_or(0)
    }
    let mut table = Table::new();
    for board in instances::all() {
        assert!(lead(board, &mut table) > 0, "{:?}", board.beads());
    }
}

#[test]
fn the_table_of_classes_is_up_to_date() {
    let text = include_str!("../../../../data/ioiwari/classes.csv");
    let mut table = Table::new();
    let mut rows = text.lines().skip(1);
    for board in instances::classes() {
        let row: Vec<&str> = rows.next().unwrap().split(',').collect();
        let pits = board.beads().map(|count| count.to_string()).join(" ");
        assert_eq!((row[0], row[1]), (pits.as_str(), "7"));
        assert_eq!(row[2].parse(), Ok(table.value(board)));
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn a_player_in_another_language() {
    let exec = "python3 data/examples/ioiwari.py";
    let text = JUDGE.stdout(&["--exec", exec, "--seed", "1-20", "--noSummary"], 0);
    assert_eq!(text.lines().count(), 20);
    assert!(
        text.contains("Score = 4.0") && text.contains("Score = 0.0"),
        "{text}"
    );
}

#[test]
fn illegal_pits_lose_and_the_reason_tells_why() {
    let reason = |answers: &str| {
        let exec = format!("printf '{answers}'");
        let text = JUDGE.stdout(&["--exec", &exec, "--seed", "1", "-ns"], 1);
        assert!(text.starts_with("Score = 0.0, "), "{text}");
        text.trim_end()
            .split_once("Verdict = ")
            .unwrap()
            .1
            .to_string()
    };
    assert_eq!(
        reason("8\\n"),
        "WA: turn 1: line 1: `8` is not a pit, 1 to 7"
    );
    assert_eq!(
        reason("x\\n"),
        "WA: turn 1: line 1: `x` is not a pit, 1 to 7"
    );
    assert_eq!(
        reason("1 2\\n"),
        "WA: turn 1: line 1: `1 2` is not a pit, 1 to 7"
    );
    assert_eq!(
        reason(""),
        "WA: turn 1: the output ended after 0 lines where an answer was due: it is empty"
    );
}

#[test]
fn a_saved_game_is_scored_like_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let json = folder.path().join("records.jsonl");
    JUDGE.stdout(
        &[
            "--seed",
            "1-5",
            "-saveAll",
            path,
            "--json",
            json.to_str().unwrap(),
        ],
        0,
    );
    for line in fs::read_to_string(json).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let seed = &record["seed"];
        let (case, output) = (format!("{path}/{seed}.in"), format!("{path}/{seed}.out"));
        let text = JUDGE.stdout(&["score", &case, &output], 0);
        assert!(text.starts_with("Score = 4.0, Verdict = OK"), "{text}");
        assert!(text.contains(&format!("turns = {}", record["details"]["turns"])));
    }
    let text = JUDGE.stdout(&["--seed", "1-5", "-loadSolOutput", path, "-ns"], 0);
    assert_eq!(text.matches("Score = 4.0").count(), 5);
}

#[test]
fn a_reply_that_is_not_the_best_is_not_ours() {
    let mut table = Table::new();
    let board = Board::new([4, 3, 2, 4, 2, 3, 2]).unwrap();
    let after = board.sow(Pit::from_label(2).unwrap()).unwrap().board;
    let best = table.best_moves(after);
    let bad = after.moves().find(|pit| !best.contains(pit)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (case, output) = (folder.path().join("1.in"), folder.path().join("1.out"));
    fs::write(&case, format!("4 3 2 4 2 3 2\n{bad}\n")).unwrap();
    fs::write(&output, "2\n").unwrap();
    let (case, output) = (case.to_str().unwrap(), output.to_str().unwrap());
    let said = JUDGE.complaint(&["score", case, output], case);
    let problem = format!("2: turn 1: `{bad}` is not one of ");
    assert!(said.starts_with(&problem), "{said}");
}

#[test]
fn malformed_cases_are_the_users_fault() {
    let rule = "1: expected 0 to 5 beads in each pit, at least one in all";
    let malformed: [(&[u8], &str); 6] = [
        (
            b"",
            "1: the input ends where a pit of 0 to 5 beads should be",
        ),
        (
            b"1 2 3\n",
            "2: the input ends where a pit of 0 to 5 beads should be",
        ),
        (b"1 2 3 4 5 6 0\n", rule),
        (b"0 0 0 0 0 0 0\n", rule),
        (
            b"2 2 2 2 4 4 -1\n",
            "1: `-1` stands where a pit of 0 to 5 beads should be",
        ),
        (
            b"2 2 2 2 4 4 x\n",
            "1: `x` stands where a pit of 0 to 5 beads should be",
        ),
    ];
    for (case, problem) in malformed {
        assert_eq!(JUDGE.refuses(case), problem);
    }
    assert_eq!(
        JUDGE.refuses_to_play(b"2 2 2 2 4 4 4 4\n"),
        "1: the case is complete, but more follows"
    );
    assert_eq!(JUDGE.refuses(b"2 2 2 2 4 4 4\n1\n\xff\n"), "3: not UTF-8");
    let more = b"2 2 2 2 4 4 4\n\nmore\n";
    assert_eq!(
        JUDGE.refuses_to_play(more),
        "3: the case is complete, but more follows"
    );
}
