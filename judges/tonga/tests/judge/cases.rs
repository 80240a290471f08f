//! Cases as the statement draws them, and the scores on record.

use common::tonga::signed_root;
use game::Game;
use tonga_judge::Tonga;

#[test]
fn sides_starters_and_openings_are_uniform() {
    let game = Tonga::default();
    let (mut sides, mut openings) = ([0; 17], [0; 5]);
    for seed in 1..=1200 {
        let text = game.generate(seed).to_string();
        let numbers: Vec<i64> = text
            .trim_end()
            .split(' ')
            .map(|word| word.parse().unwrap())
            .collect();
        let (n, row, col) = (numbers[0], numbers[1], numbers[2]);
        sides[n as usize] += 1;
        let low = n / 2 - 1;
        let opening = if (row, col) == (-1, -1) {
            4
        } else {
            assert!((low..=low + 1).contains(&row) && (low..=low + 1).contains(&col));
            2 * (row - low) + col - low
        };
        openings[opening as usize] += 1;
    }
    for (n, &count) in sides.iter().enumerate() {
        let allowed = n >= 6 && n % 2 == 0;
        assert!(
            if allowed {
                (140..260).contains(&count)
            } else {
                count == 0
            },
            "{sides:?}"
        );
    }
    assert!((515..685).contains(&openings[4]), "{openings:?}");
    assert!(
        openings[..4].iter().all(|count| (95..205).contains(count)),
        "{openings:?}"
    );
}

/// A score is the root of a whole number of points, to the last bit.
#[test]
fn scores_of_the_baseline_are_roots() {
    let baseline = include_str!("../../../../data/tonga/baseline.csv");
    let scores = baseline.lines().filter_map(|row| {
        let mut fields = row.split(',').skip_while(|field| *field != "OK");
        fields.nth(1)
    });
    let mut count = 0;
    for score in scores {
        let value: f64 = score.parse().unwrap();
        let points = value.signum() * (value * value).round();
        assert_eq!(signed_root(points as i32).to_string(), score);
        count += 1;
    }
    assert!(count >= 100, "{count} scores");
}
