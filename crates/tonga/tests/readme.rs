//! Plays the game in `README.md` by the rules of the kernel.

use common::tonga::server::Search;
use common::tonga::{openings, signed_root, Board, MoveDeltas, Player, Side};

const README: &str = include_str!("../README.md");

/// Returns the lines of the only fenced block marked `kind`.
fn block<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let open = format!("```{kind}");
    assert_eq!(text.lines().filter(|line| **line == open).count(), 1);
    let lines = text.lines().skip_while(|line| *line != open).skip(1);
    lines.take_while(|line| *line != "```").collect()
}

/// Returns the numbers of a line that begins with the writer's `mark`.
fn numbers(line: &str, mark: &str) -> Vec<i64> {
    let rest = line.strip_prefix(mark);
    let rest = rest.unwrap_or_else(|| panic!("`{line}` does not begin with `{mark}`"));
    let words = rest.split(' ').map(|word| word.parse().unwrap());
    words.collect()
}

#[test]
fn the_worked_game_is_legal_and_has_its_score() {
    let lines = block(README, "text dialogue");
    let mut lines = lines.into_iter();
    let [n, row, col] = numbers(lines.next().unwrap(), "> ")[..] else {
        panic!("the first line is not a side, a row and a column");
    };
    let side = Side::new(n as usize).unwrap();
    let square = |numbers: Vec<i64>| {
        let [row, col] = numbers[..] else {
            panic!("{numbers:?} is not a row and a column");
        };
        side.square(row, col).expect("the square is on the board")
    };
    let mut deltas = MoveDeltas::new(Board::new(side));
    if (row, col) != (-1, -1) {
        let opening = square(vec![row, col]);
        assert!(openings(side).has(opening));
        deltas.play(Player::Server, opening);
    }
    while !deltas.board().empty().is_empty() {
        let stone = square(numbers(lines.next().unwrap(), "< "));
        assert!(deltas.board().empty().has(stone), "{stone:?} is taken");
        deltas.play(Player::Contestant, stone);
        let best = Search::new(&deltas).best_squares().1;
        let reply = match best.len() {
            0 => break,
            1 if deltas.board().empty().len() == 1 => best.iter().next().unwrap(),
            _ => square(numbers(lines.next().unwrap(), "> ")),
        };
        assert!(best.has(reply), "the server would not play {reply:?}");
        deltas.play(Player::Server, reply);
    }
    assert_eq!(lines.next(), None);
    let score = signed_root(deltas.board().points());
    assert!(README
        .lines()
        .any(|line| line == format!("Score = {score:.3}")));
}
