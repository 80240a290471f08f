//! Checks Slider's kernel against its oracle.

use common::slider::answer::{score, AnswerScore};
use common::slider::bound::upper_bound;
use common::slider::Case;
use common::tokens::Tokens;
use oracles::slider::{PlainCase, PlainTurn};
use proptest::prelude::*;

fn case(plain: &PlainCase) -> Case {
    parse(&plain.text()).unwrap()
}

fn parse(text: &str) -> Result<Case, String> {
    Case::read(&mut Tokens::new(text.as_bytes())).map_err(|error| error.to_string())
}

/// Returns the bound by trying every number of one-turn and two-turn blocks: the most valuable ones
/// of each kind, scheduled by worth per turn.
fn bound_oracle(plain: &PlainCase) -> i64 {
    let n = plain.side;
    let holes: Vec<usize> = (0..n * n).filter(|&s| plain.cells[s] == -1).collect();
    let mut worths = [Vec::new(), Vec::new()];
    for square in (0..n * n).filter(|&s| plain.cells[s] > 1) {
        let in_line = |&hole: &usize| hole / n == square / n || hole % n == square % n;
        let sort = usize::from(!holes.iter().any(in_line));
        worths[sort].push(plain.cells[square] - 1);
    }
    for list in &mut worths {
        list.sort_by_key(|worth| -worth);
    }
    let mut best = 0;
    for ones in 0..=worths[0].len() {
        for twos in 0..=worths[1].len() {
            if ones + 2 * twos > n * n {
                break;
            }
            let mut jobs: Vec<(i64, i64)> = worths[0][..ones].iter().map(|&w| (w, 1)).collect();
            jobs.extend(worths[1][..twos].iter().map(|&w| (w, 2)));
            jobs.sort_by(|a, b| (b.0 * a.1).cmp(&(a.0 * b.1)));
            let (mut multiplier, mut points) = ((n * n) as i64, 0);
            for (worth, length) in jobs {
                points += worth * (multiplier - length + 1);
                multiplier -= length;
            }
            best = best.max(points);
        }
    }
    best
}

fn plain_case() -> impl Strategy<Value = PlainCase> {
    (10usize..=14, 2i64..=9, 0u32..=10).prop_flat_map(|(side, colours, tenths)| {
        let block = proptest::bool::weighted(f64::from(tenths) / 10.0);
        let cell = (block, 1..=colours).prop_map(|(there, value)| if there { value } else { 0 });
        let cells = proptest::collection::vec(cell, side * side);
        let holes = proptest::collection::btree_set(0..side * side, 1..=10);
        (cells, holes).prop_map(move |(mut cells, holes)| {
            for hole in holes {
                cells[hole] = -1;
            }
            PlainCase {
                side,
                colours,
                cells,
            }
        })
    })
}

/// Returns turns that mostly name blocks, chosen by rank among those on the board at that time;
/// sometimes any square on or near the board.
fn turns_on(plain: &PlainCase, picks: &[(u16, u8, u8)]) -> Vec<PlainTurn> {
    let n = plain.side as i64;
    let mut turns = Vec::new();
    for &(rank, kind, direction) in picks {
        let kind_letter = if kind % 2 == 0 { 'M' } else { 'S' };
        let direction = ['U', 'D', 'L', 'R'][usize::from(direction % 4)];
        let blocks: Vec<i64> = (0..n * n)
            .filter(|&s| {
                let mut probe = turns.clone();
                probe.push(PlainTurn {
                    row: s / n,
                    col: s % n,
                    kind: 'M',
                    direction: 'U',
                });
                plain.play(&probe).is_ok()
            })
            .collect();
        if kind >= 250 || blocks.is_empty() {
            let stray = i64::from(rank) % ((n + 2) * (n + 2));
            let (row, col) = (stray / (n + 2) - 1, stray % (n + 2) - 1);
            turns.push(PlainTurn {
                row,
                col,
                kind: kind_letter,
                direction,
            });
        } else {
            let square = blocks[usize::from(rank) % blocks.len()];
            let (row, col) = (square / n, square % n);
            turns.push(PlainTurn {
                row,
                col,
                kind: kind_letter,
                direction,
            });
        }
        if plain.play(&turns).is_err() {
            break;
        }
    }
    turns
}

fn answer_text(turns: &[PlainTurn]) -> String {
    let mut text = format!("{}\n", turns.len());
    for turn in turns {
        let PlainTurn {
            row,
            col,
            kind,
            direction,
        } = turn;
        text += &format!("{row} {col} {kind} {direction}\n");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_plays_score_as_the_oracle_says(
        plain in plain_case(),
        picks in proptest::collection::vec(any::<(u16, u8, u8)>(), 0..40),
    ) {
        let turns = turns_on(&plain, &picks);
        let case = case(&plain);
        match (plain.play(&turns), score(&case, &answer_text(&turns))) {
            (Ok((points, wasted)), Ok(score)) => {
                prop_assert_eq!((points as u64, wasted), (score.points, score.wasted));
                prop_assert_eq!(score.turns, turns.len());
                prop_assert!(score.points <= upper_bound(&case));
            }
            (Err(line), Err(fault)) => prop_assert_eq!(line, fault.line),
            (expected, got) => prop_assert!(false, "{:?} but {:?}", expected, got),
        }
    }

    #[test]
    fn the_bound_is_the_best_schedule(plain in plain_case()) {
        prop_assert_eq!(upper_bound(&case(&plain)) as i64, bound_oracle(&plain));
    }

    #[test]
    fn a_case_survives_its_text(plain in plain_case()) {
        prop_assert_eq!(case(&plain).to_string(), plain.text());
    }
}

/// Returns a case with the first row `-1 0 3 0 ... 0 2`; the rest is empty.
fn small() -> PlainCase {
    let mut cells = vec![0; 100];
    cells[0] = -1;
    cells[2] = 3;
    cells[9] = 2;
    PlainCase {
        side: 10,
        colours: 3,
        cells,
    }
}

#[test]
fn a_play_worked_by_hand() {
    let text = "4\n0 2 M R\n0 9 S L\n0 3 S L\r\n  0 4   S L \nthe rest is ignored\n";
    let expected = AnswerScore {
        points: 98 * 2 + 97,
        turns: 4,
        wasted: 0,
        fallen: 2,
    };
    assert_eq!(score(&case(&small()), text), Ok(expected));
    assert_eq!(score(&case(&small()), "0"), Ok(AnswerScore::default()));
}

#[test]
fn wasted_turns_are_legal_and_cost() {
    let text = "3\n0 2 M U\n0 2 S U\n0 2 S L\n";
    let got = score(&case(&small()), text).unwrap();
    assert_eq!((got.points, got.wasted), (98 * 2, 2));
}

#[test]
fn every_illegality_names_line_and_rule() {
    let cases = [
        ("", "line 1: `` stands where the number of turns should be"),
        (
            "-1\n",
            "line 1: `-1` stands where the number of turns should be",
        ),
        (
            "two\n",
            "line 1: `two` stands where the number of turns should be",
        ),
        ("101\n", "line 1: 101 turns announced, at most 100 allowed"),
        ("2\n0 2 S L\n", "line 3: the answer ends after 1 of 2 turns"),
        (
            "1\n\n",
            "line 2: `` is not a turn (row, column, M or S, one of U D L R)",
        ),
        (
            "1\n0 2 S\n",
            "line 2: `0 2 S` is not a turn (row, column, M or S, one of U D L R)",
        ),
        (
            "1\n0 2 s L\n",
            "line 2: `0 2 s L` is not a turn (row, column, M or S, one of U D L R)",
        ),
        (
            "1\n0 2 S X\n",
            "line 2: `0 2 S X` is not a turn (row, column, M or S, one of U D L R)",
        ),
        (
            "1\n0 2 S L 1\n",
            "line 2: `0 2 S L 1` is not a turn (row, column, M or S, one of U D L R)",
        ),
        (
            "1\n0.5 2 S L\n",
            "line 2: `0.5 2 S L` is not a turn (row, column, M or S, one of U D L R)",
        ),
        (
            "1\n0 1 S L\n",
            "line 2: square 0 1 is empty: no block to move",
        ),
        (
            "1\n0 0 S R\n",
            "line 2: square 0 0 is a hole: no block to move",
        ),
        (
            "2\n0 2 S L\n0 2 S L\n",
            "line 3: square 0 2 is empty: no block to move",
        ),
        ("1\n0 10 S L\n", "line 2: square 0 10 is off the board"),
        ("1\n-1 0 S L\n", "line 2: square -1 0 is off the board"),
    ];
    for (text, message) in cases {
        let fault = score(&case(&small()), text).unwrap_err();
        assert_eq!(fault.to_string(), message);
    }
}

#[test]
fn a_malformed_case_names_line_and_rule() {
    let with = |line: usize, word: &str| {
        let text = small().text();
        let mut lines: Vec<&str> = text.lines().collect();
        lines[line - 1] = word;
        parse(&lines.join("\n")).unwrap_err()
    };
    let cases = [
        (1, "9", "line 1: `9` stands where the side, 10 to 30, should be"),
        (1, "x", "line 1: `x` stands where the side, 10 to 30, should be"),
        (2, "10", "line 2: `10` stands where the number of colours, 2 to 9, should be"),
        (3, "0", "line 3: `0` stands where the number of holes, 1 to 10, should be"),
        (3, "2", "line 103: `1` stands where as many holes as announced should be"),
        (1, "11", "line 103: the input ends where a cell (0, -1 or a value up to the number of colours) should be"),
        (7, "4", "line 7: `4` stands where a cell (0, -1 or a value up to the number of colours) should be"),
        (7, "-2", "line 7: `-2` stands where a cell (0, -1 or a value up to the number of colours) should be"),
    ];
    for (line, word, message) in cases {
        assert_eq!(with(line, word), message);
    }
}

#[test]
fn the_bounds_of_the_published_cases() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/slider");
    let table = std::fs::read_to_string(format!("{folder}/best-known.csv")).unwrap();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let text = std::fs::read_to_string(format!("{folder}/{}.in", fields[0])).unwrap();
        let bound = upper_bound(&parse(&text).unwrap());
        assert_eq!(bound.to_string(), fields[5], "case {}", fields[0]);
        rows += 1;
    }
    assert_eq!(rows, 24);
}
