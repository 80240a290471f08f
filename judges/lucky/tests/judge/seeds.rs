//! A seed means the same cases and symbols for ever: runs are named by it.

use common::fingerprint::fingerprint;
use game::{Game, Weights, draws, read_case};
use lucky_judge::Lucky;

fn subtasks() -> Vec<Lucky> {
    Lucky::with(&[]).unwrap().variants()
}

/// The symbols that a subtask's case of `seed` offers first.
fn drawn(subtask: usize, seed: u64, count: usize) -> Vec<usize> {
    let game = &subtasks()[subtask - 1];
    let kinds = game.generate(seed).values().len();
    let mut draws = draws(game, seed, None);
    (0..count)
        .map(|_| Weights::Equal(kinds).draw(&mut draws).unwrap())
        .collect()
}

/// By subtask, fingerprints of the first case and of the symbols of its rounds.
const FIRST: [[u64; 2]; 7] = [
    [1018500195613740896, 15269478904006994470],
    [12875070400678271056, 18438025670290397572],
    [7448821205323480653, 8822027365561131255],
    [14578611373367451063, 13798015717127317881],
    [17657766621010072138, 69975853546585313],
    [16365218341933718449, 1024540015626299909],
    [4684501875927433668, 9860238713078787124],
];

#[test]
fn a_seed_means_the_same_case_and_symbols_for_ever() {
    for (subtask, (game, expected)) in (1..).zip(subtasks().iter().zip(FIRST)) {
        let case = game.generate(1).to_string();
        let symbols = drawn(subtask, 1, 100_000).into_iter();
        let symbols: String = symbols.map(|symbol| format!("{symbol} ")).collect();
        assert_eq!(
            [case, symbols].map(|text| fingerprint(text.into_bytes())),
            expected
        );
    }
}

#[test]
fn cases_keep_the_table() {
    let table = [
        (1, 1000, 0, 1000, 0),
        (3, 1000, 0, 1000, 0),
        (50, 10, 10, 0, 1),
        (15, 2000, 2000, 0, 1),
        (20, 10, 50, 10, 2000),
        (20, 100, 500, 10, 2000),
        (20, 1000, 5000, 10, 2000),
    ];
    for (game, (side, symbols, pairs, most_value, most_bonus)) in subtasks().iter().zip(table) {
        for seed in [0, 1, u64::MAX] {
            let case = game.generate(seed);
            assert_eq!((case.shape().rows, case.shape().cols), (side, side));
            assert_eq!(case.values().len(), symbols);
            assert_eq!(case.pairs().count(), pairs);
            assert!(case.values().iter().all(|&value| value <= most_value));
            assert!(
                case.pairs()
                    .all(|pair| (1..=most_bonus).contains(&pair.points))
            );
            let equal = case.pairs().filter(|pair| pair.x == pair.y).count();
            match (side, symbols) {
                (50 | 15, _) => assert_eq!(equal, pairs),
                (20, 100) => assert!((1..30).contains(&equal)),
                _ => {}
            }
            let text = case.to_string();
            let (read, rest) = read_case(game, &text).unwrap();
            assert_eq!((&read, rest.trim()), (&case, ""));
            assert_eq!(
                game.parameters(&case).get("subtask"),
                game.parameters(&read).get("subtask")
            );
        }
    }
}
