//! Upper bounds of cases: immediate, from a table, or computed in a given number of steps.

use std::collections::HashMap;
use std::sync::LazyLock;

use common::slider::Case;
use game::Bound;

use super::{tight_bound, upper_bound};

/// A bound on every play of the case, computed at once.
const UPPER: &str = "upper bound";

/// A bound by Lagrangian relaxation. It is tighter and slower.
const LAGRANGIAN: &str = "Lagrangian bound";

/// Tight bounds of the published cases and of seeds 1 to 100, drawn by us and by the official
/// tester. Columns 2 and 4 of 4 are `bound` and `fingerprint`.
const TABLE: &str = include_str!("../../../../data/slider/bounds.csv");

static KNOWN: LazyLock<HashMap<u64, u64>> = LazyLock::new(|| {
    let row = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        let fingerprint = u64::from_str_radix(fields.get(3)?, 16).ok()?;
        Some((fingerprint, fields.get(1)?.parse().ok()?))
    };
    TABLE.lines().skip(1).filter_map(row).collect()
});

/// Returns the smaller of two tight bounds: the one after `steps` steps and the one in the table.
/// If there is neither, returns the quick bound.
pub(crate) fn of_case(case: &Case, steps: Option<u64>) -> Bound {
    let known = KNOWN.get(&case.fingerprint()).copied();
    let found = steps.map(|steps| tight_bound(case.board(), steps));
    match known.into_iter().chain(found).min() {
        Some(tight) => Bound::new(LAGRANGIAN, tight as f64),
        None => Bound::new(UPPER, upper_bound(case.board()) as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slider;
    use common::tokens::Tokens;
    use game::Game;

    fn drawn(seed: u64) -> Case {
        Slider::default().generate(seed).case
    }

    fn official(seed: u64) -> Case {
        crate::cases::official::draw(seed).case
    }

    fn published(number: u64) -> Case {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/slider");
        let text = std::fs::read(format!("{folder}/{number}.in")).unwrap();
        Case::read(&mut Tokens::new(&text[..])).unwrap()
    }

    #[test]
    fn the_table_has_the_published_cases_and_the_first_hundred_seeds() {
        assert_eq!(KNOWN.len(), TABLE.lines().count() - 1);
        let seeds = (1..=100).flat_map(|seed| [drawn(seed), official(seed)]);
        for case in (1..=24).map(published).chain(seeds) {
            let tight = of_case(&case, None);
            assert_eq!(tight.kind, LAGRANGIAN, "{case}");
            assert!(tight.value <= upper_bound(case.board()) as f64, "{case}");
        }
        assert_eq!(of_case(&drawn(101), None).kind, UPPER);
    }

    /// The table is reproducible.
    #[test]
    fn rows_of_the_table_are_worked_out_again() {
        let rows = [2, 3, 5, 9].map(|number| (format!("published/{number}"), published(number)));
        let drawn = [2, 3, 4].map(|seed| (format!("seed/{seed}"), drawn(seed)));
        for (name, case) in rows.into_iter().chain(drawn) {
            let bound = tight_bound(case.board(), 300);
            let row = format!("{name},{bound},300,{:016x}", case.fingerprint());
            assert!(TABLE.lines().any(|line| line == row), "{row}");
        }
    }

    /// The baseline contains the current bounds and the exact parameters.
    #[test]
    fn the_baseline_is_of_these_bounds() {
        let baseline = include_str!("../../../../data/slider/baseline.csv");
        let rows = baseline.lines().skip(1).filter_map(|row| {
            let fields: Vec<&str> = row.split(',').collect();
            Some((fields[0].parse::<u64>().ok()?, fields))
        });
        let mut count = 0;
        for (seed, fields) in rows {
            let case = Slider::default().generate(seed);
            let fill = case.fill.map(|fill| fill.to_string());
            assert_eq!(fill.as_deref(), Some(fields[3]), "seed {seed}");
            let bound = of_case(&case.case, None);
            let ratio = fields[7].parse::<f64>().unwrap() / bound.value;
            let expected = [bound.value.to_string(), format!("{ratio:.5}")];
            assert_eq!(fields[8..10], expected, "seed {seed}");
            count += 1;
        }
        assert_eq!(count, 100);
    }
}
