//! The table.

use comfy_table::{CellAlignment, Table, presets};

use crate::results::Measured;

/// One row for each result, with how many times as fast as its baseline it is.
pub fn table(results: &[Measured]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["claim", "what", "time", "speed"]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for result in results {
        table.add_row([
            result.group.clone(),
            result.function.clone().unwrap_or_default(),
            time(result.nanoseconds),
            ratio(result, results).unwrap_or_default(),
        ]);
    }
    table
}

/// The speed of `result` over that of its group's baseline; none without one.
fn ratio(result: &Measured, results: &[Measured]) -> Option<String> {
    let mut group = results.iter().filter(|other| other.group == result.group);
    let baseline = group.find(|other| other.is_baseline())?;
    let ratio = baseline.nanoseconds / result.nanoseconds;
    Some(match ratio {
        100.0.. => format!("{ratio:.0} ×"),
        10.0.. => format!("{ratio:.1} ×"),
        _ => format!("{ratio:.2} ×"),
    })
}

fn time(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let unit = units.iter().find(|(size, _)| nanoseconds >= *size);
    let (size, name) = unit.copied().unwrap_or((1.0, "ns"));
    format!("{:.3} {name}", nanoseconds / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(group: &str, function: Option<&str>, nanoseconds: f64) -> Measured {
        Measured {
            group: group.into(),
            function: function.map(String::from),
            nanoseconds,
        }
    }

    #[test]
    fn ratios_are_within_a_group() {
        let results = [
            measured("a", Some("baseline: plain"), 3e6),
            measured("a", Some("ours"), 1.5e3),
            measured("b", None, 10.0),
        ];
        let text = table(&results).to_string();
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert!(
            rows[0].contains("3.000 ms") && rows[0].contains("1.00 ×"),
            "{text}"
        );
        assert!(
            rows[1].contains("1.500 µs") && rows[1].contains("2000 ×"),
            "{text}"
        );
        assert!(
            rows[2].contains("10.000 ns") && !rows[2].contains('×'),
            "{text}"
        );
    }
}
