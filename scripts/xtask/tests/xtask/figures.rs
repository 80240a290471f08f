//! Checks that figures in documents are those of their file in `data/`.

use std::collections::HashMap;
use std::fs;

use xtask::workspace;

/// A row of a table: its fields by column.
type Row = HashMap<String, String>;

/// Returns the rows of a table of cases, without its last rows of means and errors.
fn cases(file: &str) -> Vec<Row> {
    let text = fs::read_to_string(workspace().join("data").join(file)).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(String::from));
    let names: Vec<String> = lines.next().unwrap().collect();
    let rows = lines.map(|fields| names.iter().cloned().zip(fields).collect());
    let mut rows: Vec<Row> = rows.collect();
    rows.retain(|row| row["seed"].parse::<u64>().is_ok());
    rows
}

/// Returns the numbers of a column; empty fields have none.
fn column(rows: &[Row], name: &str) -> Vec<f64> {
    let fields = rows.iter().map(|row| &row[name]);
    let fields = fields.filter(|field| !field.is_empty());
    fields.map(|field| field.parse().unwrap()).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn standard_error(numbers: &[f64]) -> f64 {
    let (count, mean) = (numbers.len() as f64, mean(numbers));
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (squares / (count - 1.0) / count).sqrt()
}

fn least(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the quotients of two columns, in the rows that have both.
fn quotients(rows: &[Row], one: &str, other: &str) -> Vec<f64> {
    let has_both = |row: &&Row| !row[one].is_empty() && !row[other].is_empty();
    let rows: Vec<Row> = rows.iter().filter(has_both).cloned().collect();
    let pairs = column(&rows, one).into_iter().zip(column(&rows, other));
    pairs.map(|(one, other)| one / other).collect()
}

#[test]
fn documents_have_the_figures_of_their_data() {
    let mut figures: Vec<(&str, String)> = Vec::new();
    let official = cases("slider/official.csv");
    let share = quotients(&official, "score", "bound");
    let gain = quotients(&official, "score", "recorded");
    assert!(least(&gain) >= 1.0);
    let gap = 100.0 * (1.0 - mean(&share));
    figures.push((
        "README.md",
        format!("our scores are on average within {gap:.2} % of a proven upper bound"),
    ));
    let gain = 100.0 * (mean(&gain) - 1.0);
    figures.push(("README.md", format!("ours is {gain:.1} % higher on average, and never lower")));
    figures.push((
        "crates/slider/DESIGN.md",
        format!(
            "(`data/slider/official.csv`) | {:.5} | {:.5} | {:.4} |",
            mean(&share),
            standard_error(&share),
            least(&share)
        ),
    ));
    let mut gaps: Vec<(f64, &Row)> = share.iter().copied().zip(&official).collect();
    gaps.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let widest = |shown: fn(&(f64, &Row)) -> String| {
        let [a, b, c, d] = std::array::from_fn(|rank| shown(&gaps[rank]));
        format!("{a}, {b}, {c} and {d}")
    };
    let seeds = widest(|(_, row)| row["seed"].clone());
    let shares = widest(|(share, _)| format!("{share:.3}"));
    figures.push((
        "crates/slider/EXPERIMENTS.md",
        format!("Official seeds {seeds} have the widest gaps ({shares} of the bound)"),
    ));
    let drawn = cases("slider/baseline.csv");
    let share = quotients(&drawn, "score", "bound");
    figures.push((
        "crates/slider/DESIGN.md",
        format!(
            "(`data/slider/baseline.csv`) | {:.5} | {:.5} | | {:.0} MiB |",
            mean(&share),
            standard_error(&share),
            most(&column(&drawn, "memory_kib")) / 1024.0
        ),
    ));

    let games = cases("tonga/baseline.csv");
    let mut shares = Vec::new();
    for side in [6, 8, 10, 12, 14, 16] {
        let of = |starter: &str| {
            let mut games = games.clone();
            games.retain(|game| game["N"] == side.to_string());
            games.retain(|game| game["starter"].contains(starter));
            games
        };
        let (all, own, server) = (of(""), of("contestant"), of("server"));
        let scores = column(&all, "score");
        assert!(least(&scores) > 0.0);
        shares.push(mean(&quotients(&all, "score", "bound")));
        figures.push((
            "crates/tonga/EXPERIMENTS.md",
            format!(
                "| {side} | {:.1} ± {:.1} | {:.1} | {:.1} | {:.1} | {:.3} | {:.1} MiB |",
                mean(&scores),
                standard_error(&scores),
                least(&scores),
                mean(&column(&own, "score")),
                mean(&column(&server, "score")),
                shares[shares.len() - 1],
                most(&column(&all, "memory_kib")) / 1024.0
            ),
        ));
    }
    figures.push((
        "README.md",
        format!(
            "reaches {:.0} to {:.0} % of a trivial upper bound",
            100.0 * least(&shares),
            100.0 * most(&shares)
        ),
    ));

    let all = cases("lucky/baseline.csv");
    for (subtask, decimals) in [("1", 2), ("2", 2), ("5", 1), ("6", 1), ("7", 1)] {
        let mut rounds = all.clone();
        rounds.retain(|row| row["subtask"] == subtask);
        let score = format!("{:.0}", mean(&column(&rounds, "score")));
        let (front, back) = score.split_at(score.len() - 3);
        let (millions, thousands) = front.split_at(front.len().saturating_sub(3));
        let score = format!("{millions} {thousands} {back}");
        let share = 100.0 * mean(&quotients(&rounds, "score", "bound"));
        let score = score.trim();
        figures
            .push(("crates/lucky/EXPERIMENTS.md", format!("| {score}, {share:.decimals$} % of ")));
        let cpu = column(&rounds, "cpu_ms");
        let (mean, most) = (mean(&cpu) / 1000.0, most(&cpu) / 1000.0);
        figures.push(("crates/lucky/EXPERIMENTS.md", format!("| {mean:.2}, {most:.2} s |")));
    }

    for (document, figure) in figures {
        let text = fs::read_to_string(workspace().join(document)).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_there = words.join(" ").contains(figure.trim());
        assert!(is_there, "{document} lacks `{figure}`");
    }
}
