//! Checks the recorded scores.

use common::tonga::signed_root;

/// A score is exactly the square root of a whole number of points.
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
