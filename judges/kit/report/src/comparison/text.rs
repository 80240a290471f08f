//! A comparison on the terminal.

use comfy_table::{CellAlignment, Table, presets};
use records::stats::Alpha;

use super::{Comparison, RunComparison};
use crate::cases::named;

impl Comparison {
    /// The comparison as text, with intervals of this chance of error.
    pub fn text(&self, alpha: Alpha) -> String {
        let mut text = format!("# {}\n", self.game);
        for pair in &self.pairs {
            text += &of_pair(pair, alpha);
        }
        if self.runs.len() > 2 {
            text += &ranking(self);
            text += &matrix(self);
        }
        for pair in &self.pairs {
            text += &format!("\n{}\n", ending(pair, self.pairs.len() > 1));
        }
        text
    }
}

fn of_pair(pair: &RunComparison, alpha: Alpha) -> String {
    let coverage = 100.0 * (1.0 - alpha.get());
    let mut text = format!(
        "\nA = {}: {}\nB = {}: {}\n{} cases of both\n",
        pair.a, pair.command_a, pair.b, pair.command_b, pair.cases
    );
    for (run, cases) in [("A", &pair.only_a), ("B", &pair.only_b)] {
        if !cases.is_empty() {
            text += &format!("only in {run}: {}\n", named(cases));
        }
    }
    text += &format!("\n{}\n", measures(pair, coverage));
    text += &format!(
        "B better in {} cases, as good in {}, worse in {}: sign test p = {}\n",
        pair.wins,
        pair.ties,
        pair.losses,
        p_value(pair.sign_test)
    );
    let failures = &pair.failures;
    if failures.only_a + failures.only_b + failures.both > 0 {
        text += &format!(
            "failed by A alone {}, by B alone {}, by both {}: sign test p = {}\n",
            failures.only_a,
            failures.only_b,
            failures.both,
            p_value(failures.sign_test)
        );
    }
    let [a, b] = &pair.cost;
    text += &format!(
        "CPU mean {:.1} ms and {:.1} ms, wall mean {:.1} ms and {:.1} ms, memory {:.1} MiB and {:.1} MiB\n",
        a.cpu_ms,
        b.cpu_ms,
        a.wall_ms,
        b.wall_ms,
        a.memory_kib as f64 / 1024.0,
        b.memory_kib as f64 / 1024.0
    );
    text += &groups(pair, coverage);
    text + &largest(pair)
}

/// The last line on two runs: which is better, and what that leaves out.
fn ending(pair: &RunComparison, is_named: bool) -> String {
    let name = match is_named {
        true => format!("B = {}: ", pair.b),
        false => String::new(),
    };
    let [a, b] = [pair.failures.only_a, pair.failures.only_b];
    let failures = match a == b {
        true => String::new(),
        false => format!("; not counted are failed cases, {a} of A alone and {b} of B alone"),
    };
    format!("{name}{}{failures}.", pair.conclusion)
}

fn measures(pair: &RunComparison, coverage: f64) -> Table {
    let mut table = table(&[
        "measure".into(),
        "cases".into(),
        "A".into(),
        "B".into(),
        "B - A".into(),
        "error".into(),
        format!("{coverage} % interval"),
        "bootstrap".into(),
        "Wilcoxon p".into(),
    ]);
    for measure in &pair.measures {
        table.add_row([
            measure.name.to_string(),
            measure.cases.to_string(),
            number(measure.mean_a),
            number(measure.mean_b),
            signed(measure.difference),
            measure.standard_error.map_or(String::new(), number),
            interval(measure.t_interval),
            interval(measure.bootstrap_interval),
            p_value(measure.wilcoxon),
        ]);
    }
    right(table, 1..9)
}

fn groups(pair: &RunComparison, coverage: f64) -> String {
    if pair.groups.is_empty() && pair.ungrouped.is_empty() {
        return String::new();
    }
    let mut table = table(&[
        "group".into(),
        "cases".into(),
        "relative B - A".into(),
        format!("{coverage} % interval"),
        "p, corrected".into(),
    ]);
    for group in &pair.groups {
        table.add_row([
            group.name.clone(),
            group.cases.to_string(),
            signed(group.difference),
            interval(group.t_interval),
            group.p_value.map_or(String::new(), p_value),
        ]);
    }
    let mut text = format!("\n{}\n", right(table, 1..5));
    for (name, count) in &pair.ungrouped {
        text += &format!("{count} cases have no {name}\n");
    }
    text
}

fn largest(pair: &RunComparison) -> String {
    if pair.largest.is_empty() {
        return String::new();
    }
    let mut table =
        table(&["case", "A", "B", "relative B - A", "both side by side"].map(String::from));
    for case in &pair.largest {
        let score = |score: Option<f64>| score.map_or("failed".to_string(), number);
        table.add_row([
            case.case.clone(),
            score(case.a),
            score(case.b),
            signed(case.difference),
            case.command.clone(),
        ]);
    }
    format!("\n{}\n", right(table, 1..4))
}

fn ranking(comparison: &Comparison) -> String {
    let mut table = table(
        &[
            "run",
            "relative score",
            "bests",
            "uniques",
            "gain",
            "failures",
        ]
        .map(String::from),
    );
    for rank in &comparison.ranking {
        table.add_row([
            comparison.runs[rank.run].clone(),
            format!("{:.5}", rank.relative),
            rank.bests.to_string(),
            rank.uniques.to_string(),
            format!("{:.5}", rank.gain),
            rank.failures.to_string(),
        ]);
    }
    format!(
        "\n{} cases of all runs\n{}\n",
        comparison.cases,
        right(table, 1..6)
    )
}

fn matrix(comparison: &Comparison) -> String {
    let mut header = vec!["row - column".to_string()];
    header.extend(comparison.runs.iter().cloned());
    let mut table = table(&header);
    for (name, row) in comparison.runs.iter().zip(&comparison.matrix) {
        let cells = row.iter().map(|cell| cell.map_or(String::new(), signed));
        table.add_row(std::iter::once(name.clone()).chain(cells));
    }
    let columns = 1..header.len();
    format!(
        "\nmean difference of relative scores\n{}\n",
        right(table, columns)
    )
}

fn table(header: &[String]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header);
    table
}

fn right(mut table: Table, columns: std::ops::Range<usize>) -> Table {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A number with about five digits that count.
fn number(value: f64) -> String {
    let digits = match value.abs() {
        size if size >= 1e5 || size == 0.0 => 0,
        size if size >= 1e-4 => (4 - size.log10().floor() as i32).max(0) as usize,
        _ => return format!("{value:.2e}"),
    };
    format!("{value:.digits$}")
}

fn signed(value: f64) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", number(value))
}

fn interval(ends: Option<[f64; 2]>) -> String {
    ends.map_or(String::new(), |[low, high]| {
        format!("{} to {}", signed(low), signed(high))
    })
}

fn p_value(p: f64) -> String {
    if p < 1e-4 {
        "< 0.0001".into()
    } else {
        format!("{p:.4}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_count() {
        let shown = [0.0, 123456.7, 12345.678, 1.0, -0.0123456, 1e-7].map(number);
        assert_eq!(
            shown,
            ["0", "123457", "12346", "1.0000", "-0.012346", "1.00e-7"]
        );
        assert_eq!(signed(2.5), "+2.5000");
        assert_eq!(p_value(0.00001), "< 0.0001");
    }
}
