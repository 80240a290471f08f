//! The scores on record.

use common::tonga::signed_root;

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
