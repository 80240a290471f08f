//! Checks the server kernel against its oracle.

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{Board, IncrementalEvaluation, Player, Side, Square, Squares};
use oracles::test_size;
use oracles::tonga::PlainBoard;

/// Draws a position with `empty` empty squares. With probability `clumped / 10`, a stone is put
/// next to one of its own colour.
fn position(rng: &mut Rng, n: usize, empty: usize, clumped: u32) -> PlainBoard {
    let mut plain = PlainBoard::new(n);
    for turn in 0..n * n - empty {
        let color = if turn % 2 == 0 { 1 } else { -1 };
        let free = plain.empty();
        let touches = |&&at: &&usize| plain.near(at).iter().any(|&next| plain.cells[next] == color);
        let touching: Vec<usize> = free.iter().filter(touches).copied().collect();
        let among = if rng.below(10) < clumped && !touching.is_empty() { touching } else { free };
        plain.cells[among[rng.below(among.len() as u32) as usize]] = color;
    }
    plain
}

/// Builds deltas by playing the stones one by one in a random order.
fn deltas(rng: &mut Rng, plain: &PlainBoard) -> IncrementalEvaluation {
    let mut deltas = IncrementalEvaluation::new(Board::new(Side::new(plain.n).unwrap()));
    let mut order: Vec<usize> = (0..plain.cells.len()).collect();
    rng.shuffle(&mut order);
    for at in order {
        match plain.cells[at] {
            1 => deltas.play(Player::Server, Square::new(at as u8)),
            -1 => deltas.play(Player::Contestant, Square::new(at as u8)),
            _ => {}
        }
    }
    deltas
}

fn check(rng: &mut Rng, plain: &PlainBoard, expected: &[(usize, i32)]) {
    let deltas = deltas(rng, plain);
    assert_eq!(deltas.board().evaluation(), plain.evaluation());
    assert_eq!(deltas.board().points(), plain.points());
    let search = Search::new(&deltas);
    for &(at, value) in expected {
        let found = search.value(Square::new(at as u8), i32::MIN, &mut Vec::new());
        assert_eq!(found, value, "square {at} of {:?}", plain.cells);
    }
    let best = expected.iter().map(|&(_, value)| value).max().unwrap();
    let mut squares = Squares::NONE;
    for &(at, _) in expected.iter().filter(|&&(_, value)| value == best) {
        squares.insert(Square::new(at as u8));
    }
    let found = search.best_squares();
    assert_eq!(found, (best, squares), "of {:?}", plain.cells);
}

/// Checks up to a thousand positions of a side: with one to three empty squares, with some, with
/// many, and a few boards that are nearly empty.
#[test]
fn every_value_on_every_side() {
    for n in (Side::MIN..=Side::MAX).step_by(2) {
        let mut rng = Rng::new(n as u64);
        for round in (0..1000).step_by(test_size(20, 1)) {
            let empty = match round {
                0..=299 => 1 + round % 3,
                300..=899 => 4 + round % 18,
                900..=989 => 30 + round % 7,
                990..=996 => (n * n - 2 - round % 6).min(90),
                _ => n * n - 2 - round % 3,
            };
            let mut plain = position(&mut rng, n, empty, round as u32 % 11);
            let expected = plain.values();
            check(&mut rng, &plain, &expected);
        }
    }
}
