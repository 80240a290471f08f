//! The table.

use comfy_table::{CellAlignment, Table, presets};

use crate::results::{BenchResult, Measured};

/// One row for each result, with how many times as cheap as its baseline it is.
pub fn table(results: &[Measured]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["claim", "what", "cost", "against baseline"]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for result in results {
        table.add_row([
            result.group.clone(),
            result.function.clone().unwrap_or_default(),
            cost(result.cost),
            ratio(result, results).unwrap_or_default(),
        ]);
    }
    table
}

/// The cost of its group's baseline over that of `result`; none without one.
fn ratio(result: &Measured, results: &[Measured]) -> Option<String> {
    let mut group = results.iter().filter(|other| other.group == result.group);
    let baseline = group.find(|other| other.is_baseline())?;
    let ratio = result.cost.gain_over(baseline.cost)?;
    Some(match ratio {
        100.0.. => format!("{ratio:.0} ×"),
        10.0.. => format!("{ratio:.1} ×"),
        _ => format!("{ratio:.2} ×"),
    })
}

fn cost(cost: BenchResult) -> String {
    let nanoseconds = match cost {
        BenchResult::Nanoseconds(nanoseconds) => nanoseconds,
        BenchResult::Kib(kib) => return format!("{:.1} MiB", kib / 1024.0),
    };
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let unit = units.iter().find(|(size, _)| nanoseconds >= *size);
    let (size, name) = unit.copied().unwrap_or((1.0, "ns"));
    format!("{:.3} {name}", nanoseconds / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(group: &str, function: Option<&str>, cost: BenchResult) -> Measured {
        Measured {
            group: group.into(),
            function: function.map(String::from),
            cost,
        }
    }

    #[test]
    fn ratios_are_within_a_group() {
        let results = [
            measured("a", Some("baseline: plain"), BenchResult::Nanoseconds(3e6)),
            measured("a", Some("ours"), BenchResult::Nanoseconds(1.5e3)),
            measured("b", None, BenchResult::Nanoseconds(10.0)),
            measured("c", Some("baseline: short"), BenchResult::Kib(4096.0)),
            measured("c", Some("long"), BenchResult::Kib(8192.0)),
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
        assert!(
            rows[4].contains("8.0 MiB") && rows[4].contains("0.50 ×"),
            "{text}"
        );
    }
}
