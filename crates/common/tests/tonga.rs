//! Checks the server kernel against slow programs that know only the rules.

use common::rng::Rng;
use common::tonga::server::Search;
use common::tonga::{Board, MoveDeltas, Player, Side, Square, Squares};
use oracles::test_size;
use oracles::tonga::PlainBoard;

/// Returns the oracle's values, but puts the third stone on labelled isles instead of filling the
/// board anew for each.
fn values_by_labels(plain: &mut PlainBoard) -> Vec<(usize, i32)> {
    plain.each_square(|plain| {
        let replies = plain.empty();
        if replies.len() < 2 {
            return plain.minimax(-1, 2);
        }
        let values = replies.into_iter().map(|reply| {
            plain.cells[reply] = -1;
            let value = best_last(plain);
            plain.cells[reply] = 0;
            value
        });
        values.min().unwrap()
    })
}

fn best_last(plain: &PlainBoard) -> i32 {
    let (isles, isle_of) = plain.isles();
    let evaluation = plain.evaluation();
    let mut seen = vec![usize::MAX; plain.cells.len()];
    let mut best = i32::MIN;
    for at in plain.empty() {
        let (mut value, mut area, mut perimeter) = (evaluation, 1, 0);
        let mut met = Vec::new();
        seen[at] = at;
        for next in plain.near(at) {
            if plain.cells[next] == 0 {
                if seen[next] != at {
                    seen[next] = at;
                    perimeter += 1;
                }
            } else if !met.contains(&isle_of[next]) {
                met.push(isle_of[next]);
                let (color, size, liberties) = &isles[isle_of[next]];
                if *color == -1 {
                    value += size * size;
                } else {
                    value -= size * size * liberties.len() as i32;
                    area += size;
                    for &liberty in liberties {
                        if seen[liberty] != at {
                            seen[liberty] = at;
                            perimeter += 1;
                        }
                    }
                }
            }
        }
        best = best.max(value + area * area * perimeter);
    }
    best
}
/// Draws a position with `empty` empty squares. The larger `clumped` (0..=10), the more often a
/// stone is put next to one of its own colour.
fn position(rng: &mut Rng, n: usize, empty: usize, clumped: u32) -> PlainBoard {
    let mut plain = PlainBoard {
        n,
        cells: vec![0; n * n],
    };
    for turn in 0..n * n - empty {
        let color = if turn % 2 == 0 { 1 } else { -1 };
        let free = plain.empty();
        let touching: Vec<usize> = free
            .iter()
            .copied()
            .filter(|&at| {
                plain
                    .near(at)
                    .iter()
                    .any(|&next| plain.cells[next] == color)
            })
            .collect();
        let among = if rng.below(10) < clumped && !touching.is_empty() {
            touching
        } else {
            free
        };
        plain.cells[among[rng.below(among.len() as u32) as usize]] = color;
    }
    plain
}

/// Builds deltas by playing the stones one by one in a random order.
fn deltas(rng: &mut Rng, plain: &PlainBoard) -> MoveDeltas {
    let mut deltas = MoveDeltas::new(Board::new(Side::new(plain.n).unwrap()));
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
        assert_eq!(
            search.value(Square::new(at as u8), i32::MIN, &mut Vec::new()),
            value,
            "square {at} of {:?}",
            plain.cells
        );
    }
    let best = expected.iter().map(|&(_, value)| value).max().unwrap();
    let mut squares = Squares::NONE;
    for &(at, _) in expected.iter().filter(|&&(_, value)| value == best) {
        squares.insert(Square::new(at as u8));
    }
    assert_eq!(
        search.best_squares(),
        (best, squares),
        "of {:?}",
        plain.cells
    );
}

#[test]
fn labels_agree_with_the_definition() {
    let mut rng = Rng::new(1);
    for round in 0..200 {
        let n = [6, 8, 16][round % 3];
        let mut plain = position(&mut rng, n, 1 + round % 14, round as u32 % 11);
        assert_eq!(values_by_labels(&mut plain), plain.values());
    }
    let mut plain = position(&mut rng, 6, 30, 5);
    assert_eq!(values_by_labels(&mut plain), plain.values());
}

/// Checks positions of a side, a thousand at most: one to three empty squares, then some, then many, and a
/// few nearly empty boards.
fn check_side(n: usize) {
    let mut rng = Rng::new(n as u64);
    for round in (0..1000).step_by(test_size(7, 1)) {
        let empty = match round {
            0..=299 => 1 + round % 3,
            300..=899 => 4 + round % 18,
            900..=989 => 30 + round % 7,
            990..=996 => (n * n - 2 - round % 6).min(90),
            _ => n * n - 2 - round % 3,
        };
        let mut plain = position(&mut rng, n, empty, round as u32 % 11);
        let expected = if empty <= 6 {
            plain.values()
        } else {
            values_by_labels(&mut plain)
        };
        check(&mut rng, &plain, &expected);
    }
}

#[test]
fn every_value_on_6() {
    check_side(6);
}

#[test]
fn every_value_on_8() {
    check_side(8);
}

#[test]
fn every_value_on_10() {
    check_side(10);
}

#[test]
fn every_value_on_12() {
    check_side(12);
}

#[test]
fn every_value_on_14() {
    check_side(14);
}

#[test]
fn every_value_on_16() {
    check_side(16);
}

#[test]
fn a_kept_outlook_is_a_fresh_one() {
    let mut rng = Rng::new(3);
    for n in [6, 10, 16] {
        let mut deltas = MoveDeltas::new(Board::new(Side::new(n).unwrap()));
        let mut player = Player::Server;
        while !deltas.board().empty().is_empty() {
            let empty: Vec<Square> = deltas.board().empty().iter().collect();
            deltas.play(player, empty[rng.below(empty.len() as u32) as usize]);
            player = player.opponent();
            let fresh = MoveDeltas::new(deltas.board().clone());
            for square in deltas.board().empty() {
                for player in [Player::Server, Player::Contestant] {
                    assert_eq!(
                        deltas.placement(player, square),
                        fresh.placement(player, square)
                    );
                }
            }
        }
        let plain = PlainBoard {
            n,
            cells: (0..n * n)
                .map(|at| match deltas.board().owner(Square::new(at as u8)) {
                    Some(Player::Server) => 1,
                    Some(Player::Contestant) => -1,
                    None => 0,
                })
                .collect(),
        };
        assert_eq!(deltas.board().points(), plain.points());
        assert_eq!(Search::new(&deltas).best_squares().1, Squares::NONE);
    }
}
