//! Plays the game in `README.md` by the rules of the kernel.

use common::ioiwari::{Board, Pit, Table};

const README: &str = include_str!("../README.md");

/// Returns the lines of the only fenced block marked `kind`.
fn block<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let open = format!("```{kind}");
    assert_eq!(text.lines().filter(|line| **line == open).count(), 1);
    let lines = text.lines().skip_while(|line| *line != open).skip(1);
    lines.take_while(|line| *line != "```").collect()
}

/// Returns the pit on a line that begins with the writer's `mark`.
fn pit(line: Option<&str>, mark: &str) -> Pit {
    let label = line.and_then(|line| line.strip_prefix(mark));
    Pit::from_label(label.unwrap().parse().unwrap()).unwrap()
}

#[test]
fn the_worked_game_is_legal_and_has_its_score() {
    let mut lines = block(README, "text dialogue").into_iter();
    let start = lines.next().and_then(|line| line.strip_prefix("> "));
    let beads: Vec<u8> = start
        .unwrap()
        .split(' ')
        .map(|count| count.parse().unwrap())
        .collect();
    assert!(beads.iter().all(|count| (2..=4).contains(count)));
    assert_eq!(beads.iter().sum::<u8>(), 20);
    let mut board = Board::new(beads.try_into().unwrap()).unwrap();
    let (mut own, mut other) = (0, 0);
    let mut table = Table::new();
    let mut rows = README
        .lines()
        .filter(|line| line.starts_with("| < ") || line.starts_with("| > "));
    while !board.is_empty() {
        let choice = pit(lines.next(), "< ");
        let sown = board.sow(choice).expect("the pit is not empty");
        board = sown.board;
        own += sown.own;
        other += sown.other;
        assert_eq!(rows.next(), Some(&*row('<', choice, board, own, other)));
        if board.is_empty() {
            break;
        }
        let reply = pit(lines.next(), "> ");
        assert!(table.best_moves(board).contains(&reply));
        let sown = board.sow(reply).expect("the pit is not empty");
        board = sown.board;
        own += sown.other;
        other += sown.own;
        assert_eq!(rows.next(), Some(&*row('>', reply, board, own, other)));
    }
    assert_eq!((lines.next(), rows.next()), (None, None));
    assert_eq!(own + other, 20);
    let score = match own.cmp(&other) {
        std::cmp::Ordering::Greater => 4,
        std::cmp::Ordering::Equal => 2,
        std::cmp::Ordering::Less => 0,
    };
    let score = format!("Score = {score}");
    assert!(README.lines().any(|line| line == score));
}

/// Returns the row of a move in the table of moves.
fn row(mark: char, pit: Pit, board: Board, own: u8, other: u8) -> String {
    let beads = board.beads().map(|count| count.to_string()).join(" ");
    format!("| {mark} {pit} | {beads} | {own} | {other} |")
}
