//! A seed means the same cases and symbols for ever: runs are named by it.

use std::collections::BTreeMap;

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

/// FNV-1a, 64 bits.
fn fingerprint(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
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
        assert_eq!([case, symbols].map(|text| fingerprint(&text)), expected);
    }
}

#[test]
fn symbols_are_uniform() {
    for (subtask, kinds) in [(3, 10), (5, 10), (6, 100)] {
        let symbols = drawn(subtask, 5, 100_000);
        let mean = 100_000.0 / kinds as f64;
        for kind in 0..kinds {
            let count = symbols.iter().filter(|&&symbol| symbol == kind).count() as f64;
            assert!(
                (count - mean).abs() < 5.0 * mean.sqrt(),
                "{kind} of {kinds}"
            );
        }
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

/// Values reach both ends of their range, and each pair is drawn about as
/// often as any other.
#[test]
fn draws_are_uniform() {
    let five = &subtasks()[4];
    let mut values = [0u32; 11];
    let mut pairs = BTreeMap::new();
    let mut bonuses = (u32::MAX, 0);
    for seed in 0..1000 {
        let case = five.generate(seed);
        for &value in case.values() {
            values[value as usize] += 1;
        }
        for pair in case.pairs() {
            *pairs.entry((pair.x, pair.y)).or_insert(0) += 1;
            bonuses = (bonuses.0.min(pair.points), bonuses.1.max(pair.points));
        }
    }
    assert!(
        values.iter().all(|count| (780..1040).contains(count)),
        "{values:?}"
    );
    assert_eq!(bonuses, (1, 2000));
    // 50 of the 55 pairs in each of 1000 cases.
    assert_eq!(pairs.len(), 55);
    assert!(
        pairs.values().all(|count| (860..960).contains(count)),
        "{pairs:?}"
    );
}
